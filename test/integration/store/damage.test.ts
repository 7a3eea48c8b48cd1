// A damaged database is set aside as it is. A new one holds every sale that can still be read, and
// none of them is sent before a look-up.
import { mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backUp } from '../../../src-main/store/backups.ts';
import { defaultReceiptSettings } from '../../../src-main/contract/printing.ts';
import {
  holdCart,
  readHeldSales,
  readOpenCart,
  resumeCart,
} from '../../../src-main/store/carts.ts';
import {
  readCashiers,
  readFailedAttempts,
  readLockRules,
  writeFailedAttempts,
  writeLockRules,
} from '../../../src-main/store/cashiers.ts';
import { identify, trustedSinceMs } from '../../../src-main/store/clean-close.ts';
import { readSought } from '../../../src-main/store/doubts.ts';
import { readPaymentMethods } from '../../../src-main/store/payment-methods.ts';
import type { Store } from '../../../src-main/store/open.ts';
import {
  readQuickKeyPages,
  replaceQuickKeyPages,
} from '../../../src-main/store/quick-key-pages.ts';
import {
  readReceiptSettings,
  writeReceiptSettings,
} from '../../../src-main/store/receipt-settings.ts';
import { noteRecovery, readRecoveries } from '../../../src-main/store/recoveries.ts';
import { noteFirstUser, readRecoveryUsers } from '../../../src-main/store/recovery-users.ts';
import { countPrints } from '../../../src-main/store/receipt-prints.ts';
import { readableRows } from '../../../src-main/store/salvage/damaged-rows.ts';
import { asideReadings } from '../../../src-main/store/salvage/readings.ts';
import { setAside } from '../../../src-main/store/salvage/set-aside.ts';
import { claimNext } from '../../../src-main/store/sale-steps.ts';
import { countSales, readSaleDetail } from '../../../src-main/store/sales.ts';
import { highestDocumentId, installationOf } from '../../../src-main/store/till.ts';
import { newChance } from '../../chance.ts';
import { isLong } from '../../tier.ts';
import { pngOf } from '../../printer/png-file.ts';
import { addPeople, ines, rui } from '../staff/people.ts';
import { laterSchema } from './later-schema.ts';
import { cart, recount, reference } from './samples.ts';
import {
  another,
  asideOf,
  copyTill,
  fullTill,
  fullTillSales,
  newFile,
  open,
  statesOf,
} from './till-files.ts';
import { tamper } from '../../attacks/tamper.ts';

const never = new AbortController().signal;
const pageBytes = 4096;
const chance = newChance();
/** To save time only one damage in so many is tried, others in each run. */
const every = isLong ? 1 : 16;
const offset = chance.between(1, every);
const unsettled = ['queued', 'sending', 'in_doubt'];

/** Checks what must hold after every damage. Returns how many sales were brought over. */
function expectSalvaged(file: string, before: Readonly<Record<string, string>>): number {
  const damaged = readFileSync(file);
  const { db, notices, close } = open(file);
  const states = statesOf(db);
  expect(notices).toEqual([
    { code: 'store_salvaged', file: asideOf(file), sales: Object.keys(states).length },
  ]);
  expect(readFileSync(asideOf(file)).equals(damaged)).toBe(true);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(countSales(db)).toMatchObject(recount(db));
  for (const [one, state] of Object.entries(states)) {
    const was = before[one] ?? 'nothing';
    expect(state).toBe(unsettled.includes(was) ? 'in_doubt' : was);
    expect(readSaleDetail(db, one)?.steps.length).toBeGreaterThan(0);
    expect(['absence', 'never', 'none']).toContain(readSought(db, one)?.proof);
    if (state === 'in_doubt') expect(readSought(db, one)?.proof).not.toBe('none');
  }
  expect(claimNext(db, 0)).toBeUndefined();
  close();
  const again = open(file);
  expect(again.notices).toEqual([]);
  again.close();
  expect(readdirSync(dirname(file)).filter((name) => /reading|rebuilt/.test(name))).toEqual([]);
  return Object.keys(states).length;
}

