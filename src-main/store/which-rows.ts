// Which rows of a kind are read: those of a span of time, or those between two marks.
import type { Marks } from '../contract/day-report.ts';
import type { Stretch } from './day-marks.ts';

/** From one instant until before the other. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

export type Which = Span | Stretch;

interface Columns {
  readonly time: string;
  readonly id: string;
  readonly mark: keyof Marks;
}

/** Returns a condition and the two numbers that it compares with. */
export function rowsOf(which: Which, { time, id, mark }: Columns) {
  return 'fromMs' in which
    ? ({
        where: `${time} >= @from AND ${time} < @until`,
        bounds: { from: which.fromMs, until: which.untilMs },
      } as const)
    : ({
        where: `${id} > @from AND ${id} <= @until`,
        bounds: { from: which.after[mark], until: which.upTo[mark] },
      } as const);
}
