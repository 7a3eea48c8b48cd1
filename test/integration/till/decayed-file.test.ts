// A large file of which an old page has decayed: the till sells on, tells it, and repairs the file
// when nobody sells, or at the next start. The session is built as in the program.
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { emptyCart } from '../../../src-main/contract/cart.ts';
import { saveOpenCart } from '../../../src-main/store/carts.ts';
import { isMarkedUnread } from '../../../src-main/store/clean-close.ts';
import { isWholeFile } from '../../../src-main/store/open.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { commitSale, readSale } from '../../../src-main/store/sales.ts';
import { HandClock } from '../../hand-clock.ts';
import { linesOf } from '../../log-lines.ts';
import { sampleCart, sampleSale } from '../../sample-sale.ts';
import { direct } from '../service/networks.ts';
import { newFolder } from '../session-rig.ts';
import { resumed, signedIn, tillOf } from '../two-shops.ts';

const minuteMs = 60_000;

async function openedFile() {
  const started = await signedIn();
  const { db } = tillOf(started);
  return { ...started, db, file: db.name };
}

/** A till that was closed some days ago, whose file is large, and an old part of it damaged. */
async function decayedTill() {
  const { folder, db, file, stop } = await openedFile();
  const sold = sampleSale();
  commitSale(db, sold);
  // More than is read before the till opens, in an old row of what nobody asks for.
  const fill = db.prepare('INSERT INTO audit (at_ms, newest_id, report) VALUES (?, 1, ?)');
  fill.run(1, 'decays '.repeat(5 << 20));
  for (let atMs = 2; atMs < 40; atMs += 1) fill.run(atMs, '{}');
  await stop();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, 20 * 2 ** 20, 20 * 2 ** 20 + 4096));
  rmSync(`${file}.closed`);
  return { folder, file, sold };
}

/** Starts the program and waits until the damage is found: at once, or when the till reads. */
async function toldOf(folder: string, when: 'at once' | 'by itself' = 'at once') {
  const clock = new HandClock();
  const started = await resumed(folder, direct, new Map(), { clock });
  const first = tillOf(started);
  if (when === 'at once') started.session.readFile();
  const codes = () => started.notices.map(({ code }) => code);
  await expect.poll(codes, { timeout: 20_000 }).toEqual(['store_decayed']);
  return { ...started, clock, first, codes };
}

const rebuilt = (file: string) => existsSync(file.replace('.db', '.damaged-1.db'));

test('what decays is told while the till sells, and repaired once nobody has sold for ten minutes', async () => {
  const { folder, file, sold } = await decayedTill();
  const { session, clock, first, codes, stop } = await toldOf(folder, 'by itself');
  const meanwhile = sampleSale();
  const later = sampleSale();
  commitSale(first.db, meanwhile);
  const passMinutes = async (minutes: number) => {
    for (let half = 0; half < minutes * 2; half += 1) await clock.pass(minuteMs / 2);
  };
  await passMinutes(9);
  // A customer comes, and another is being served.
  commitSale(first.db, later);
  await passMinutes(9);
  const cart = sampleCart();
  saveOpenCart(first.db, cart);
  await passMinutes(15);
  expect(session.till).toBe(first);
  expect(rebuilt(file)).toBe(false);
  saveOpenCart(first.db, emptyCart(cart.cartId));
  await passMinutes(12);
  await expect.poll(() => session.till !== null && session.till !== first).toBe(true);

  expect(codes()).toEqual(['store_salvaged']);
  const { db } = tillOf({ session });
  for (const { reference } of [sold, meanwhile, later])
    expect(readSale(db, reference)?.state).toBe('in_doubt');
  await stop();
  expect(rebuilt(file)).toBe(true);
  expect(isWholeFile(file)).toBe(true);
  const lines = linesOf(join(folder, 'till.log'), /^till file/);
  expect(lines.map(({ message, isWhole }) => [message, isWhole])).toContainEqual([
    'till file read',
    false,
  ]);
}, 60_000);

test('what decays is not repaired while somebody types, or has left something half-typed', async () => {
  const { folder, file } = await decayedTill();
  const { session, clock, first, stop } = await toldOf(folder);
  for (let minutes = 0; minutes < 30; minutes += 1) {
    await clock.pass(minuteMs / 2);
    session.touch();
    await clock.pass(minuteMs / 2);
  }
  expect(session.till).toBe(first);
  expect(rebuilt(file)).toBe(false);
  for (let half = 0; half < 24; half += 1) await clock.pass(minuteMs / 2);
  await expect.poll(() => session.till !== null && session.till !== first).toBe(true);
  await stop();
  expect(rebuilt(file)).toBe(true);
}, 60_000);

test('what decays is repaired at the next start, before anything is sold', async () => {
  const { folder, file, sold } = await decayedTill();
  const { first, stop } = await toldOf(folder);
  const meanwhile = sampleSale();
  commitSale(first.db, meanwhile);
  await stop();
  expect(isMarkedUnread(file)).toBe(true);
  expect(rebuilt(file)).toBe(false);

  const next = await resumed(folder);
  expect(next.notices.map(({ code }) => code)).toEqual(['store_salvaged']);
  const { db } = tillOf(next);
  expect(db.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(2);
  for (const { reference } of [sold, meanwhile]) expect(readSale(db, reference)).toBeDefined();
  await next.stop();
  const whole = new Database(file, { readonly: true });
  expect(whole.pragma('integrity_check', { simple: true })).toBe('ok');
  whole.close();
}, 60_000);

test('what somebody meets of a file that decays while it is open is looked into at once', async () => {
  const { session, notices, folder, db, file, stop } = await openedFile();
  for (let number = 1; number <= 60; number += 1) commitSale(db, sampleSale());
  db.pragma('wal_checkpoint(TRUNCATE)');
  const handle = openSync(file, 'r+');
  const { size } = fstatSync(handle);
  writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, size - 4096);
  // Of what it has in memory the program would notice nothing.
  db.pragma('shrink_memory');
  session.readFile();
  const codes = () => notices.map(({ code }) => code);
  await expect.poll(codes, { timeout: 20_000 }).toContain('store_decayed');
  await stop();
  closeSync(handle);

  const next = await resumed(folder);
  expect(next.notices.map(({ code }) => code)).toEqual(['store_salvaged']);
  await next.stop();
}, 60_000);

test('a till that cannot be opened for a damaged page has its file read first the next time', async () => {
  const { folder, file, stop } = await openedFile();
  await stop();
  const inBackground = () => {
    throw new Database.SqliteError('a page that only this start needs', 'SQLITE_CORRUPT');
  };
  const { session } = await resumed(folder, direct, new Map(), { environment: { inBackground } });
  expect(session.failedStart?.error.code).toBe('store_damaged');
  expect(isMarkedUnread(file)).toBe(true);
});

test('a large file that cannot be opened for another reason is not read for it', () => {
  const file = join(newFolder(), 'till.db');
  const ofTill = (tillCode: string) => ({
    ...{ file, newInstallation: () => 'TEST', nowMs: 0 },
    binding: { serviceAddress: 'http://127.0.0.1:9', companyCode: 'LOJA', tillCode },
  });
  const first = openTillStore(ofTill('1'));
  if (!first.ok) throw new Error(first.error.code);
  first.value.db.close();
  first.value.unlock();
  rmSync(`${file}.closed`);
  expect(openTillStore(ofTill('2'), 0)).toMatchObject({ error: { code: 'store_other_till' } });
  expect(isMarkedUnread(file)).toBe(false);
});
