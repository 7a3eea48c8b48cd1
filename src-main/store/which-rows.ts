// Which rows of a kind are read: those of a span of time, or those between two marks.
import type { Marks } from '../contract/day-report.ts';
import type { Stretch } from './day-marks.ts';

/** From one instant until before the other. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Returns the span from midnight to midnight, also when clocks change. `date` is `yyyy-mm-dd`. */
export function spanOf(date: string): Span {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return {
    fromMs: new Date(year, month - 1, day).getTime(),
    untilMs: new Date(year, month - 1, day + 1).getTime(),
  };
}

export type Which = Span | Stretch;

/** The columns with the time and the number of the rows that a mark counts. */
const columnsOf: Readonly<Record<keyof Marks, readonly [time: string, id: string]>> = {
  saleId: ['committed_at_ms', 'sale_id'],
  stepId: ['at_ms', 'step_id'],
  decisionId: ['at_ms', 'decision_id'],
  openingId: ['at_ms', 'opening_id'],
  recoveryId: ['at_ms', 'recovery_id'],
};

/** Returns a condition and the two numbers that it compares with. */
export function rowsOf(which: Which, mark: keyof Marks) {
  const [time, id] = columnsOf[mark];
  if ('fromMs' in which) {
    const bounds = { from: which.fromMs, until: which.untilMs };
    return { where: `${time} >= @from AND ${time} < @until`, bounds };
  }
  const bounds = { from: which.after[mark], until: which.upTo[mark] };
  return { where: `${id} > @from AND ${id} <= @until`, bounds };
}
