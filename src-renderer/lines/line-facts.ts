// What the screen says of lines beside what they hold.
import * as v from 'valibot';
import type { CartLine } from '../../src-main/contract/cart.ts';
import {
  noDiscount,
  percentSchema,
  type PercentHundredths,
} from '../../src-main/contract/money.ts';

/** Returns how far the price lies below the list price, to the hundredth of a percent. */
export function discountOf({ unitPrice, listPrice }: CartLine): PercentHundredths {
  if (listPrice === undefined || listPrice <= unitPrice) return noDiscount;
  return v.parse(percentSchema, Math.round(((listPrice - unitPrice) * 10_000) / listPrice));
}

/** Returns the last line that was not there before, or not as it is now. */
export function lastChanged(
  before: readonly CartLine[],
  after: readonly CartLine[],
): CartLine | undefined {
  const known = new Set(before);
  return after.findLast((line) => !known.has(line));
}
