// What a till does with its drawer; each act is followed by the rows that it made.
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { defaultDaySettings } from '../../../src-main/contract/day.ts';
import type { Result } from '../../../src-main/contract/errors.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { moveCash, takeBack } from '../../../src-main/day/cash.ts';
import { closeDay, commitCount, saveDraft } from '../../../src-main/day/close.ts';
import { openDay } from '../../../src-main/day/open-day.ts';
import { writeDaySettings } from '../../../src-main/store/day-settings.ts';
import { readLastCount } from '../../../src-main/store/drawer-counts.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { readOpenShift } from '../../../src-main/store/shifts.ts';
import type { Seeded } from '../seeded.ts';
import { nextMs } from './acts.ts';
import { wordsFile, type RowWord } from './words.ts';

/** Each kind of row: its id, and what it says. */
const tables = {
  shift: { id: 'shift_id', is: 'json_array(date, float_cents, closed_at_ms IS NOT NULL)' },
  cash_movement: {
    id: 'movement_id',
    is: 'json_array(shift_id, direction, amount_cents, reverses)',
  },
  drawer_count: { id: 'count_id', is: 'json_array(shift_id, counted_cents, expected_cents)' },
  z_report: { id: 'z_id', is: 'json_array(shift_id, installation, number, hex(hash))' },
} as const;
type Table = keyof typeof tables;

const rowSchema = v.object({ id: v.number(), is: v.string() });

/** Returns every row by its name: `cash_movement 3`. */
export function readRows(db: Store): ReadonlyMap<string, string> {
  const rows = Object.entries(tables).flatMap(([table, { id, is }]) =>
    db
      .prepare(`SELECT ${id} AS id, ${is} AS "is" FROM ${table}`)
      .all()
      .map((found) => v.parse(rowSchema, found))
      .map((row): [string, string] => [`${table} ${row.id}`, row.is]),
  );
  return new Map(rows);
}

/** Adds the row to the words beside the till's file. */
function say(db: Store, table: Table, id: number): void {
  const row = `${table} ${id}`;
  const is = readRows(db).get(row);
  if (is === undefined) throw new Error(`there is no ${row}`);
  const word: RowWord = { row, is };
  appendFileSync(join(dirname(db.name), wordsFile), `${JSON.stringify(word)}\n`);
}

const doing = () => ({ by: 'Rui', approvedBy: null, auditedAtMs: null, atMs: nextMs() });

function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

function openShiftId(db: Store): number {
  const shift = readOpenShift(db);
  if (!shift) throw new Error('no day is open');
  return shift.shiftId;
}

export const keepDays = (db: Store): void => {
  writeDaySettings(db, { ...defaultDaySettings, mode: 'reminded', cashMethods: [1] });
};

export function openADay(db: Store, floatCents = 100): void {
  const { shiftId } = must(openDay(db, { by: 'typed', cents: cents(floatCents) }, doing()));
  say(db, 'shift', shiftId);
}

export function moveSomeCash(db: Store, amountCents: number): void {
  const direction = amountCents > 0 ? 'in' : 'out';
  const amount = cents(Math.abs(amountCents));
  const movement = { direction, amountCents: amount, reason: 'change', note: '' } as const;
  say(db, 'cash_movement', must(moveCash(db, movement, doing())).movementId);
}

/** Takes back the day's first movement that nobody has taken back. */
export function takeOneBack(db: Store): void {
  const id = db
    .prepare(
      `SELECT movement_id FROM cash_movement AS one WHERE shift_id = ? AND reverses IS NULL
         AND NOT EXISTS (SELECT 1 FROM cash_movement WHERE reverses = one.movement_id)`,
    )
    .pluck()
    .get(openShiftId(db));
  if (typeof id === 'number') {
    say(db, 'cash_movement', must(takeBack(db, id, doing())).movementId);
  }
}

export function countTheDrawer(db: Store, inItCents = 165): void {
  saveDraft(db, null);
  saveDraft(db, { pieces: [], other: (inItCents / 100).toFixed(2) });
  const count = { pieces: [], otherCents: cents(inItCents) };
  say(db, 'drawer_count', must(commitCount(db, { count, purpose: 'close' }, doing())).countId);
}

/** Closes the day with the last count, which must hold. */
export function closeTheDay(db: Store): void {
  const shiftId = openShiftId(db);
  const countId = readLastCount(db, shiftId)?.counted.countId ?? 0;
  const closing = { countId, leftCents: cents(0), note: '' };
  const zId = must(closeDay(db, closing, { ...doing(), prints: 'en' }));
  sayClosed(db, shiftId, zId);
}

export function sayClosed(db: Store, shiftId: number, zId: number): void {
  say(db, 'shift', shiftId);
  say(db, 'z_report', zId);
}

/** Does something that a person may do at the drawer as it is. */
export function goOnWithDay(db: Store, random: Seeded): void {
  if (!readOpenShift(db)) {
    openADay(db, random.between(0, 20_000));
    return;
  }
  const act = random.pick(['move', 'move', 'take back', 'count', 'close'] as const);
  if (act === 'move') moveSomeCash(db, random.pick([1, -1]) * random.between(1, 5_000));
  else if (act === 'take back') takeOneBack(db);
  else {
    countTheDrawer(db, random.between(0, 30_000));
    if (act === 'close') closeTheDay(db);
  }
}
