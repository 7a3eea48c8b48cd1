// What the screen says of lines beside what they hold.
import * as v from 'valibot';
import type { CartLine } from '../../src-main/contract/cart.ts';
import {
  noDiscount,
  oneUnit,
  percentSchema,
  type PercentHundredths,
} from '../../src-main/contract/money.ts';

/** How far the price lies below the list price, to the hundredth of a percent. */
export function discountOf({ unitPrice, listPrice }: CartLine): PercentHundredths {
  if (listPrice === undefined || listPrice <= unitPrice) return noDiscount;
  return v.parse(percentSchema, Math.round(((listPrice - unitPrice) * 10_000) / listPrice));
}

/** What is weighed or measured is one piece, however much of it there is. */
export const countPieces = (lines: readonly CartLine[]): number =>
  lines.reduce(
    (pieces, { quantity }) => pieces + (quantity % oneUnit === 0 ? quantity / oneUnit : 1),
    0,
  );

/** The last line that was not there before, or not as it is now. */
export function lastChanged(
  before: readonly CartLine[],
  after: readonly CartLine[],
): CartLine | undefined {
  const known = new Set(before);
  return after.findLast((line) => !known.has(line));
}
