// Opening a day with its float, and whether a sale may be finished without one.
import { floatCents, type Float } from '../contract/day.ts';
import type { DayGlance } from '../contract/day-report.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { readDaySettings } from '../store/day-settings.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { insertShift, readOpenShift, type Shift } from '../store/shifts.ts';
import { readLeftBefore } from '../store/z-reports.ts';

/** Who does something, and when; `approvedBy`: the manager who allowed it. */
export interface Doing {
  readonly by: string;
  readonly approvedBy: string | null;
  readonly atMs: number;
}

/** What the report of a day is made with, besides its rows. */
export interface ReportOptions extends Doing {
  /** When the service was compared with the till since this start; null where it was not yet. */
  readonly auditedAtMs: number | null;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The day of this computer, as `yyyy-mm-dd`. */
export function localDay(atMs: number): string {
  const date = new Date(atMs);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(twoDigits);
  return `${date.getFullYear()}-${month}-${day}`;
}

/** Errors: `day_is_off`, and `day_is_open` where one is. */
export function openDay(db: Store, float: Float, { by, atMs }: Doing): Result<Shift> {
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
      }),
    );
  });
}

/** Errors: `day_not_open` where the shop sells on an open day alone. */
export function checkMaySell(db: Store): Result<null> {
  const isMissing = readDaySettings(db).mode === 'required' && !readOpenShift(db);
  return isMissing ? err({ code: 'day_not_open' }) : ok(null);
}

export function dayGlance(db: Store): DayGlance {
  const { mode, cashMethods } = readDaySettings(db);
  return { mode, cashMethods, openedAtMs: readOpenShift(db)?.openedAtMs ?? null };
}
