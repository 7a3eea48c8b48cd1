// A backup put to use: what the original sent since is found and not sent again, and what it never
// sent is sent once.
import { expect, onTestFinished, test } from 'vitest';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { backUp } from '../../../src-main/store/backups.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { mustStep } from '../../../src-main/store/sale-steps.ts';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import { atRest } from '../../at-rest.ts';
import { beginOutbox, serviceOf } from '../../outbox-at.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';
import { probedSeldom } from '../outbox/outbox-facts.ts';
import { copyTill, newFile, newInstallation, statesOf } from './till-files.ts';

/** The till that the backup becomes, at the same service and with the same clock. */
function openRestored(rig: OutboxRig, backup: string): Store {
  const file = newFile();
  copyTill(backup, file, ['']);
  const opened = openTillStore({
    file,
    binding: { serviceAddress: rig.proxy.baseUrl, companyCode: 'A', tillCode: '1' },
    newInstallation,
    nowMs: rig.clock.nowMs(),
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const { db, notices } = opened.value;
  expect(notices).toEqual([{ code: 'store_restored', sales: 3 }]);
  const client = createServiceClient({ baseUrl: rig.proxy.baseUrl });
  const outbox = beginOutbox({
    ...{ db, clock: rig.clock, service: serviceOf(client, rig.token) },
    timing: { ...defaultTiming, ...probedSeldom },
  });
  onTestFinished(async () => {
    await outbox.stop();
    await client.close();
    db.close();
    opened.value.unlock();
  });
  return db;
}

test('a restored till sends nothing that the original sent, and the rest once', async () => {
  const rig = await startOutboxRig();
  onTestFinished(() => rig.close());
  const before = rig.sell();
  await rig.until(before.reference, 'confirmed');
  await rig.unplug();
  await rig.untilConnection('offline');
  const sent = [rig.sell(), rig.sell()];
  const neverSent = rig.sell();
  const backup = await backUp(rig.db, rig.clock.nowMs(), new AbortController().signal);
  mustStep(rig.db, {
    reference: neverSent.reference,
    event: 'cancelled',
    evidence: { kind: 'decided', by: 'Ana', note: 'the original does not send it' },
    atMs: rig.clock.nowMs(),
  });
  await rig.plugIn();
  for (const { reference } of sent) await rig.until(reference, 'confirmed');
  await rig.outbox.stop();
  expect(rig.countAtService(neverSent.reference)).toBe(0);

  const db = openRestored(rig, backup);
  const references = [before, ...sent, neverSent].map(({ reference }) => reference);
  const areConfirmed = () =>
    references.every((reference) => statesOf(db)[reference] === 'confirmed');
  const limitMs = rig.clock.monotonicMs() + 2_000_000;
  while (!areConfirmed()) {
    if (rig.clock.monotonicMs() > limitMs)
      throw new Error(`never came: ${JSON.stringify(statesOf(db))}`);
    await atRest(rig.clock);
    rig.clock.advance(Math.max(1_000, rig.clock.restMs() ?? 0));
  }
  for (const reference of references) expect(rig.countAtService(reference)).toBe(1);
  const eventsOf = (reference: string) =>
    readSaleDetail(db, reference)
      ?.steps.map((step) => step.event)
      .filter((event) => event !== 'looked_up');
  for (const { reference } of sent) {
    expect(eventsOf(reference)).toEqual(['committed', 'restored', 'found']);
  }
  expect(eventsOf(neverSent.reference)).toEqual(['committed', 'restored', 'claimed', 'accepted']);
});
