// Which till a sign-in opens, at a service that says little and writes codes in its own way.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { product } from './catalogue/import-samples.ts';
import { trustedSinceMs } from '../../src-main/store/clean-close.ts';
import { commitSale } from '../../src-main/store/sales.ts';
import { direct } from './service/networks.ts';
import { sampleSale } from '../sample-sale.ts';
import { newFolder, sayingService, startSession } from './session-rig.ts';
import { signInTo } from './two-shops.ts';
import { localDay } from '../../src-main/contract/calendar.ts';
import { HandClock } from '../hand-clock.ts';

async function atService(change: Parameters<typeof startSession>[3] = {}) {
  const folder = newFolder();
  const { serviceAddress, said } = await sayingService();
  const started = startSession(folder, direct, new Map(), change);
  const signIn = (codes: { readonly companyCode: string; readonly tillCode: string }) =>
    started.session.signIn({
      ...{ way: 'password', serviceAddress, username: 'ana', password: 'x' },
      ...codes,
    });
  return {
    ...started,
    folder,
    said,
    signIn,
    tills: () => readdirSync(join(folder, 'tills')),
  };
}

const asTyped = { companyCode: 'loja', tillCode: '01' };

test('a till with unsent sales is found again, however the service or a person writes its codes', async () => {
  const { session, said, signIn, tills } = await atService();
  expect(await signIn(asTyped)).toMatchObject({
    ok: true,
    value: { companyCode: 'LOJA', tillCode: '1' },
  });
  const { till } = session;
  if (!till) throw new Error('no till is open');
  commitSale(till.db, sampleSale());
  Object.assign(said, { company: 'Loja', till: '001' });
  expect(await signIn(asTyped)).toMatchObject({
    ok: true,
    value: { companyCode: 'LOJA', tillCode: '1' },
  });
  expect(session.till).toBe(till);
  expect(tills()).toHaveLength(1);
});

test('another till is refused while sales are unsent', async () => {
  const { session, said, signIn } = await atService();
  await signIn(asTyped);
  if (session.till) commitSale(session.till.db, sampleSale());
  said.till = 2;
  expect(await signIn({ companyCode: 'LOJA', tillCode: '2' })).toEqual({
    ok: false,
    error: { code: 'unsent_sales', count: 1 },
  });
});

test('a demonstration company stays marked even if the service no longer says so', async () => {
  const { said, signIn } = await atService();
  said.isDemo = true;
  expect(await signIn(asTyped)).toMatchObject({ value: { kind: 'sandbox' } });
  said.isDemo = false;
  expect(await signIn(asTyped)).toMatchObject({ value: { kind: 'sandbox' } });
});

test.each([false, true])(
  'the till’s file is closed before closing at once returns, though it is being closed: %s',
  async (isBeingClosed) => {
    // What goes on in background may find the folder gone.
    const environment = { inBackground: () => undefined };
    const { session, signIn } = await atService({ environment });
    await signIn(asTyped);
    const db = session.till?.db;
    if (!db) throw new Error('no till is open');
    commitSale(db, sampleSale());
    const closing = isBeingClosed ? session.close() : undefined;
    const hasTill = () => session.till !== null;
    while (closing && hasTill()) await new Promise(setImmediate);
    expect(db.open).toBe(true);
    session.closeNow();
    expect(db.open).toBe(false);
    expect(existsSync(`${db.name}-wal`)).toBe(false);
    expect(trustedSinceMs(db.name, Date.now())).toBeDefined();
    expect(session.till).toBeNull();
    // What waited finds its files closed.
    await (closing ?? session.close()).catch(() => undefined);
    expect(await signIn(asTyped)).toEqual({ ok: false, error: { code: 'not_signed_in' } });
  },
);

test('files of an import that a kill cut off are removed, and those of an earlier version', async () => {
  const { session, signIn, stop, folder } = await atService();
  await signIn(asTyped);
  const tillFolder = dirname(session.till?.db.name ?? '');
  await stop();
  const onlyProducts = join(tillFolder, 'catalogue-before-0123abcd.db');
  const left = [
    ...['catalogue-import.csv', 'catalogue-setup.csv', 'catalogue-setup.db', 'figures.db'],
    ...['figures.db-wal', 'catalogue-many.db'],
  ].map((name) => join(tillFolder, name));
  for (const file of [...left, onlyProducts]) writeFileSync(file, 'half of it');
  const again = startSession(folder);
  await again.session.resume();
  await expect.poll(() => left.filter((file) => existsSync(file))).toEqual([]);
  // The catalogue is empty: its products may be in that file alone.
  expect(existsSync(onlyProducts)).toBe(true);
  again.session.till?.catalogue.keep(product('A1'));
  await again.stop();
  await startSession(folder).session.resume();
  await expect.poll(() => existsSync(onlyProducts)).toBe(false);
});

test('a till is told within the minute that the service has another day, by `today_str`', async () => {
  const service = await sayingService();
  const { said } = service;
  const clock = new HandClock();
  said.today = '2026-01-04';
  const started = startSession(newFolder(), direct, new Map(), { clock });
  const { notices } = started;
  await signInTo(started, service);
  const differs = { code: 'day_differs', here: localDay(clock.nowMs()), there: said.today };
  await expect
    .poll(() => {
      clock.advance(2_000);
      return notices;
    })
    .toContainEqual(differs);
  expect(clock.monotonicMs()).toBeLessThan(60_000);
  said.today = localDay(clock.nowMs());
  await expect
    .poll(() => {
      clock.advance(600_000);
      return notices;
    })
    .not.toContainEqual(differs);
});
