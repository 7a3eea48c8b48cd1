// What the Day screen shows. Nothing of it tells what should be in the drawer before it is counted.
import type { DayState, OpenDay, Takings } from '../contract/day-report.ts';
import { addCents, zeroCents } from '../contract/money.ts';
import { readMovements } from '../store/cash-movements.ts';
import { readMarks } from '../store/day-marks.ts';
import { areDaySettingsDamaged, readDaySettings } from '../store/day-settings.ts';
import { readDaysRestored, readMoneyOfFound } from '../store/days-restored.ts';
import { readDraft, readLastCount } from '../store/drawer-counts.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import {
  readDocumentsOfShift,
  readMethodSums,
  readOpenSalesOfShift,
  readSalesOfShift,
} from '../store/sales-of-shift.ts';
import { readOpenShift, readWithoutDay } from '../store/shifts.ts';
import { listZReports, readLeftBefore } from '../store/z-reports.ts';
import { cashDocumentsOf, openOf, sumsOfReturns, takingsOf } from './day-sums.ts';

const mostReports = 30;
const mostNamed = 20;

interface Viewer {
  /**
   * Whether the viewer sees takings by payment method and documents paid in cash: the cash that
   * should be in the drawer can be added up from them.
   */
  readonly seesTakings: boolean;
}

export const readDayState = (db: Store, viewer: Viewer): DayState =>
  inTransaction(db, () => {
    const marks = readMarks(db);
    return {
      settings: readDaySettings(db),
      areSettingsDamaged: areDaySettingsDamaged(db),
      day: readOpenDay(db, viewer),
      leftBeforeCents: readLeftBefore(db),
      closed: listZReports(db, mostReports),
      withoutDay: readWithoutDay(db, mostNamed),
      restored: readDaysRestored(db, marks),
      moneyOfFound: viewer.seesTakings ? readMoneyOfFound(db, marks) : [],
    };
  });

function readOpenDay(db: Store, { seesTakings }: Viewer): OpenDay | null {
  const shift = readOpenShift(db);
  if (!shift) return null;
  const { shiftId, date, openedAtMs, openedBy, floatCents, leftBeforeCents } = shift;
  const takings = readTakings(db, shiftId);
  const draft = readDraft(db, shiftId);
  const last = readLastCount(db, shiftId);
  const counted = last && !last.isVoid && last.counted.purpose === 'close' ? last.counted : null;
  const open = openOf(readOpenSalesOfShift(db, shiftId).sales);
  const { cashMethods } = readDaySettings(db);
  const documents = seesTakings ? readDocumentsOfShift(db, shiftId).sales : [];
  return {
    ...{ date, openedAtMs, openedBy, floatCents, leftBeforeCents },
    sales: takings.count,
    takings: seesTakings ? takings : null,
    returned: seesTakings ? sumsOfReturns(documents) : null,
    cashDocuments: cashDocumentsOf(documents, cashMethods),
    movements: readMovements(db, shiftId),
    open: seesTakings ? open : open.map((sale) => ({ ...sale, method: '' })),
    draft: draft && !draft.isVoid ? draft.typed : null,
    counted,
    isCountVoid: draft ? draft.isVoid : (last?.isVoid ?? false),
  };
}

function readTakings(db: Store, shiftId: number): Takings {
  const methods = readMethodSums(db, shiftId);
  if (!methods) return takingsOf(readSalesOfShift(db, shiftId).sales);
  return {
    count: methods.reduce((sum, { count }) => sum + count, 0),
    totalCents: addCents(zeroCents, ...methods.map(({ totalCents }) => totalCents)),
    methods: [...methods],
  };
}
