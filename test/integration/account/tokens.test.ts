// What becomes of the tokens of all tills at which somebody signed in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { systemClock } from '../../../src-main/clock.ts';
import { newFolder, sayingService, startSession, type SayingService } from '../session-rig.ts';
import { done, open, resumed, signedIn, signInTo, tillOf, twoShops } from '../two-shops.ts';

test('a token goes to its own service alone, and remains after another till was open, kept or not', async () => {
  const shops = await twoShops();
  const { one, other, first, second } = shops;
  expect(await open(shops, one.id)).toEqual(done);
  expect(tillOf(shops).token).toBe(first.token);
  expect(await open(shops, other.id)).toEqual(done);
  expect(tillOf(shops).token).toBe(second.token);
  tillOf(shops).outbox.tryNow();
  await eventually(() => {
    expect(second.askedRequests.some(({ path }) => path.startsWith('/documents/'))).toBe(true);
  });
  const tokens = (service: SayingService) =>
    service.askedRequests.map(({ token }) => token).filter(Boolean);
  expect(new Set(tokens(first))).toEqual(new Set([`Token ${first.token}`]));
  expect(new Set(tokens(second))).toEqual(new Set([`Token ${second.token}`]));
});

test('the till says that a token is not kept until the owner accepts weak keeping, which ends with the sign-out', async () => {
  const service = await sayingService();
  const started = startSession(newFolder());
  const { session, settings, keptTokens, notices } = started;
  await signInTo(started, service);
  await signInTo(started, service);
  expect(notices).toEqual([{ code: 'token_not_kept' }]);
  settings.update({ keepTokenWeakly: true });
  await session.keepToken();
  expect(notices).toEqual([]);
  expect([...keptTokens.values()]).toEqual([service.token]);
  expect(await session.signOut()).toEqual(done);
  expect(keptTokens.size).toBe(0);
  expect(settings.value.keepTokenWeakly).toBe(false);
});

test('once the owner no longer accepts weak keeping, no profile’s token is kept, and the open till goes on', async () => {
  const shops = await twoShops();
  const { one, other, session, settings, keptTokens } = shops;
  settings.update({ keepTokenWeakly: true });
  await session.keepToken();
  await open(shops, one.id);
  await session.keepToken();
  expect([...keptTokens.keys()].sort()).toEqual([one.id, other.id].sort());
  settings.update({ keepTokenWeakly: false });
  await session.keepToken();
  expect(keptTokens.size).toBe(0);
  expect(tillOf(shops).token).toBe(shops.first.token);
});

test('removing a profile while another is open forgets its token', async () => {
  const shops = await twoShops();
  const { one, other, session, settings, keptTokens } = shops;
  settings.update({ keepTokenWeakly: true });
  await session.keepToken();
  await open(shops, one.id);
  expect([...keptTokens.keys()]).toEqual([other.id]);
  expect(await session.removeProfile(other.id)).toEqual(done);
  expect(keptTokens.size).toBe(0);
  await open(shops, null);
  await signInTo(shops, shops.second);
  expect(session.profiles.known).toHaveLength(2);
});

test('the owner’s word about tokens ends with the last sign-out', async () => {
  const shops = await twoShops();
  const { one, session, settings } = shops;
  settings.update({ keepTokenWeakly: true });
  await session.signOut();
  expect(settings.value.keepTokenWeakly).toBe(true);
  await open(shops, one.id);
  await session.signOut();
  expect(settings.value.keepTokenWeakly).toBe(false);
});

test('no token stands in the settings', async () => {
  const { folder, first, second } = await twoShops();
  const text = readFileSync(join(folder, 'settings.json'), 'utf8');
  expect(text).toContain('PRACA');
  for (const { token } of [first, second]) expect(text).not.toContain(token);
});

test('a key store that answers late signs its till in, unless somebody signed in meanwhile', async () => {
  const { service, folder, stop } = await signedIn();
  await stop();
  const silent = Promise.withResolvers<string | undefined>();
  const vault = {
    keep: () => Promise.resolve(true),
    read: () => silent.promise,
    forget: () => undefined,
    tidy: () => undefined,
  };
  /** Shortens the wait. */
  const clock = {
    ...systemClock,
    sleep: (ms: number, signal: AbortSignal) => systemClock.sleep(Math.min(ms, 5), signal),
  };
  const again = await resumed(folder, undefined, undefined, { vaultOf: () => vault, clock });
  expect(tillOf(again).token).toBeUndefined();
  await signInTo(again, service);
  expect(tillOf(again).token).toBe(service.token);
  silent.resolve('an-older-token');
  await new Promise((resolve) => setImmediate(resolve));
  expect(tillOf(again).token).toBe(service.token);
  await again.stop();
  const late = await resumed(folder, undefined, undefined, { vaultOf: () => vault, clock });
  await eventually(() => {
    expect(tillOf(late).token).toBe('an-older-token');
  });
});
