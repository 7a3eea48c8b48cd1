// Judges the days of one till by its rows, by what it told people of them, and by the service's own
// records. Sums everything up again, without any code of the product.
import { createHash } from 'node:crypto';
import { isFinal, type SaleState } from '../../src-main/contract/outbox-states.ts';
import { asOf, sum, sumsAtService, total, type Sum, type Then } from './day-as-closed.ts';
import type { DaysOfFile, DayReport } from './days-of-file.ts';
import type { DayWord } from './day-words.ts';

export interface DayEnding {
  /** What the till said, except for what was lost with a folder that another replaced. */
  readonly words: readonly DayWord[];
  readonly file: DaysOfFile;
  /** The total of each document at the service, by its id; null if there is no service. */
  readonly totals: ReadonlyMap<number, number> | null;
}

export const dayProblemKinds = [
  /** The till said it, and the file does not have it, or has it otherwise. */
  'day_forgotten',
  /** A sale belongs to another day than the open one, or to a day that does not exist. */
  'day_misplaced',
  /** The expected cash in the drawer is not float, cash sales and movements. */
  'drawer_wrong',
  /** What went out of the drawer for goods that came back is not what the customer was given. */
  'refund_wrong',
  /** A Z does not agree with its sales, their states at that time, or the service's records. */
  'z_wrong',
  /** A day has no Z although it is closed, or has one although it is open. */
  'z_missing',
  /** A number is missing or given twice, or a hash does not cover the one before it. */
  'z_chain',
  /** What became of a sale later is not noted beside its Z. */
  'addendum_wrong',
  /** A day could not be closed at once. */
  'closing_held_up',
] as const;
export type DayProblemKind = (typeof dayProblemKinds)[number];

export interface DayProblem {
  readonly kind: DayProblemKind;
  readonly reference: string;
  readonly what: string;
}

type Complain = (kind: DayProblemKind, reference: string, what: string) => void;

export function checkDays(ending: DayEnding): readonly DayProblem[] {
  const problems: DayProblem[] = [];
  const complain: Complain = (kind, reference, what) => {
    problems.push({ kind, reference, what });
  };
  checkWords(ending, complain);
  checkPlaces(ending.file, complain);
  checkDrawer(ending.file, complain);
  checkChain(ending.file, complain);
  for (const report of ending.file.reports) {
    checkReport(report, ending, complain);
    checkAddenda(report, ending.file, complain);
  }
  return problems;
}

const isSame = (said: unknown, is: unknown): boolean => JSON.stringify(said) === JSON.stringify(is);

/** Longer than any write to the disk takes, and shorter than any wait. */
const atOnceMs = 10_000;

function checkWords({ words, file }: DayEnding, complain: Complain): void {
  const sales = new Map(file.sales.map((sale) => [sale.reference, sale]));
  const must = (said: object, kept: object | undefined, what: string) => {
    if (kept && isSame(said, kept)) return;
    const is = kept ? JSON.stringify(kept) : 'not there';
    complain('day_forgotten', what, `said ${JSON.stringify(said)}, is ${is}`);
  };
  for (const word of words) {
    switch (word.did) {
      case 'sold': {
        // The checker of sales reports a missing one.
        const sale = sales.get(word.reference);
        if (!sale) break;
        const { shiftId, cashCents } = sale;
        if (shiftId !== word.shiftId) {
          const what = `sold on day ${word.shiftId ?? 'none'}, is of ${shiftId ?? 'none'}`;
          complain('day_misplaced', word.reference, what);
        }
        if (cashCents !== word.cashCents) {
          const what = `paid ${word.cashCents ?? 'no'} cash, kept as ${cashCents ?? 'none'}`;
          complain(sale.isReturn ? 'refund_wrong' : 'drawer_wrong', word.reference, what);
        }
        break;
      }
      case 'opened': {
        const { shiftId, floatCents } = word;
        const kept = file.shifts.find((shift) => shift.shiftId === shiftId);
        must({ floatCents }, kept && { floatCents: kept.floatCents }, `day ${shiftId}`);
        break;
      }
      case 'moved': {
        const { movementId, shiftId, movedCents } = word;
        const kept = file.movements.find((movement) => movement.movementId === movementId);
        const is = kept && { shiftId: kept.shiftId, movedCents: kept.movedCents };
        must({ shiftId, movedCents }, is, `movement ${movementId}`);
        break;
      }
      case 'counted': {
        const { countId, expectedCents } = word;
        const kept = file.counts.find((count) => count.countId === countId);
        must({ expectedCents }, kept && { expectedCents: kept.expectedCents }, `count ${countId}`);
        break;
      }
      case 'closed': {
        const { zId, name, hash, tookMs } = word;
        const kept = file.reports.find((report) => report.zId === zId);
        const is = kept && { name: nameOf(kept), hash: kept.hash.toString('hex') };
        must({ name, hash }, is, `Z ${zId}`);
        if (tookMs > atOnceMs) complain('closing_held_up', name, `took ${Math.round(tookMs)} ms`);
        break;
      }
      case 'refused':
        complain('closing_held_up', word.what, word.code);
        break;
    }
  }
}

