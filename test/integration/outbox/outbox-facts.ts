// What the tests of the outbox look at: a sale's history, and the bytes that are sent.
import { createServiceClient } from '../../../src-main/service/client.ts';
import { createDocument } from '../../../src-main/service/endpoints.ts';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import type { OutboxRig } from '../../outbox-rig.ts';

/**
 * For tests of hours and days: asked every 15 seconds whether it is still there, the service would
 * get ten times as many requests as all look-ups take.
 */
export const probedSeldom = { probeMs: 1_800_000 };

export const stepsOf = (rig: OutboxRig, reference: string) =>
  readSaleDetail(rig.db, reference)?.steps ?? [];

/** Leaves out the look-ups that changed nothing. */
export const eventsOf = (rig: OutboxRig, reference: string) =>
  stepsOf(rig, reference)
    .map((step) => step.event)
    .filter((event) => event !== 'looked_up');

export const bodyOf = (rig: OutboxRig, reference: string) =>
  rig.db
    .prepare<[string], Buffer>('SELECT body FROM sale WHERE reference = ?')
    .pluck()
    .get(reference) ?? Buffer.alloc(0);

/** Sends to the service what the network held back. */
export async function carryOutLate(rig: OutboxRig, reference: string): Promise<void> {
  const client = createServiceClient({ baseUrl: rig.proxy.baseUrl });
  await createDocument(client, rig.token, bodyOf(rig, reference));
  await client.close();
}

export const documentedRefusal = JSON.stringify({
  errors: [{ message: 'Refused', code: 'invalid', field: 'details[0].code' }],
});
