// If a till does not close well, it stays open or the page says why not: no failure leaves the till
// unable to open again.
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { keyOf } from '../../../src-main/account/profiles.ts';
import { PageEvents } from '../../../src-main/page/page-events.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { installationOf } from '../../../src-main/store/till.ts';
import { sampleSale } from '../../sample-sale.ts';
import { newFolder, sayingService, startSession } from '../session-rig.ts';
import {
  done,
  failed,
  open,
  signedIn,
  signInTo,
  tillOf,
  twoShops,
  type Started,
} from '../two-shops.ts';

/** Something holds one of the till's files. */
function spoilClosing(started: Started): void {
  const stop = () => Promise.reject(new Error('EBUSY'));
  Object.assign(tillOf(started).manyProducts, { stop });
}

/** A session signed in at one service, and how often it told the page. */
async function oneShop() {
  const onTillChanged = vi.fn();
  const started = await signedIn({ onTillChanged });
  const { service } = started;
  const id = keyOf(tillOf(started).profile);
  const isAsBefore = () => {
    const { session } = started;
    const { profile, token, db } = tillOf(started);
    expect([keyOf(profile), token, db.open]).toEqual([id, service.token, true]);
    expect(session.isSwitching).toBe(false);
    expect(session.profiles.chosen).toMatchObject({ id, isSignedOut: false });
  };
  return { ...started, id, onTillChanged, isAsBefore };
}

test.each<[string, (shop: Awaited<ReturnType<typeof oneShop>>) => Promise<unknown>]>([
  ['signing out', ({ session }) => session.signOut()],
  ['removing it', ({ session, id }) => session.removeProfile(id)],
  ['signing in to another', async (shop) => signInTo(shop, await sayingService('CAIS'))],
  ['opening another', (shop) => open(shop, null)],
])('the till opens again if %s fails as it closes', async (_what, leave) => {
  const shop = await oneShop();
  const { session, onTillChanged, isAsBefore } = shop;
  const before = tillOf(shop);
  spoilClosing(shop);
  onTillChanged.mockClear();
  await expect(leave(shop)).rejects.toThrow('EBUSY');
  expect(tillOf(shop)).not.toBe(before);
  isAsBefore();
  expect(onTillChanged).toHaveBeenCalled();
  expect(session.profiles.known).toHaveLength(1);
  expect(await leave(shop)).toMatchObject({ ok: true });
});

test('after a failed closing nothing of the old till works on beside the new one', async () => {
  const shop = await oneShop();
  const before = tillOf(shop);
  const stop = () => Promise.reject(new Error('EBUSY'));
  Object.assign(before.documentExport, { stop });
  await expect(shop.session.signOut()).rejects.toThrow('EBUSY');
  expect(before.db.open).toBe(false);
  shop.isAsBefore();
});

test('the till stays open with its token if signing out cannot be written down', async () => {
  const shop = await oneShop();
  const { session, settings, isAsBefore } = shop;
  const update = settings.update.bind(settings);
  settings.update = () => {
    throw new Error('no room');
  };
  await expect(session.signOut()).rejects.toThrow('no room');
  isAsBefore();
  settings.update = update;
  expect(await session.signOut()).toEqual(done);
  expect(session.till).toBeNull();
});

test('a sign-out holds even if the owner’s earlier word stays written down', async () => {
  const shop = await oneShop();
  const { session, settings, notices, id } = shop;
  const update = settings.update.bind(settings);
  settings.update = (change) => {
    if ('keepTokenWeakly' in change)
      throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' });
    update(change);
  };
  expect(await session.practise()).toMatchObject({ ok: true });
  expect(tillOf(shop).profile.kind).toBe('practice');
  expect(session.profiles.find(id)).toMatchObject({ isSignedOut: true });
  expect(notices).toContainEqual({ code: 'disk_full' });
});

test('if the till does not open again either, the page says so and the till tries again', async () => {
  const shop = await oneShop();
  const { session, isAsBefore } = shop;
  const { name } = tillOf(shop).db;
  const ofVersion = (version: number) => {
    const db = new Database(name);
    const before = db.pragma('user_version', { simple: true });
    db.pragma(`user_version = ${version}`);
    db.close();
    return Number(before);
  };
  spoilClosing(shop);
  const leaving = session.signOut().catch((error: unknown) => error);
  await vi.waitUntil(() => session.till === null, { interval: 1 });
  const version = ofVersion(999);
  expect(await leaving).toBeInstanceOf(Error);
  expect(session.failedStart).toMatchObject({ error: { code: 'store_newer' } });
  expect(session.isSwitching).toBe(false);
  ofVersion(version);
  expect(await session.tryAgain()).toEqual(done);
  isAsBefore();
});