const nameOf = ({ installation, number }: DayReport): string => `${installation}-${number}`;

/** Checks that every sale is in exactly one Z, in the open day, or in none. */
function checkPlaces({ shifts, reports, sales }: DaysOfFile, complain: Complain): void {
  const known = new Set(shifts.map(({ shiftId }) => shiftId));
  for (const { shiftId, reference } of sales) {
    if (shiftId === null || known.has(shiftId)) continue;
    complain('day_misplaced', reference, `of day ${shiftId}, which there is not`);
  }
  for (const { shiftId, isClosed } of shifts) {
    const own = reports.filter((report) => report.shiftId === shiftId).length;
    if (own !== Number(isClosed)) complain('z_missing', `day ${shiftId}`, `${own} Z reports`);
  }
  const open = shifts.filter(({ isClosed }) => !isClosed).length;
  if (open > 1) complain('z_missing', 'open days', String(open));
}

/**
 * Checks what was expected at each count, by the rows up to the last one that had moved cash by
 * then.
 */
function checkDrawer(file: DaysOfFile, complain: Complain): void {
  for (const count of file.counts) {
    const { shiftId, expectedCents, lastCashSaleId, lastMovementId, countId } = count;
    const float = file.shifts.find((shift) => shift.shiftId === shiftId)?.floatCents ?? NaN;
    const right =
      float +
      total(ofDay(file.sales, shiftId), ({ saleId, cashCents }) =>
        saleId <= lastCashSaleId ? (cashCents ?? 0) : 0,
      ) +
      total(ofDay(file.movements, shiftId), ({ movementId, movedCents }) =>
        movementId <= lastMovementId ? movedCents : 0,
      );
    if (right !== expectedCents) {
      complain('drawer_wrong', `count ${countId}`, `expected ${expectedCents}, not ${right}`);
    }
  }
}

const ofDay = <Row extends { readonly shiftId: number | null }>(
  rows: readonly Row[],
  shiftId: number,
): readonly Row[] => rows.filter((row) => row.shiftId === shiftId);

function checkChain({ reports }: DaysOfFile, complain: Complain): void {
  let previous: Uint8Array = Buffer.alloc(32);
  const numbers = new Map<string, number>();
  for (const report of reports) {
    const { installation, number, previousHash, hash, snapshot } = report;
    const due = (numbers.get(installation) ?? 0) + 1;
    if (number !== due) complain('z_chain', nameOf(report), `should be number ${due}`);
    numbers.set(installation, number);
    const said = JSON.stringify([installation, number, snapshot]);
    const right = createHash('sha256').update(previousHash).update(said).digest();
    if (!previousHash.equals(previous)) complain('z_chain', nameOf(report), 'follows another');
    if (!hash.equals(right)) complain('z_chain', nameOf(report), 'was changed');
    previous = hash;
  }
}

