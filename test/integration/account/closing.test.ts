// Nobody guards a till while it is being closed, so until then no request acts and no other till
// opens.
import { expect, test, vi } from 'vitest';
import { ok, type Result } from '../../../src-main/contract/errors.ts';
import { admitTo } from '../../declared-requests.ts';
import { Lock } from '../../../src-main/staff/lock.ts';
import { systemClock } from '../../../src-main/clock.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { updateBlockerOf } from '../../../src-main/update/updates.ts';
import { sampleCart, sampleSale } from '../../sample-sale.ts';
import { addPeople, ines } from '../staff/people.ts';
import { newFolder, sayingService, startSession } from '../session-rig.ts';
import { done, failed, open, signInTo, tillOf, twoShops, type Started } from '../two-shops.ts';

/** Asks as a page of this session asks the program. */
function asking(started: Started) {
  const { session, settings } = started;
  const lock = new Lock({
    db: () => session.till?.db,
    keys: () => ({ wereUsed: false, store: 'none' }) as never,
    clock: systemClock,
    onChanged: () => undefined,
  });
  const context = {
    ...{ lock, session, settings, language: () => 'en', isStarting: () => false },
    pinWindow: { isOpen: false },
    counterWindow: { isKiosk: true },
  };
  const admit = admitTo(context as never);
  return {
    openProfile: (id: string): Promise<Result<unknown>> =>
      admit('profiles.open', { id, leaveWaiting: true }, () => open(started, id, true)),
    save: () => admit('sell.saveCart', { cart: sampleCart() }, () => ok(null)),
    leaveKiosk: () => admit('counter.leaveKiosk', undefined, () => ok(null)),
  };
}

test('a locked till that is being closed does nothing for anybody, and opens at the next start', async () => {
  const shops = await twoShops();
  const { session, settings, one, other, second } = shops;
  const { openProfile, leaveKiosk } = asking(shops);
  addPeople(tillOf(shops).db, ines);
  session.noteCashiers();
  expect(await leaveKiosk()).toEqual(failed({ code: 'locked' }));
  second.said.isSilent = true;
  const before = second.askedRequests.length;
  tillOf(shops).outbox.tryNow();
  await vi.waitUntil(() => second.askedRequests.length > before);

  const closing = session.close();
  await vi.waitUntil(() => session.till === null);
  const refused = failed({ code: 'not_signed_in' });
  expect(session.isSwitching).toBe(true);
  expect(await leaveKiosk()).toEqual(refused);
  expect(await openProfile(one.id)).toEqual(refused);
  // A request that came in before the closing is not carried out either.
  const opening = open(shops, one.id, true);
  second.hangUp();
  await closing;
  expect(await opening).toEqual(refused);
  expect(session.till).toBeNull();
  expect(settings.value.profileId).toBe(other.id);
});

test('nothing is done while a till is left, or practice is made anew', async () => {
  const started = startSession(newFolder());
  const { session } = started;
  await session.practise();
  for (const closing of [session.resetPractice(), session.signOut()]) {
    await vi.waitUntil(() => session.till === null, { interval: 1 });
    expect(session.isSwitching).toBe(true);
    expect(await closing).toEqual(done);
    expect(session.isSwitching).toBe(false);
  }
});

test('nothing is done while somebody signs in to another till, and nobody seems signed out in between', async () => {
  const toldEvents: { readonly isOpen: boolean; readonly isSwitching: boolean }[] = [];
  const started: Started = startSession(newFolder(), undefined, undefined, {
    onTillChanged: () => {
      const { till, isSwitching } = started.session;
      toldEvents.push({ isOpen: till !== null, isSwitching });
    },
  });
  await signInTo(started, await sayingService('PRACA'));
  toldEvents.length = 0;
  expect(await signInTo(started, await sayingService('CAIS'))).toMatchObject({ ok: true });
  expect(tillOf(started).profile.companyCode).toBe('CAIS');
  expect(toldEvents).not.toContainEqual({ isOpen: false, isSwitching: false });
  expect(toldEvents.at(-1)).toEqual({ isOpen: true, isSwitching: false });
  const known = started.session.profiles.known.map(({ isSignedOut }) => isSignedOut);
  expect(known).toEqual([true, false]);
});

test('a sign-in at a silent service is broken off, so that the till can close', async () => {
  const shops = await twoShops();
  const { session, second } = shops;
  second.said.isSilent = true;
  const before = second.askedRequests.length;
  const signingIn = signInTo(shops, second);
  await vi.waitUntil(() => second.askedRequests.length > before);
  const startedMs = Date.now();
  expect(await session.close()).toEqual(done);
  expect(Date.now() - startedMs).toBeLessThan(10_000);
  expect(await signingIn).toMatchObject({ ok: false });
  expect(session.till).toBeNull();
});

test('a till that closes for an update sells nothing, and sells again if something hinders the update', async () => {
  const shops = await twoShops();
  const { session, second, other } = shops;
  const { save } = asking(shops);
  expect(await save()).toEqual(done);
  second.said.isSilent = true;
  const before = second.askedRequests.length;
  void signInTo(shops, second);
  await vi.waitUntil(() => second.askedRequests.length > before);
  // A sale that was begun before is saved meanwhile.
  const closing = session.close(() => updateBlockerOf(session));
  commitSale(tillOf(shops).db, sampleSale());
  expect(await save()).toEqual(failed({ code: 'not_signed_in' }));
  second.hangUp();
  expect(await closing).toEqual(failed({ code: 'update_not_now', why: 'unsent' }));
  expect(session.isSwitching).toBe(false);
  expect(session.profiles.chosen?.id).toBe(other.id);
  expect(await save()).toEqual(done);
  second.said.isSilent = false;
  expect(await signInTo(shops, second)).toMatchObject({ ok: true });
  expect(await session.close(() => undefined)).toEqual(done);
});

test('a sign-out that waits for a slow service keeps nobody from selling while a till is closed for an update', async () => {
  const shops = await twoShops();
  const { session } = shops;
  const auditBeforeLeaving = vi.fn(() => new Promise<number>(() => undefined));
  Object.assign(tillOf(shops).outbox, { auditBeforeLeaving });
  const signOut = async () => {
    const leaving = session.signOut();
    auditBeforeLeaving.mockClear();
    await vi.waitUntil(() => auditBeforeLeaving.mock.calls.length > 0);
    return { leaving };
  };
  const refused = failed({ code: 'not_signed_in' });
  const blocker = { code: 'update_not_now', why: 'sale' } as const;
  const { leaving } = await signOut();
  expect(await session.close(() => blocker)).toEqual(failed(blocker));
  expect(await leaving).toEqual(refused);
  expect(session.isSwitching).toBe(false);
  const { leaving: again } = await signOut();
  expect(await session.close(() => undefined)).toEqual(done);
  expect(await again).toEqual(refused);
});