function statesIn(file: string): Readonly<Record<string, string>> {
  const elsewhere = newFile();
  copyTill(file, elsewhere, ['']);
  const db = new Database(elsewhere);
  const states = statesOf(db);
  db.close();
  return states;
}

test('if a file is cut short anywhere, everything before the cut is saved', () => {
  const whole = fullTill();
  const before = statesIn(whole);
  const size = readFileSync(whole).length;
  const saved: number[] = [];
  for (let length = size - pageBytes; length > 0; length -= pageBytes * 2 * every) {
    const file = another(whole);
    truncateSync(file, length);
    saved.push(expectSalvaged(file, before));
  }
  expect(saved.length * every).toBeGreaterThan(10);
  expect(Math.max(...saved)).toBeGreaterThan(fullTillSales / 2);
});

test('if pages of a file are overwritten, every sale on the others is saved', () => {
  const whole = fullTill();
  const before = statesIn(whole);
  const bytes = readFileSync(whole);
  const pages = bytes.length / pageBytes;
  let saved = 0;
  let runs = 0;
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: pages - 1 }), { minLength: 1, maxLength: 3 }),
      fc.uint8Array({ minLength: pageBytes, maxLength: pageBytes }),
      (damagedPages, garbage) => {
        const file = another(whole);
        const damaged = Buffer.from(bytes);
        for (const page of damagedPages) damaged.set(garbage, page * pageBytes);
        writeFileSync(file, damaged);
        saved += expectSalvaged(file, before);
        runs += 1;
      },
    ),
    { numRuns: isLong ? 40 : 5, seed: chance.between(0, 1_000_000), endOnFailure: true },
  );
  expect(saved / runs).toBeGreaterThan(fullTillSales / 2);
}, 90_000);

test('with a backup, no page is so important that a sale is lost with it', async () => {
  const whole = fullTill();
  const before = statesIn(whole);
  const { db, close } = open(whole);
  const backup = await backUp(db, 0, never);
  close();
  const bytes = readFileSync(whole);
  for (let page = 3 * (offset - 1); page < bytes.length / pageBytes; page += 3 * every) {
    const file = another(whole);
    mkdirSync(join(dirname(file), 'backups'));
    copyTill(backup, join(dirname(file), 'backups', basename(backup)), ['']);
    writeFileSync(file, Buffer.from(bytes).fill(0x5a, page * pageBytes, (page + 1) * pageBytes));
    expect(expectSalvaged(file, before)).toBe(fullTillSales);
  }
});

