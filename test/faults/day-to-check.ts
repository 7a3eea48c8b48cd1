// A day as it should be, with a sale that ended after it, for the tests of the checker.
import { createHash } from 'node:crypto';
import type { DaysOfFile, DayReport, DaySale, DayStepOfSale } from './days-of-file.ts';

export const counted = (count: number, totalCents: number) => ({ count, totalCents });

export const saleOf = (saleId: number, change: Partial<DaySale> = {}): DaySale => ({
  ...{ saleId, reference: `CF-${saleId}`, shiftId: 1, cashCents: 250, totalCents: 250 },
  ...{ isAtCounter: true, isReturn: false, totalsCents: [250], steps: [] },
  ...change,
});

const confirmed: DayStepOfSale = {
  ...{ stepId: 1, saleId: 1, event: 'accepted', state: 'confirmed' },
  ...{ evidence: 'created', documentId: 7 },
};
const doubted: DayStepOfSale = {
  ...{ stepId: 2, saleId: 2, event: 'no_clear_answer', state: 'in_doubt' },
  ...{ evidence: null, documentId: null },
};

export const says = {
  sales: counted(2, 500),
  cancelled: counted(0, 0),
  returned: { ...counted(1, 120), kinds: [counted(1, 120)] },
  otherDocuments: 0,
  open: [{ reference: 'CF-2', state: 'in_doubt' as const }],
  fiscal: { sold: counted(1, 250), answered: counted(1, 250) },
  cash: {
    ...{ floatCents: 1_000, sales: counted(1, 250), returned: counted(1, 120) },
    ...{ in: counted(1, 40), out: counted(1, 30), expectedCents: 1_140 },
    counts: [{ countId: 1 }],
  },
  marks: { stepId: 3 },
};

/** With a right hash. */
export function reportOf(
  change: Partial<DayReport> & { readonly previous?: Buffer; readonly number?: number } = {},
): DayReport {
  const { previous = Buffer.alloc(32), number = 1, ...rest } = change;
  const snapshot = '{}';
  const said = JSON.stringify(['TEST', number, snapshot]);
  const hash = createHash('sha256').update(previous).update(said).digest();
  const own = { zId: 1, shiftId: 1, installation: 'TEST', previousHash: previous };
  return { ...own, number, hash, snapshot, says, ...rest };
}

export const day = { shiftId: 1, floatCents: 1_000, isClosed: true };
export const count = {
  countId: 1,
  shiftId: 1,
  expectedCents: 1_140,
  lastCashSaleId: 5,
  lastMovementId: 2,
};
export const outcome = { zId: 1, reference: 'CF-2', state: 'confirmed', totalCents: 250 } as const;

/** Goods came back for cash. */
export const returned = saleOf(5, {
  ...{ cashCents: -120, totalCents: 120, totalsCents: [120], isAtCounter: false, isReturn: true },
  steps: [{ ...confirmed, saleId: 5, stepId: 3, documentId: 9 }],
});

/** The second sale ended after the day was closed. */
export const file: DaysOfFile = {
  shifts: [day, { shiftId: 2, floatCents: 0, isClosed: false }],
  movements: [
    { movementId: 1, shiftId: 1, movedCents: 40, isReversal: false },
    { movementId: 2, shiftId: 1, movedCents: -30, isReversal: false },
  ],
  counts: [count],
  reports: [reportOf()],
  addenda: [outcome],
  sales: [
    saleOf(1, { steps: [confirmed] }),
    saleOf(2, {
      cashCents: null,
      steps: [doubted, { ...confirmed, saleId: 2, stepId: 4, event: 'found', documentId: 8 }],
    }),
    saleOf(3, { shiftId: null }),
    saleOf(4, { shiftId: 2 }),
    returned,
  ],
};
export const totals = new Map([
  [7, 250],
  [8, 250],
  [9, 120],
]);

export const rightHash = reportOf().hash.toString('hex');
