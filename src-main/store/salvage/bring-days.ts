// Brings over the working days: first the days, which sales name, and later what was counted, moved
// and closed. Two copies that went separate ways may have given the same numbers.
import * as v from 'valibot';
import { localDay } from '../../contract/calendar.ts';
import { daySnapshotSchema } from '../../contract/day-report.ts';
import { noMarks } from '../day-marks.ts';
import type { Store } from '../open.ts';
import { prepared } from '../prepared.ts';
import { readLastZ } from '../z-reports.ts';
import { readableRows, type DamagedRow } from './damaged-rows.ts';
import { insertNumbered } from './inserts.ts';

/** Maps each number in the source to the new number. */
type Numbers = ReadonlyMap<number, number>;

const snapshotColumn = v.pipe(v.string(), v.parseJson(), daySnapshotSchema);

/** Returns the day as its Z has it, if its own row cannot be read. */
function shiftOfReport({ shift_id, snapshot }: DamagedRow<'z_report'>): DamagedRow<'shift'> {
  const { date, openedAtMs, openedBy, openingApprovedBy, cash, atMs } = v.parse(
    snapshotColumn,
    snapshot,
  );
  return {
    ...{ shift_id, date, opened_at_ms: openedAtMs, opened_by: openedBy },
    ...{ float_cents: cash.floatCents, float_count: null },
    ...{ left_before_cents: cash.leftBeforeCents, approved_by: openingApprovedBy },
    ...{ marks: JSON.stringify(noMarks), closed_at_ms: atMs },
  };
}

/** Inserts a day. `when`: SQL for when it was closed. */
const insertShift = (db: Store, when: string) =>
  insertNumbered(db, 'shift', 'TRUE', { closed_at_ms: when });

/** SQL for when the open day was opened: every other day was over by then. */
const otherOpenSql = 'SELECT opened_at_ms FROM shift WHERE closed_at_ms IS NULL';

/**
 * Brings over a source's days. A day that any source says to be over is over. If two sources have
 * different open days, the better source is believed: the other day is over, without a Z, and keeps
 * its sales and movements. Call it for every source before anything is brought that names a day.
 */
export function bringShifts(db: Store, source: Store): Numbers {
  const known = prepared(
    db,
    `SELECT shift_id FROM shift
     WHERE date = @date AND opened_at_ms = @opened_at_ms AND opened_by IS @opened_by`,
  ).pluck();
  const insert = insertShift(db, `coalesce(@closed_at_ms, (${otherOpenSql}))`);
  const close = prepared(
    db,
    `UPDATE shift SET closed_at_ms = @closed_at_ms
     WHERE shift_id = @shiftId AND closed_at_ms IS NULL`,
  );
  const rows = [...readableRows(source, 'shift')];
  const read = new Set(rows.map(({ shift_id }) => shift_id));
  for (const report of readableRows(source, 'z_report')) {
    if (!read.has(report.shift_id)) rows.push(shiftOfReport(report));
  }
  const numbers = new Map<number, number>();
  for (const row of rows) {
    const before = known.get(row);
    if (before === undefined) insert.run(row);
    else if (row.closed_at_ms !== null) {
      close.run({ shiftId: before, closed_at_ms: row.closed_at_ms });
    }
    const shiftId = known.get(row);
    if (typeof shiftId === 'number') numbers.set(row.shift_id, shiftId);
  }
  return numbers;
}

/**
 * Ends a day that only an old source has open, as the next day followed it: one drawer has one day.
 * A day that was open beside it, and is over only because the better source was believed, is no
 * next one.
 * Call it once the days of all sources are there.
 */
export function closeFollowed(db: Store): void {
  prepared(
    db,
    `UPDATE shift SET closed_at_ms = next.opened_at_ms
     FROM (SELECT min(later.opened_at_ms) AS opened_at_ms FROM shift AS later
       JOIN shift AS former ON former.closed_at_ms IS NULL
         AND later.shift_id > former.shift_id AND later.opened_at_ms > former.opened_at_ms
       WHERE later.closed_at_ms >= later.opened_at_ms) AS next
     WHERE shift.closed_at_ms IS NULL AND next.opened_at_ms IS NOT NULL`,
  ).run();
}

/** Returns the new number of a day, for a row that was written at that time. */
export type FindShift = (shiftId: number, atMs: number) => number;

/**
 * Finds days. If a source no longer has the row of a day, it returns the day of that number from
 * another source, or makes one up, so that nothing which names it is lost. `mendMadeUp` mends its
 * float once everything is there. The last of all days is the open one.
 */
