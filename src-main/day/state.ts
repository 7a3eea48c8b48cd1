// What the Day screen shows: nothing of it tells what should be in the drawer before it is counted.
import type { DayState, OpenDay } from '../contract/day-report.ts';
import { addCents, zeroCents } from '../contract/money.ts';
import { readMovements } from '../store/cash-movements.ts';
import { readDaySettings } from '../store/day-settings.ts';
import { readDraft, readLastCount } from '../store/drawer-counts.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { readMethodSums, readOpenSalesOfShift } from '../store/sales-of-shift.ts';
import { readOpenShift, readWithoutDay } from '../store/shifts.ts';
import { listZReports, readLeftBefore } from '../store/z-reports.ts';
import { openOf } from './figures.ts';

const mostReports = 30;
const mostNamed = 20;

export const readDayState = (db: Store): DayState =>
  inTransaction(db, () => ({
    settings: readDaySettings(db),
    day: readOpenDay(db),
    leftBeforeCents: readLeftBefore(db),
    closed: listZReports(db, mostReports),
    withoutDay: readWithoutDay(db, mostNamed),
  }));

function readOpenDay(db: Store): OpenDay | null {
  const shift = readOpenShift(db);
  if (!shift) return null;
  const { shiftId, date, openedAtMs, openedBy, floatCents, leftBeforeCents } = shift;
  const { cashMethods } = readDaySettings(db);
  const methods = readMethodSums(db, shiftId).map(({ methodIds, ...sum }) => ({
    ...sum,
    isCash: methodIds.some((id) => cashMethods.includes(id)),
  }));
  const draft = readDraft(db, shiftId);
  const last = readLastCount(db, shiftId);
  const counted = last && !last.isVoid && last.counted.purpose === 'close' ? last.counted : null;
  return {
    ...{ date, openedAtMs, openedBy, floatCents, leftBeforeCents },
    takings: {
      count: methods.reduce((sum, { count }) => sum + count, 0),
      totalCents: addCents(zeroCents, ...methods.map(({ totalCents }) => totalCents)),
    },
    methods,
    movements: readMovements(db, shiftId),
    open: openOf(readOpenSalesOfShift(db, shiftId)),
    draft: draft && !draft.isVoid ? draft.typed : null,
    counted,
    isCountVoid: draft ? draft.isVoid : (last?.isVoid ?? false),
  };
}