test('a page that decays while the file is trusted keeps no till shut, whichever it is', () => {
  const whole = fullTill();
  const bytes = readFileSync(whole);
  const db = new Database(whole, { readonly: true });
  const select = db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'sale'`).pluck();
  const pages = [Number(select.get()) - 1];
  db.close();
  for (let page = offset; page < bytes.length / pageBytes; page += every) pages.push(page);
  for (const page of pages) {
    const file = another(whole);
    writeFileSync(file, Buffer.from(bytes).fill(0x5a, page * pageBytes, (page + 1) * pageBytes));
    // Decay changes no date.
    writeFileSync(`${file}.closed`, JSON.stringify({ file: identify(file), checkedAtMs: 0 }));
    expect(trustedSinceMs(file, 0)).toBe(0);
    const till = open(file, 0);
    expect(till.db.open).toBe(true);
    till.close();
  }
});

test('a sale that is also in a backup gets the higher number of attempts and the lowest high-water mark', async () => {
  const file = fullTill();
  const { db, close } = open(file);
  const know = db.prepare('UPDATE sale SET attempts = ?, high_water_mark = ? WHERE sale_id = ?');
  know.run(3, 4, 1);
  know.run(1, 50, 5);
  await backUp(db, 0, never);
  know.run(1, 10, 1);
  know.run(4, 5, 5);
  know.run(0, 40, 4);
  close();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  const rows = open(file)
    .db.prepare('SELECT sale_id, attempts, high_water_mark FROM sale WHERE sale_id IN (1, 4, 5)')
    .raw()
    .all();
  expect(rows).toEqual([
    [1, 3, 4],
    [4, 1, 30],
    [5, 4, 5],
  ]);
});

test('a file of an older schema without its first page gives its sales to a newer till', () => {
  const file = fullTill();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, pageBytes));
  setAside(file);
  // Each source is closed when the next one is requested.
  let most = 0;
  for (const source of asideReadings(file, laterSchema)) {
    most = Math.max(most, [...readableRows(source, 'sale')].length);
  }
  expect(most).toBe(fullTillSales);
});

test('a file without its first page gives everything that it held', () => {
  const file = fullTill();
  const before = statesIn(file);
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, pageBytes));
  expect(expectSalvaged(file, before)).toBe(fullTillSales);

  const { db } = open(file);
  expect(installationOf(db)).not.toBe('0001');
  expect(highestDocumentId(db)).toBe(80);
  expect(readPaymentMethods(db)).toEqual([{ id: 7, label: 'Cash' }]);
  expect(countPrints(db, { documentId: 11, docKey: 'FS A/11', ourReference: '' })).toBe(1);
  expect(readOpenCart(db)).toEqual(cart(9_999));
  expect(readSought(db, reference(2))?.proof).toBe('absence');
  expect(readSought(db, reference(9))?.highWaterMark).toBe(80);
  const history = readSaleDetail(db, reference(7))?.steps.map((step) => step.event);
  expect(history).toEqual(['committed', 'claimed', 'restored']);
});

test('what a shop has set, who works there and what was put aside come over', () => {
  const file = newFile();
  const { db, close } = open(file);
  addPeople(db, ines, rui);
  writeFailedAttempts(db, rui.cashierId, { failedAttempts: 5, waitUntilMs: 9 });
  writeLockRules(db, { idleSeconds: 15, managerActions: ['export'] });
  const logo = Uint8Array.from(pngOf(['# # # # ', ' # # # #']));
  writeReceiptSettings(db, { ...defaultReceiptSettings, logo, footerText: '«Até à próxima» €' });
  replaceQuickKeyPages(db, [{ name: 'Coffee', keys: [{ code: 'CAFE', colour: null }, null] }]);
  for (const number of [2, 1]) holdCart(db, { cart: cart(number), name: 'Rui', atMs: number });
  noteFirstUser(db, { id: 7, username: null, name: 'Ana' }, 1);
  const recovery = { atMs: 5, cashierId: ines.cashierId, name: 'Inês', way: 'token' } as const;
  noteRecovery(db, { ...recovery, serviceUser: 'Ana (id 7)' });
  const all = (from: Store) => [
    ...[readCashiers(from), readFailedAttempts(from, rui.cashierId), readLockRules(from)],
    ...[readReceiptSettings(from), readQuickKeyPages(from), readHeldSales(from)],
    ...[readRecoveryUsers(from), readRecoveries(from)],
  ];
  const before = all(db);
  close();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  const mended = open(file);
  expect(mended.notices).toMatchObject([{ code: 'store_salvaged' }]);
  expect(all(mended.db)).toEqual(before);
  expect(resumeCart(mended.db, cart(2).cartId)).toEqual({ ok: true, value: cart(2) });
});

test('a sale whose bytes were changed is not brought over to be sent', () => {
  const file = fullTill();
  const damaged = new Database(file);
  const body = Buffer.from(JSON.stringify({ our_reference: reference(9), finalize: false }));
  damaged.prepare('UPDATE sale SET body = ? WHERE reference = ?').run(body, reference(9));
  damaged.close();
  expect(expectSalvaged(file, statesIn(file))).toBe(fullTillSales - 1);
});

test('a sale whose reference differs from its body’s is not brought over, since a look-up could not find it', () => {
  const file = fullTill();
  const damaged = new Database(file);
  const rename = damaged.prepare('UPDATE sale SET reference = ? WHERE reference = ?');
  rename.run(reference(1_010), reference(10));
  damaged.close();
  const before = statesIn(file);
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  expect(expectSalvaged(file, before)).toBe(fullTillSales - 1);
});

test('a sale that lost only its history begins it anew', () => {
  const file = fullTill();
  tamper(
    file,
    'DELETE FROM sale_step WHERE sale_id = 1; UPDATE sale SET attempts = 0, high_water_mark = 0',
  );
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  const { db } = open(file, 4_000);
  expect(readSaleDetail(db, reference(1))).toMatchObject({
    state: 'confirmed',
    docKey: 'FS A/11',
    steps: [{ event: 'committed' }, { atMs: 4_000, event: 'restored', state: 'confirmed' }],
  });
  // Without a high-water mark the scan reads everything.
  expect(readSought(db, reference(6))?.highWaterMark).toBe(0);
  expect(readSought(db, reference(2))?.highWaterMark).toBe(0);
});

test.each([
  [
    'a cashier without a role',
    `INSERT INTO cashier VALUES ('c', 'Ana', 'manager', 'x', 0, 0, 0);
    PRAGMA ignore_check_constraints = ON; UPDATE cashier SET role = ''`,
  ],
  ['a sale under way that is no JSON', `UPDATE open_cart SET cart = '['`],
  [
    'a sale put aside at no exact time',
    `INSERT INTO held_cart VALUES (1, 'c', 'A', 1 << 60, 1, 1, '{}')`,
  ],
  ['a payment method with too high an id', 'UPDATE payment_method SET payment_method_id = 1 << 60'],
  [
    'a failed print in no known language',
    `INSERT INTO print_job (at_ms, document_id, title, language,
    is_copy, asked_by, is_automatic, state) VALUES (1, 11, 'FS', 'x', 0, 'Ana', 0, 'failed')`,
  ],
  [
    'a PIN set anew for nobody',
    `INSERT INTO recovery VALUES (1, 0, 'c', 'Ana', 'password', 'Ana')`,
  ],
])('%s, which would break every screen, is left behind with the damaged file', (_, harm) => {
  const file = fullTill();
  tamper(file, harm);
  expect(expectSalvaged(file, statesIn(file))).toBe(fullTillSales);
});

test('a sale whose attempts cannot be read is brought over, and looked for among all documents', () => {
  const file = fullTill();
  const before = statesIn(file);
  const beyondNumbers = '9223372036854775807';
  tamper(
    file,
    `UPDATE sale SET high_water_mark = ${beyondNumbers} WHERE sale_id IN (2, 6);
    UPDATE sale SET attempts = ${beyondNumbers} WHERE sale_id = 7;
    UPDATE sale SET body = x'' WHERE sale_id = ${fullTillSales}`,
  );
  // The last sale is incomplete; because of it the file counts as damaged, although its schema can
  // be read.
  expect(expectSalvaged(file, before)).toBe(fullTillSales - 1);
  const { db } = open(file);
  expect([2, 6, 7].map((number) => readSought(db, reference(number))?.highWaterMark)).toEqual([
    0, 0, 60,
  ]);
});

test('sales after a wide gap are brought over, and an invented last row does not keep the till from opening', () => {
  const whole = fullTill();
  tamper(
    whole,
    `PRAGMA foreign_keys = OFF; UPDATE sale SET sale_id = 20000 WHERE sale_id = 9;
    UPDATE sale_step SET sale_id = 20000 WHERE sale_id = 9;
    UPDATE receipt_print SET print_id = 9000000000000`,
  );
  const before = statesIn(whole);
  writeFileSync(whole, readFileSync(whole).fill(0x5a, 0, 100));
  expect(expectSalvaged(whole, before)).toBe(fullTillSales);
});
