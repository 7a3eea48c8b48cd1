// Plays a few days of the month that `npm run month` plays, and shows that its checks can fail.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newChance } from '../chance.ts';
import { checkMonth } from './check-month.ts';
import { filesIn } from './month-till.ts';
import { playMonth, type PlayedMonth } from './play-month.ts';
import { readRecords } from './read-records.ts';
import { summaryOf } from './summary.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-month-'));
const zone = process.env.TZ;
let month: PlayedMonth;

beforeAll(async () => {
  // Other test files share the process.
  process.env.TZ = 'Europe/Lisbon';
  const seed = newChance().between(1, 1_000_000_000);
  month = await playMonth({ folder, seed, days: 6, perDay: 4 });
}, 180_000);
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  rmSync(folder, { recursive: true });
});

const failing = (files = month.files) =>
  checkMonth(readRecords(files), month.ledger)
    .filter(({ faults }) => faults.length > 0)
    .map(({ name }) => name);

test('comes out, day by day', () => {
  const records = readRecords(month.files);
  const checked = checkMonth(records, month.ledger);
  expect(checked.flatMap(({ faults }) => faults)).toEqual([]);
  expect(records.zReports.length).toBeGreaterThan(3);
  expect(records.shifts.some(({ closedAtMs }) => closedAtMs === null)).toBe(true);
  expect(records.sales.some(({ shiftId }) => shiftId === null)).toBe(true);
  expect(records.addenda.length).toBeGreaterThan(0);
  const summary = summaryOf(records, month.ledger, checked);
  expect(month.ledger.days.flatMap(({ returns }) => returns).length).toBeGreaterThan(1);
  expect(summary).toContain('nobody closed the day');
  expect(summary).not.toContain('FAILS');
  expect(summary).not.toContain('NaN');
});

const drawer = 'drawer = float + cash sales − refunds + in − out, by Z, rows and script';
const places = 'each sale is in one Z, in the open day, or of no day';
const chain = 'the chain of hashes is whole';
const documents = 'each sale has one document of its total, a cancelled one none';
const fiscal = 'fiscal sums are those of the service’s own rows';
const back = 'what came back is a sum of its own, and the service’s';
const beyond = 'nothing comes back beyond the sale';
const figures = 'figures, rows, script and service agree on what was sold and what came back';
const addenda = 'what was open is named, and settled by an addendum';
const ofAZ = 'shift_id = (SELECT min(shift_id) FROM z_report)';

test.each([
  [
    'a movement',
    'till',
    'UPDATE cash_movement SET amount_cents = amount_cents + 1 WHERE movement_id = 1',
    [drawer],
  ],
  [
    'what a sale was paid',
    'till',
    `UPDATE sale SET cash_cents = 1 WHERE cash_cents IS NULL AND shift_id IN (SELECT shift_id FROM z_report)`,
    [drawer],
  ],
  ['a float', 'till', `UPDATE shift SET float_cents = float_cents + 1 WHERE ${ofAZ}`, [drawer]],
  [
    'the day of a sale',
    'till',
    `UPDATE sale SET shift_id = NULL WHERE sale_id = (SELECT min(sale_id) FROM sale WHERE ${ofAZ})`,
    [places],
  ],
  [
    'the total of a sale',
    'till',
    "UPDATE sale SET total_cents = total_cents + 1 WHERE sale_id = (SELECT min(sale_id) FROM sale WHERE state = 'confirmed')",
    [documents],
  ],
  [
    'the total of every return',
    'till',
    `UPDATE sale SET total_cents = total_cents + 1 WHERE content ->> '$.returned' IS NOT NULL`,
    [documents, back, figures],
  ],
  [
    'the money of returns',
    'till',
    "UPDATE sale SET cash_cents = -total_cents - 1 WHERE content ->> '$.returned' IS NOT NULL",
    [drawer],
  ],
  [
    'what a return takes back from',
    'till',
    `UPDATE sale SET content = json_set(content, '$.returned.origin.reference', 'CF-0')
     WHERE content ->> '$.returned' IS NOT NULL`,
    [beyond],
  ],
  [
    'what is sold and not returned',
    'till',
    `UPDATE sale SET content = json_remove(content, '$.returned')
     WHERE content ->> '$.returned' IS NOT NULL`,
    [back, beyond, figures],
  ],
  [
    'what a credit note is for',
    'service',
    'UPDATE documents SET total_cents = total_cents + 500 WHERE nature_id = 304',
    [documents, back, beyond, figures],
  ],
  [
    'a count',
    'till',
    'UPDATE drawer_count SET counted_cents = counted_cents + 1',
    ['what was counted is what somebody put there'],
  ],
  [
    'the number of a Z',
    'till',
    'UPDATE z_report SET number = 99 WHERE z_id = 2',
    ['Z numbers have no gap', chain],
  ],
  [
    'the words of a Z',
    'till',
    `UPDATE z_report SET snapshot = json_set(snapshot, '$.sales.count', 99) WHERE z_id = 1`,
    [places, chain],
  ],
  [
    'the date of a day',
    'till',
    `UPDATE shift SET date = '2026-01-01' WHERE shift_id = 1`,
    ['each day was closed once, by its own date'],
  ],
  ['an addendum', 'till', 'DELETE FROM z_addendum', [addenda]],
  [
    'a total at the service',
    'service',
    `UPDATE documents SET total_cents = total_cents + 1 WHERE our_reference IN (SELECT min(our_reference) FROM documents WHERE our_reference LIKE 'CF-%')`,
    [documents],
  ],
  [
    'every total at the service',
    'service',
    'UPDATE documents SET total_cents = total_cents + 1',
    [documents, fiscal],
  ],
  [
    'a document at the service',
    'service',
    `UPDATE documents SET our_reference = 'CF-0000-0000-0000' WHERE id = (SELECT max(id) FROM documents)`,
    [documents],
  ],
] as const)(
  'a month in which one thing was changed does not come out: %s',
  (_, which, sql, expected) => {
    const spoilt = mkdtempSync(join(tmpdir(), 'counterfoil-month-'));
    onTestFinished(() => {
      rmSync(spoilt, { recursive: true });
    });
    cpSync(folder, spoilt, { recursive: true });
    const files = filesIn(spoilt);
    const db = new Database(files[which]);
    const triggers = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .pluck()
      .all();
    for (const trigger of triggers) db.exec(`DROP TRIGGER ${String(trigger)}`);
    expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
    db.close();
    expect(failing(files)).toEqual(expect.arrayContaining([...expected]));
  },
);
