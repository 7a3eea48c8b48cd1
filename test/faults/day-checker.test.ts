// Shows that the checker of days notices what it is there for: a day as it should be, and each way
// in which it is not.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkDays, type DayEnding } from './day-checker.ts';
import type { DaysOfFile, DayReport, DaySale, DayStepOfSale } from './days-of-file.ts';

const counted = (count: number, totalCents: number) => ({ count, totalCents });

const saleOf = (saleId: number, change: Partial<DaySale> = {}): DaySale => ({
  ...{ saleId, reference: `CF-${saleId}`, shiftId: 1, cashCents: 250, totalCents: 250 },
  ...{ isAtCounter: true, totalsCents: [250], steps: [] },
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

const says = {
  sales: counted(2, 500),
  cancelled: counted(0, 0),
  otherDocuments: 0,
  open: [{ reference: 'CF-2', state: 'in_doubt' as const }],
  fiscal: { sold: counted(1, 250), answered: counted(1, 250) },
  cash: {
    ...{ floatCents: 1_000, sales: counted(1, 250), in: counted(1, 40), out: counted(1, 30) },
    ...{ expectedCents: 1_260, counts: [{ countId: 1 }] },
  },
  marks: { stepId: 2 },
};

/** With a hash that is right. */
function reportOf(
  change: Partial<DayReport> & { readonly previous?: Buffer; readonly number?: number } = {},
): DayReport {
  const { previous = Buffer.alloc(32), number = 1, ...rest } = change;
  const snapshot = '{}';
  const said = JSON.stringify(['TEST', number, snapshot]);
  const hash = createHash('sha256').update(previous).update(said).digest();
  const own = { zId: 1, shiftId: 1, installation: 'TEST', previousHash: previous };
  return { ...own, number, hash, snapshot, says, ...rest };
}

const day = { shiftId: 1, floatCents: 1_000, isClosed: true };
const count = {
  countId: 1,
  shiftId: 1,
  expectedCents: 1_260,
  lastCashSaleId: 1,
  lastMovementId: 2,
};
const outcome = { zId: 1, reference: 'CF-2', state: 'confirmed', totalCents: 250 } as const;

/** The second sale came to its end after the day was closed. */
const file: DaysOfFile = {
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
      steps: [doubted, { ...confirmed, saleId: 2, stepId: 3, event: 'found', documentId: 8 }],
    }),
    saleOf(3, { shiftId: null }),
    saleOf(4, { shiftId: 2 }),
  ],
};
const totals = new Map([
  [7, 250],
  [8, 250],
]);

const kindsOf = (change: Partial<DaysOfFile>, more: Partial<DayEnding> = {}) => [
  ...new Set(
    checkDays({ words: [], totals, file: { ...file, ...change }, ...more }).map(({ kind }) => kind),
  ),
];
const sayingOther = (change: Partial<DayReport['says']>) => ({
  reports: [reportOf({ says: { ...says, ...change } })],
});

describe('of a day as it should be', () => {
  it('nothing is said', () => {
    expect(kindsOf({})).toEqual([]);
  });
});

describe('it tells of', () => {
  it.each<readonly [string, Partial<DaysOfFile>, readonly string[]]>([
    ['a sale that is in two reports', sayingOther({ sales: counted(3, 750) }), ['z_wrong']],
    ['a report without a sale', sayingOther({ sales: counted(1, 250) }), ['z_wrong']],
    [
      'a sale of a day that there is not',
      { sales: [...file.sales, saleOf(5, { shiftId: 9 })] },
      ['day_misplaced'],
    ],
    [
      'a closed day without a report',
      { shifts: [{ ...day, shiftId: 3 }, ...file.shifts] },
      ['z_missing'],
    ],
    ['an open sale that is not named', sayingOther({ open: [] }), ['z_wrong']],
    ['a number that is left out', { reports: [reportOf({ number: 2 })] }, ['z_chain']],
    [
      'a report that follows no other',
      { reports: [reportOf({ previous: Buffer.alloc(32, 1) })] },
      ['z_chain'],
    ],
    [
      'a report that was changed',
      { reports: [reportOf({ snapshot: '{"changed":true}' })] },
      ['z_chain'],
    ],
    ['a movement that is lost', { movements: file.movements.slice(1) }, ['drawer_wrong']],
    [
      'an expectation that is none',
      { counts: [{ ...count, expectedCents: 1_000 }] },
      ['drawer_wrong'],
    ],
    [
      'a drawer that leaves out what was paid',
      sayingOther({
        cash: { ...says.cash, sales: counted(0, 0) },
      }),
      ['drawer_wrong'],
    ],
    ['an outcome that nobody is told', { addenda: [] }, ['addendum_wrong']],
    [
      'an outcome of another amount',
      { addenda: [{ ...outcome, totalCents: 1 }] },
      ['addendum_wrong'],
    ],
  ])('%s', (_, change, kinds) => {
    expect(kindsOf(change)).toEqual(kinds);
  });

  it('a sum that is not the service’s own', () => {
    expect(kindsOf({}, { totals: new Map([[7, 249]]) })).toEqual(['z_wrong']);
  });

  it('what was said and is not kept', () => {
    expect(
      kindsOf(
        {},
        {
          words: [
            { did: 'moved', movementId: 3, shiftId: 1, movedCents: 5 },
            { did: 'sold', reference: 'CF-3', shiftId: 2, cashCents: 250 },
            { did: 'closed', zId: 1, name: 'TEST-1', hash: '00', tookMs: 1 },
            { did: 'refused', what: 'close_day', code: 'count_void' },
          ],
        },
      ),
    ).toEqual(['day_forgotten', 'day_misplaced', 'closing_held_up']);
  });
});
