// Opening a day with its float.
import { type Doing } from '../store/decisions.ts';
import { localDay } from '../contract/calendar.ts';
import { floatCents, floatDifference, isBeyond, type Float } from '../contract/day.ts';
import type { DayGlance } from '../contract/day-report.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { readMarks } from '../store/day-marks.ts';
import { readDaySettings } from '../store/day-settings.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { insertShift, readOpenShift, type Shift } from '../store/shifts.ts';
import { readLeftBefore } from '../store/z-reports.ts';

/** What the report of a day is made with, besides its rows. */
export interface ReportOptions extends Doing {
  /** When the till was last compared with the service since this start; null if it was not yet. */
  readonly auditedAtMs: number | null;
}

/** Returns whether a float differs from what was left by more than the shop allows. */
export function isFloatBeyondLimit(db: Store, float: Float): boolean {
  const difference = floatDifference(floatCents(float), readLeftBefore(db));
  return difference !== null && isBeyond(difference, readDaySettings(db).differenceLimitCents);
}

/** Errors: `day_is_off`, and `day_is_open` if one is open already. */
export function openDay(db: Store, float: Float, { by, approvedBy, atMs }: Doing): Result<Shift> {
  return inTransaction(db, (): Result<Shift> => {
    if (readDaySettings(db).mode === 'off') return err({ code: 'day_is_off' });
    if (readOpenShift(db)) return err({ code: 'day_is_open' });
    return ok(
      insertShift(db, {
        date: localDay(atMs),
        openedAtMs: atMs,
        openedBy: by,
        floatCents: floatCents(float),
        floatCount: float.by === 'counted' ? float.count : null,
        leftBeforeCents: readLeftBefore(db),
        approvedBy,
        marks: readMarks(db),
      }),
    );
  });
}

export function dayGlance(db: Store): DayGlance {
  const { mode, cashMethods } = readDaySettings(db);
  return { mode, cashMethods, openedAtMs: readOpenShift(db)?.openedAtMs ?? null };
}
