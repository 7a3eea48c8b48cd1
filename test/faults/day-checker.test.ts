// Shows that the checker of days notices what it is for: a day as it should be, and each way in
// which it can be wrong.
import { describe, expect, it } from 'vitest';
import { checkDays, type DayEnding } from './day-checker.ts';
import {
  counted,
  count,
  day,
  file,
  outcome,
  reportOf,
  returned,
  rightHash,
  saleOf,
  says,
  totals,
} from './day-to-check.ts';
import type { DayWord } from './day-words.ts';
import type { DaysOfFile, DayReport, DayStepOfSale } from './days-of-file.ts';

const problemsOf = (change: Partial<DaysOfFile>, more: Partial<DayEnding> = {}) =>
  checkDays({ words: [], totals, file: { ...file, ...change }, ...more }).map(
    ({ kind, reference, what }) => `${kind} ${reference}: ${what}`,
  );
const sayingOther = (change: Partial<DayReport['says']>) => ({
  reports: [reportOf({ says: { ...says, ...change } })],
});
const sayingOtherCash = (change: Partial<DayReport['says']['cash']>) =>
  sayingOther({ cash: { ...says.cash, ...change } });

describe('of a day as it should be', () => {
  it('it reports nothing', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it('it reports nothing if what was said is kept', () => {
    const words: readonly DayWord[] = [
      { did: 'sold', reference: 'CF-1', shiftId: 1, cashCents: 250 },
      { did: 'sold', reference: 'CF-2', shiftId: 1, cashCents: null },
      { did: 'sold', reference: 'CF-5', shiftId: 1, cashCents: -120 },
      { did: 'opened', shiftId: 1, floatCents: 1_000 },
      { did: 'moved', movementId: 2, shiftId: 1, movedCents: -30 },
      { did: 'counted', countId: 1, expectedCents: 1_140 },
      { did: 'closed', zId: 1, name: 'TEST-1', hash: rightHash, tookMs: 10_000 },
    ];
    expect(problemsOf({}, { words })).toEqual([]);
  });
});

describe('it reports', () => {
  it.each<readonly [string, Partial<DaysOfFile>, string]>([
    [
      'a sale that is in two reports',
      sayingOther({ sales: counted(3, 750) }),
      'z_wrong TEST-1: sold: says {"count":3,"totalCents":750}, is {"count":2,"totalCents":500}',
    ],
    [
      'a report without a sale',
      sayingOther({ sales: counted(1, 250) }),
      'z_wrong TEST-1: sold: says {"count":1,"totalCents":250}, is {"count":2,"totalCents":500}',
    ],
    [
      'a cancelled sale that was none',
      sayingOther({ cancelled: counted(1, 250) }),
      'z_wrong TEST-1: cancelled: says {"count":1,"totalCents":250}, is {"count":0,"totalCents":0}',
    ],
    [
      'a document that was not made at the counter',
      sayingOther({ otherDocuments: 1 }),
      'z_wrong TEST-1: other documents: says 1, is 0',
    ],
    [
      'an open sale that is not named',
      sayingOther({ open: [] }),
      'z_wrong TEST-1: open: says [], is [["CF-2","in_doubt"]]',
    ],
    [
      'an open sale in another state',
      sayingOther({ open: [{ reference: 'CF-2', state: 'queued' }] }),
      'z_wrong TEST-1: open: says [["CF-2","queued"]], is [["CF-2","in_doubt"]]',
    ],
    [
      'a confirmed sale that is left out',
      sayingOther({ fiscal: { ...says.fiscal, sold: counted(0, 0) } }),
      'z_wrong TEST-1: confirmed: says {"count":0,"totalCents":0}, is {"count":1,"totalCents":250}',
    ],
    [
      'a sum that is not the service’s own',
      sayingOther({ fiscal: { ...says.fiscal, answered: counted(1, 249) } }),
      'z_wrong TEST-1: at the service: says {"count":1,"totalCents":249}, is {"count":1,"totalCents":250}',
    ],
    [
      'another float',
      sayingOtherCash({ floatCents: 999 }),
      'drawer_wrong TEST-1: float: says 999, is 1000',
    ],
    [
      'a drawer that leaves out what was paid',
      sayingOtherCash({ sales: counted(0, 0) }),
      'drawer_wrong TEST-1: cash sales: says {"count":0,"totalCents":0}, is {"count":1,"totalCents":250}',
    ],
    [
      'a drawer that leaves out what was given back',
      sayingOtherCash({ returned: counted(0, 0) }),
      'refund_wrong TEST-1: cash for returns: says {"count":0,"totalCents":0}, is {"count":1,"totalCents":120}',
    ],
    [
      'a return that is left out',
      sayingOther({ returned: { ...counted(0, 0), kinds: says.returned.kinds } }),
      'refund_wrong TEST-1: came back: says {"count":0,"totalCents":0}, is {"count":1,"totalCents":120}',
    ],
    [
      'a credit note of another amount than the service’s',
      sayingOther({ returned: { ...says.returned, kinds: [counted(1, 119)] } }),
      'refund_wrong TEST-1: credited at the service: says {"count":1,"totalCents":119}, is {"count":1,"totalCents":120}',
    ],
    [
      'cash that did not come',
      sayingOtherCash({ in: counted(2, 80) }),
      'drawer_wrong TEST-1: cash in: says {"count":2,"totalCents":80}, is {"count":1,"totalCents":40}',
    ],
    [
      'cash that did not go',
      sayingOtherCash({ out: counted(1, -30) }),
      'drawer_wrong TEST-1: cash out: says {"count":1,"totalCents":-30}, is {"count":1,"totalCents":30}',
    ],
    [
      'a drawer that is expected otherwise',
      sayingOtherCash({ expectedCents: 1_141 }),
      'drawer_wrong TEST-1: expected: says 1141, is 1140',
    ],
    [
      'a count that is not named',
      sayingOtherCash({ counts: [] }),
      'z_wrong TEST-1: counts: says [], is [1]',
    ],
    [
      'a sale of a day that there is not',
      { sales: [...file.sales, saleOf(6, { shiftId: 9 })] },
      'day_misplaced CF-6: of day 9, which there is not',
    ],
    [
      'a closed day without a report',
      { shifts: [{ ...day, shiftId: 3 }, ...file.shifts] },
      'z_missing day 3: 0 Z reports',
    ],
    [
      'two days that are open',
      { shifts: [...file.shifts, { shiftId: 3, floatCents: 0, isClosed: false }] },
      'z_missing open days: 2',
    ],
    [
      'a number that is left out',
      { reports: [reportOf({ number: 2 })] },
      'z_chain TEST-2: should be number 1',
    ],
    [
      'a report that follows no other',
      { reports: [reportOf({ previous: Buffer.alloc(32, 1) })] },
      'z_chain TEST-1: follows another',
    ],
    [
      'a report that was changed',
      { reports: [reportOf({ snapshot: '{"changed":true}' })] },
      'z_chain TEST-1: was changed',
    ],
    [
      'an expectation that is none',
      { counts: [{ ...count, expectedCents: 1_000 }] },
      'drawer_wrong count 1: expected 1000, not 1140',
    ],
    [
      'an outcome that nobody is told',
      { addenda: [] },
      'addendum_wrong CF-2: TEST-1: became confirmed, told as nothing',
    ],
    [
      'an outcome of another amount',
      { addenda: [{ ...outcome, totalCents: 1 }] },
      'addendum_wrong CF-2: of 250, told as 1',
    ],
  ])('%s', (_, change, problem) => {
    expect(problemsOf(change)).toEqual([problem]);
  });

  it('a movement that is lost, wherever it was counted', () => {
    expect(problemsOf({ movements: file.movements.slice(1) })).toEqual([
      'drawer_wrong count 1: expected 1140, not 1100',
      'drawer_wrong TEST-1: cash in: says {"count":1,"totalCents":40}, is {"count":0,"totalCents":0}',
      'drawer_wrong TEST-1: expected: says 1140, is 1100',
    ]);
  });

  it('a return that the drawer has forgotten, wherever it was counted', () => {
    const sales = file.sales.map((sale) =>
      sale.reference === returned.reference ? { ...sale, cashCents: null } : sale,
    );
    expect(problemsOf({ sales })).toEqual([
      'drawer_wrong count 1: expected 1140, not 1260',
      'refund_wrong TEST-1: cash for returns: says {"count":1,"totalCents":120}, is {"count":0,"totalCents":0}',
      'drawer_wrong TEST-1: expected: says 1140, is 1260',
    ]);
  });

  it.each<readonly [string, DayWord, string]>([
    [
      'a sale that is of another day',
      { did: 'sold', reference: 'CF-3', shiftId: 2, cashCents: 250 },
      'day_misplaced CF-3: sold on day 2, is of none',
    ],
    [
      'a sale that was paid otherwise',
      { did: 'sold', reference: 'CF-2', shiftId: 1, cashCents: 250 },
      'drawer_wrong CF-2: paid 250 cash, kept as none',
    ],
    [
      'a return whose money is still in the drawer',
      { did: 'sold', reference: 'CF-5', shiftId: 1, cashCents: -130 },
      'refund_wrong CF-5: paid -130 cash, kept as -120',
    ],
    [
      'a day that was opened with another float',
      { did: 'opened', shiftId: 1, floatCents: 999 },
      'day_forgotten day 1: said {"floatCents":999}, is {"floatCents":1000}',
    ],
    [
      'a day that was opened and is not there',
      { did: 'opened', shiftId: 9, floatCents: 0 },
      'day_forgotten day 9: said {"floatCents":0}, is not there',
    ],
    [
      'a movement that is not there',
      { did: 'moved', movementId: 3, shiftId: 1, movedCents: 5 },
      'day_forgotten movement 3: said {"shiftId":1,"movedCents":5}, is not there',
    ],
    [
      'a count that expected another amount',
      { did: 'counted', countId: 1, expectedCents: 1 },
      'day_forgotten count 1: said {"expectedCents":1}, is {"expectedCents":1140}',
    ],
    [
      'a Z that is another',
      { did: 'closed', zId: 1, name: 'TEST-1', hash: '00', tookMs: 1 },
      `day_forgotten Z 1: said {"name":"TEST-1","hash":"00"}, is {"name":"TEST-1","hash":"${rightHash}"}`,
    ],
    [
      'a closing that took long',
      { did: 'closed', zId: 1, name: 'TEST-1', hash: rightHash, tookMs: 10_001 },
      'closing_held_up TEST-1: took 10001 ms',
    ],
    [
      'a closing that was refused',
      { did: 'refused', what: 'close_day', code: 'count_void' },
      'closing_held_up close_day: count_void',
    ],
  ])('something that was said: %s', (_, word, problem) => {
    expect(problemsOf({}, { words: [word] })).toEqual([problem]);
  });
});

/** A person saw a document that the till did not see. */
const decided: DayStepOfSale = {
  ...{ stepId: 2, saleId: 2, event: 'settled_confirmed', state: 'confirmed' },
  ...{ evidence: 'decided', documentId: null },
};

describe('if a person confirmed a sale', () => {
  const [first = saleOf(1), second = saleOf(2), ...rest] = file.sales;
  const withDecided = (
    answered: ReturnType<typeof counted>,
    steps: readonly DayStepOfSale[] = [decided],
  ) => ({
    ...sayingOther({ open: [], fiscal: { sold: counted(2, 500), answered } }),
    sales: [first, { ...second, steps }, ...rest],
    addenda: [],
  });

  it('the sum of the others is still the service’s own', () => {
    expect(problemsOf(withDecided(counted(1, 250)))).toEqual([]);
    expect(problemsOf(withDecided(counted(1, 249)))).toEqual([
      'z_wrong TEST-1: at the service: says {"count":1,"totalCents":249}, is {"count":1,"totalCents":250}',
    ]);
  });

  it('a document that the till had seen counts or not, by what the service holds', () => {
    const seen = {
      ...decided,
      stepId: 1,
      event: 'found_mismatch',
      state: 'conflict',
      documentId: 8,
    } as const;
    const steps = [seen, decided];
    expect(problemsOf(withDecided(counted(1, 250), steps))).toEqual([]);
    expect(problemsOf(withDecided(counted(2, 500), steps))).toEqual([]);
    expect(problemsOf(withDecided(counted(2, 501), steps))).toHaveLength(1);
  });
});
