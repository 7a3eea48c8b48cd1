// A till's file that brings somebody else's program along: triggers, views and tables that the till
// did not make never run, and no sale is lost because of them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { backUp } from '../../src-main/store/backups.ts';
import { readCashiers } from '../../src-main/store/cashiers.ts';
import { commitSale } from '../../src-main/store/sales.ts';
import { addPeople, ines, rui } from '../integration/staff/people.ts';
import { cart, reference, sale } from '../integration/store/samples.ts';
import { asideOf, newFile, open, statesOf } from '../integration/store/till-files.ts';
import { openTill } from '../integration/store/temporary-till.ts';
import { saveOpenCart } from '../../src-main/store/carts.ts';
import { tamper } from './tamper.ts';

const manager = `INSERT INTO cashier (cashier_id, name, role, pin_hash)
  VALUES ('00000000-0000-4000-8000-000000000009', 'Eva', 'manager', 'x')`;

/** A closed till with Inês and Rui, a sale and an open cart. */
function closedTill(): string {
  const file = newFile();
  const { db, close } = open(file);
  addPeople(db, ines, rui);
  commitSale(db, sale(1));
  saveOpenCart(db, cart(2));
  close();
  return file;
}

const planted: readonly (readonly [what: string, sql: string])[] = [
  ['a trigger on sales', `CREATE TRIGGER x AFTER INSERT ON sale BEGIN ${manager}; END`],
  ['a trigger on every PIN', `CREATE TRIGGER x AFTER UPDATE ON cashier BEGIN ${manager}; END`],
  ['a view', 'CREATE VIEW x AS SELECT * FROM sale'],
  ['a table', 'CREATE TABLE x (y)'],
  ['an index', 'CREATE INDEX x ON sale (total_cents)'],
  ['a virtual table', 'CREATE VIRTUAL TABLE x USING fts5 (y)'],
  ['a column', 'ALTER TABLE sale ADD COLUMN x TEXT'],
  ['a computed column', `ALTER TABLE sale ADD COLUMN x TEXT AS (hex(body)) VIRTUAL`],
  ['no trigger that keeps sales', 'DROP TRIGGER sale_kept'],
  [
    'a trigger of ours that does something else',
    `DROP TRIGGER cart_sold; CREATE TRIGGER cart_sold AFTER INSERT ON sale BEGIN ${manager}; END`,
  ],
];

test.each(planted)(
  'a file with %s is set aside, and all its data is brought over',
  (_what, sql) => {
    const file = closedTill();
    tamper(file, sql);
    const { db, notices } = open(file);
    expect(notices).toMatchObject([{ code: 'store_salvaged', sales: 1 }, ...notices.slice(1)]);
    expect(existsSync(asideOf(file))).toBe(true);
    expect(statesOf(db)).toEqual({ [reference(1)]: 'in_doubt' });
    commitSale(db, sale(3));
    expect(readCashiers(db)).toEqual([ines, rui]);
    expect(db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'x'`).get()).toBeUndefined();
  },
);

test('a trigger in a backup that is put back makes nobody a manager', async () => {
  const file = newFile();
  const { db, close } = open(file);
  addPeople(db, ines, rui);
  const backup = await backUp(db, 0, new AbortController().signal);
  close();
  tamper(backup, `CREATE TRIGGER x AFTER INSERT ON sale BEGIN ${manager}; END`);
  writeFileSync(file, readFileSync(backup));
  const again = open(file);
  commitSale(again.db, sale(1));
  expect(readCashiers(again.db)).toEqual([ines, rui]);
});

/** Replaces the table by a view of its rows, so that every screen would read it. */
const inPlaceOf = (table: string, select: string): string =>
  `PRAGMA foreign_keys = OFF; ALTER TABLE ${table} RENAME TO real_${table};
   CREATE VIEW ${table} AS ${select}`;
const endless = 'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)';

test.each([
  [
    'cashiers',
    inPlaceOf(
      'cashier',
      `SELECT cashier_id, name, 'manager' AS role, pin_hash, 0 AS failed_attempts,
         0 AS wait_until_ms, 0 AS read_recovery_id, 1 AS rowid FROM real_cashier`,
    ),
  ],
  ['settings', inPlaceOf('till_setting', `SELECT 'lock' AS name, '{}' AS value`)],
  ['an endless list of settings', inPlaceOf('till_setting', `${endless} SELECT x, x FROM n`)],
  ['an endless list of payment methods', inPlaceOf('payment_method', `${endless} SELECT x FROM n`)],
  ['an endless list of sales put aside', inPlaceOf('held_cart', `${endless} SELECT x FROM n`)],
  ['an endless till', inPlaceOf('till', `${endless} SELECT x AS only_row FROM n`)],
])('a view that claims to be %s is not read', (_what, sql) => {
  const file = closedTill();
  tamper(file, sql);
  const { db, notices } = open(file);
  expect(notices[0]).toMatchObject({ code: 'store_salvaged' });
  expect(readCashiers(db).filter(({ role }) => role === 'manager').length).toBeLessThan(2);
});

test('an open till trusts nothing that its file defines', () => {
  const db = openTill();
  expect(db.pragma('trusted_schema', { simple: true })).toBe(0);
});

test('neither a backup nor a till that was opened again counts as foreign', async () => {
  const file = closedTill();
  const { db, notices, close } = open(file);
  expect(notices).toEqual([]);
  const backup = await backUp(db, 0, new AbortController().signal);
  close();
  const copy = new Database(backup, { readonly: true });
  expect(copy.pragma('quick_check(1)', { simple: true })).toBe('ok');
  copy.close();
  writeFileSync(file, readFileSync(backup));
  expect(open(file).notices).toMatchObject([
    { code: 'store_restored' },
    { code: 'carts_restored' },
  ]);
});
