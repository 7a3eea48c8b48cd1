// A till that is left while its sale is on the wire: the profile is switched, or the program closes
// for an update. The sale is in doubt then, and looked for before anything is sent again.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import { startPracticeService } from '../../../src-main/practice-service/server.ts';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { lookUpDocuments, signIn } from '../../../src-main/service/endpoints.ts';
import { commitSale, requireSale } from '../../../src-main/store/sales.ts';
import { installationOf } from '../../../src-main/store/till.ts';
import { eventually } from '../../eventually.ts';
import { sampleSale } from '../../sample-sale.ts';
import { newFolder, sayingService, startSession } from '../session-rig.ts';
import { done, open, signInTo, tillOf, type Started } from '../two-shops.ts';

/** Returns a service that makes the documents which it is sent and, while `holds`, answers none. */
async function holdingService(folder: string) {
  const heldService = { holds: false, creations: 0 };
  const released = Promise.withResolvers<undefined>();
  const service = await startPracticeService({
    databaseFile: join(folder, 'service.db'),
    line: async (request, answer) => {
      if (request.method !== 'POST' || request.url !== '/documents/new/') return answer();
      heldService.creations += 1;
      const answered = await answer();
      if (heldService.holds) await released.promise;
      return answered;
    },
  });
  onTestFinished(async () => {
    released.resolve(undefined);
    await service.close();
  });
  return { heldService, baseUrl: service.baseUrl };
}

/** Sells at a till that is signed in, and returns once the sale has reached the service. */
async function sellUntilSent(started: Started, heldService: { readonly creations: number }) {
  const { db, outbox } = tillOf(started);
  const { reference } = commitSale(db, sampleSale({ installation: installationOf(db) }));
  outbox.wake();
  await eventually(() => {
    expect(heldService.creations).toBe(1);
  });
  return reference;
}

const signInThere = ({ session }: Started, serviceAddress: string) =>
  session.signIn({ way: 'password', serviceAddress, ...practiceAccount });

async function documentsOf(baseUrl: string, reference: string): Promise<number> {
  const client = createServiceClient({ baseUrl });
  onTestFinished(() => client.close());
  const token = await signIn(client, practiceAccount);
  if (!token.ok) throw new Error(token.error.code);
  const result = await lookUpDocuments(client, token.value, {
    search: reference,
    descending: true,
    offset: 0,
    limit: 10,
  });
  if (!result.ok) throw new Error(result.error.code);
  return result.value.rows.length;
}

async function arrivesOnce(started: Started, reference: string, baseUrl: string): Promise<void> {
  await eventually(() => {
    expect(requireSale(tillOf(started).db, reference).state).toBe('confirmed');
  });
  expect(await documentsOf(baseUrl, reference)).toBe(1);
}

test('a sale on the wire while its profile is left is found when the profile is opened again, and sent once', async () => {
  const folder = newFolder();
  const { heldService, baseUrl } = await holdingService(folder);
  const started = startSession(folder);
  await signInTo(started, await sayingService('PRACA'));
  await open(started, null);
  expect(await signInThere(started, baseUrl)).toMatchObject({ ok: true });
  const [other, own] = started.session.profiles.known;
  heldService.holds = true;
  const reference = await sellUntilSent(started, heldService);

  expect(await open(started, other?.id ?? null, true)).toMatchObject({ ok: true });
  heldService.holds = false;
  expect(await open(started, own?.id ?? null, true)).toMatchObject({ ok: true });

  await arrivesOnce(started, reference, baseUrl);
  expect(heldService.creations).toBe(1);
});

test('a sale on the wire while the program closes is found at the next start, and sent once', async () => {
  const folder = newFolder();
  const { heldService, baseUrl } = await holdingService(folder);
  const keptTokens = new Map<string, string>();
  const before = startSession(folder, undefined, keptTokens);
  before.settings.update({ keepTokenWeakly: true });
  expect(await signInThere(before, baseUrl)).toMatchObject({ ok: true });
  heldService.holds = true;
  const reference = await sellUntilSent(before, heldService);
  expect(await before.session.close()).toEqual(done);
  heldService.holds = false;

  const after = startSession(folder, undefined, keptTokens);
  await after.session.resume();
  await arrivesOnce(after, reference, baseUrl);
  expect(heldService.creations).toBe(1);
});