test('if the new till of a sign-in does not open, the page says so and the till tries again', async () => {
  const shop = await oneShop();
  const { session, folder, id, settings, stop } = shop;
  const other = await sayingService('CAIS');
  const second = startSession(newFolder());
  await signInTo(second, other);
  const { profile } = tillOf(second);
  const inItsPlace = join(folder, 'tills', keyOf(profile), 'till.db');
  mkdirSync(inItsPlace, { recursive: true });
  expect(await signInTo(shop, other)).toMatchObject(failed({ code: 'store_failed' }));
  expect(session.till).toBeNull();
  expect(session.profiles.find(id)).toMatchObject({ isSignedOut: true });
  expect(session.failedStart).toMatchObject({
    ...{ companyName: profile.companyName, error: { code: 'store_failed' } },
  });
  expect(session.isSwitching).toBe(false);
  rmdirSync(inItsPlace);
  expect(await session.tryAgain()).toEqual(done);
  expect([keyOf(tillOf(shop).profile), tillOf(shop).token]).toEqual([keyOf(profile), other.token]);
  expect(settings.value.profileId).toBe(keyOf(profile));
  await stop();
});

test('the new till of a sign-in opens only once it is written down, so that the next start knows of it', async () => {
  const shop = await oneShop();
  const { session, settings } = shop;
  const other = await sayingService('CAIS');
  const update = settings.update.bind(settings);
  settings.update = (change) => {
    if (change.profiles && change.profiles.length > 1)
      throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' });
    update(change);
  };
  const refused = failed({ code: 'disk_full' });
  expect(await signInTo(shop, other)).toEqual(refused);
  expect(session.till).toBeNull();
  expect(session.failedStart).toMatchObject({ error: { code: 'disk_full' } });
  expect(await session.tryAgain()).toEqual(refused);
  expect(session.till).toBeNull();
  settings.update = update;
  expect(await session.tryAgain()).toEqual(done);
  expect(session.failedStart).toBeNull();
  expect(tillOf(shop).token).toBe(other.token);
  expect(session.profiles.chosen?.profile.companyCode).toBe('CAIS');
});

test('practice opens again if it could not be made anew', async () => {
  const started = startSession(newFolder());
  const { session } = started;
  await session.practise();
  spoilClosing(started);
  await expect(session.resetPractice()).rejects.toThrow('EBUSY');
  expect(tillOf(started).profile.kind).toBe('practice');
  expect(await session.resetPractice()).toEqual(done);
});

test('what became of a sale while another till failed to open is told once its own till is back', async () => {
  const toldEvents: unknown[] = [];
  const folder = newFolder();
  const shops = await twoShops(folder);
  const { one, other } = shops;
  await shops.stop();
  const { session, ...rest }: Started = startSession(folder, undefined, undefined, {
    onTillChanged: () => {
      page.tillChanged();
    },
    environment: {
      saleListeners: [
        (sale) => {
          page.saleChanged(sale);
        },
      ],
    },
  });
  const page: PageEvents = new PageEvents({
    push: (name, event) => {
      if (name === 'outbox.saleChanged') toldEvents.push(event);
    },
    isLocked: () => false,
    isSwitching: () => session.isSwitching,
    till: () => session.till && installationOf(session.till.db),
    state: () => ({}) as never,
  });
  const started = { session, ...rest };
  await session.resume();
  const till = tillOf(started);
  const sale = commitSale(till.db, sampleSale());
  const db = new Database(till.db.name.replace(other.id, one.id));
  const version = Number(db.pragma('user_version', { simple: true }));
  db.pragma('user_version = 999');
  const leave = async () => {
    const opening = open(started, one.id, true);
    await vi.waitUntil(() => session.till === null, { interval: 1 });
    till.saleChanged(sale);
    return opening;
  };
  expect(await leave()).toMatchObject(failed({ code: 'store_newer' }));
  expect(toldEvents).toEqual([sale]);
  db.pragma(`user_version = ${version}`);
  db.close();
  expect(await leave()).toEqual(done);
  expect(toldEvents).toEqual([sale]);
});