export function shiftFinder(db: Store, source: Store, madeUp: Set<number>): FindShift {
  const numbers = new Map(bringShifts(db, source));
  const exists = prepared(db, 'SELECT 1 FROM shift WHERE shift_id = ?');
  const insert = insertShift(
    db,
    `CASE WHEN @shift_id > (SELECT coalesce(max(shift_id), 0) FROM shift)
      AND NOT EXISTS (${otherOpenSql}) THEN NULL ELSE @opened_at_ms END`,
  );
  return (shiftId, atMs) => {
    const number = numbers.get(shiftId);
    if (number !== undefined) return number;
    if (exists.get(shiftId) === undefined) {
      insert.run({
        ...{ shift_id: shiftId, date: localDay(atMs), opened_at_ms: atMs, opened_by: null },
        ...{ float_cents: 0, float_count: null, left_before_cents: null, approved_by: null },
        marks: JSON.stringify(noMarks),
      });
      madeUp.add(shiftId);
    }
    numbers.set(shiftId, shiftId);
    return shiftId;
  };
}

/**
 * Mends the floats of made-up days. A float is what was expected at the first count that tells it,
 * less what had come in by then; without a count it is what the last closing left. Everything known
 * of such a day began after that closing.
 */
export function mendMadeUp(db: Store, madeUp: Iterable<number>): void {
  const mend = prepared(
    db,
    `UPDATE shift SET left_before_cents = @leftCents, marks = @marks, float_cents = max(0, coalesce((
       SELECT expected_cents
         - (SELECT coalesce(sum(cash_cents), 0) FROM sale WHERE sale.shift_id = shift.shift_id
            AND committed_at_ms <= at_ms)
         - (SELECT coalesce(sum(iif(direction = 'in', amount_cents, -amount_cents)), 0)
            FROM cash_movement AS moved WHERE moved.shift_id = shift.shift_id
            AND moved.at_ms <= drawer_count.at_ms)
       FROM drawer_count WHERE drawer_count.shift_id = shift.shift_id ORDER BY count_id LIMIT 1),
       @leftCents, 0)) WHERE shift_id = @shiftId`,
  );
  const last = readLastZ(db);
  const marks = JSON.stringify(last?.marks ?? noMarks);
  for (const shiftId of madeUp) mend.run({ shiftId, leftCents: last?.leftCents ?? null, marks });
}

/** Returns the new number of each Z. */
export function bringDays(db: Store, source: Store, findShift: FindShift): Numbers {
  bringMovements(db, source, findShift);
  bringCounts(db, source, findShift);
  const reports = bringReports(db, source, findShift);
  bringAddenda(db, source, reports);
  return reports;
}

function bringMovements(db: Store, source: Store, findShift: FindShift): void {
  const same = prepared(
    db,
    `SELECT movement_id FROM cash_movement WHERE shift_id = @shift_id AND at_ms = @at_ms
       AND direction = @direction AND amount_cents = @amount_cents AND note = @note`,
  ).pluck();
  const insert = insertNumbered(db, 'cash_movement');
  const numbers = new Map<number, number>();
  for (const movement of readableRows(source, 'cash_movement')) {
    const reverses = movement.reverses === null ? null : (numbers.get(movement.reverses) ?? null);
    const row = { ...movement, shift_id: findShift(movement.shift_id, movement.at_ms), reverses };
    const id = same.get(row) ?? insert.run(row).lastInsertRowid;
    numbers.set(row.movement_id, Number(id));
  }
}

/** Brings the counts over. None closes a day: nobody knows whether cash has moved since. */
function bringCounts(db: Store, source: Store, findShift: FindShift): void {
  const insert = insertNumbered(
    db,
    'drawer_count',
    `NOT EXISTS (SELECT 1 FROM drawer_count WHERE shift_id = @shift_id AND at_ms = @at_ms
       AND counted_cents = @counted_cents)`,
  );
  const nobodyKnows = { last_cash_sale_id: -1, last_movement_id: -1 };
  for (const row of readableRows(source, 'drawer_count')) {
    insert.run({ ...row, ...nobodyKnows, shift_id: findShift(row.shift_id, row.at_ms) });
  }
}

function bringReports(db: Store, source: Store, findShift: FindShift): Numbers {
  const known = prepared(
    db,
    'SELECT z_id FROM z_report WHERE installation = @installation AND number = @number',
  ).pluck();
  const insert = insertNumbered(db, 'z_report', 'TRUE ON CONFLICT DO NOTHING');
  const numbers = new Map<number, number>();
  for (const row of readableRows(source, 'z_report')) {
    const shift_id = findShift(row.shift_id, 0);
    if (known.get(row) === undefined) insert.run({ ...row, shift_id });
    const zId = known.get(row);
    if (typeof zId === 'number') numbers.set(row.z_id, zId);
  }
  return numbers;
}

function bringAddenda(db: Store, source: Store, reports: Numbers): void {
  const insert = insertNumbered(
    db,
    'z_addendum',
    `NOT EXISTS (SELECT 1 FROM z_addendum WHERE z_id = @z_id AND at_ms = @at_ms
       AND reference = @reference AND state = @state)`,
  );
  for (const row of readableRows(source, 'z_addendum')) {
    const z_id = reports.get(row.z_id);
    if (z_id !== undefined) insert.run({ ...row, z_id });
  }
}