function checkReport(report: DayReport, { file, totals }: DayEnding, complain: Complain): void {
  const { says, shiftId } = report;
  const then = ofDay(file.sales, shiftId).map((sale) => asOf(sale, says.marks.stepId));
  const atCounter = then.filter(({ sale }) => sale.isAtCounter);
  const sold = atCounter.filter(({ state }) => state !== 'cancelled');
  const confirmed = sold.filter(({ state }) => state === 'confirmed');
  const moved = ofDay(file.movements, shiftId).map(({ movedCents }) => movedCents);
  const sumOf = (all: readonly Then[]) => sum(all.map(({ totalCents }) => totalCents));
  const returns = then.filter(({ sale }) => sale.isReturn);
  const cameBack = returns.filter(({ state }) => state !== 'cancelled');
  const cash = sum(atCounter.flatMap(({ sale }) => sale.cashCents ?? []));
  const refunds = sum(
    returns.flatMap(({ sale }) => (sale.cashCents === null ? [] : -sale.cashCents)),
  );
  const [came, went] = [moved.filter((each) => each > 0), moved.filter((each) => each < 0)];
  const float = file.shifts.find((shift) => shift.shiftId === shiftId)?.floatCents;
  const out = sum(went.map((each) => -each));
  const expected =
    (float ?? NaN) + cash.totalCents - refunds.totalCents + sum(came).totalCents - out.totalCents;
  const must = (kind: DayProblemKind, what: string, said: unknown, is: unknown) => {
    if (isSame(said, is)) return;
    const words = `says ${JSON.stringify(said)}, is ${JSON.stringify(is)}`;
    complain(kind, nameOf(report), `${what}: ${words}`);
  };
  must('z_wrong', 'sold', says.sales, sumOf(sold));
  must('z_wrong', 'cancelled', says.cancelled, sumOf(atCounter.filter(isCancelled)));
  const { count, totalCents, kinds } = says.returned;
  must('refund_wrong', 'came back', { count, totalCents }, sumOf(cameBack));
  const others = then.length - atCounter.length - returns.length;
  must('z_wrong', 'other documents', says.otherDocuments, others);
  const open = then.filter(({ state }) => !isFinal(state));
  must(
    'z_wrong',
    'open',
    says.open.map(({ reference, state }) => [reference, state]),
    open.map(({ sale, state }) => [sale.reference, state]),
  );
  must('z_wrong', 'confirmed', says.fiscal.sold, sumOf(confirmed));
  const mustBeAtService = (kind: DayProblemKind, what: string, said: Sum, of: readonly Then[]) => {
    if (!totals) return;
    // Summed up by hand from the service's own records.
    const possible = sumsAtService(of, totals);
    const isPossible = possible.some((one) => isSame(one, said));
    must(kind, what, said, isPossible ? said : possible[0]);
  };
  mustBeAtService('z_wrong', 'at the service', says.fiscal.answered, confirmed);
  const credited = cameBack.filter(({ state }) => state === 'confirmed');
  const ofKinds = {
    count: total(kinds, (one) => one.count),
    totalCents: total(kinds, (one) => one.totalCents),
  };
  mustBeAtService('refund_wrong', 'credited at the service', ofKinds, credited);
  must('drawer_wrong', 'float', says.cash.floatCents, float);
  must('drawer_wrong', 'cash sales', says.cash.sales, cash);
  must('refund_wrong', 'cash for returns', says.cash.returned, refunds);
  must('drawer_wrong', 'cash in', says.cash.in, sum(came));
  must('drawer_wrong', 'cash out', says.cash.out, out);
  must('drawer_wrong', 'expected', says.cash.expectedCents, expected);
  const counts = ofDay(file.counts, shiftId).map(({ countId }) => countId);
  must(
    'z_wrong',
    'counts',
    says.cash.counts.map(({ countId }) => countId),
    counts,
  );
}

const isCancelled = ({ state }: Then): boolean => state === 'cancelled';

/** Checks the note of each step by which a sale ended after its day was closed, or left its end. */
function checkAddenda(
  { zId, shiftId, says, ...report }: DayReport,
  { sales, addenda }: DaysOfFile,
  complain: Complain,
): void {
  for (const sale of ofDay(sales, shiftId)) {
    const { reference } = sale;
    let { state } = asOf(sale, says.marks.stepId);
    const due: SaleState[] = [];
    for (const step of sale.steps) {
      if (step.stepId <= says.marks.stepId) continue;
      const isLook = step.event === 'looked_up' || step.event === 'requested';
      if (!isLook && (isFinal(state) || isFinal(step.state))) due.push(step.state);
      ({ state } = step);
    }
    const own = addenda.filter((one) => one.zId === zId && one.reference === reference);
    const states = own.map((one) => one.state);
    if (states.join() !== due.join()) {
      const what = `became ${due.join() || 'nothing'}, told as ${states.join() || 'nothing'}`;
      complain(
        'addendum_wrong',
        reference,
        `${nameOf({ ...report, zId, shiftId, says })}: ${what}`,
      );
    }
    const last = own.at(-1);
    if (last && isFinal(state) && last.totalCents !== sale.totalCents) {
      complain('addendum_wrong', reference, `of ${sale.totalCents}, told as ${last.totalCents}`);
    }
  }
}
