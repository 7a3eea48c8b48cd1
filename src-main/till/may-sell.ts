// Whether a sale, or a document that is paid into the drawer, may be made while no day is open.
import { err, ok, type Result } from '../contract/errors.ts';
import { readDaySettings } from '../store/day-settings.ts';
import type { Store } from '../store/open.ts';
import { readOpenShift } from '../store/shifts.ts';

/** Errors: `day_not_open` if the shop sells only on an open day. */
export function checkMaySell(db: Store): Result<null> {
  const isMissing = readDaySettings(db).mode === 'required' && !readOpenShift(db);
  return isMissing ? err({ code: 'day_not_open' }) : ok(null);
}
