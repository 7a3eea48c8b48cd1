// What the screen says of lines beside what they hold.
import type { CartLine } from '../../src-main/contract/cart.ts';

/** Returns the last line that was not there before, or not as it is now. */
export function lastChanged(
  before: readonly CartLine[],
  after: readonly CartLine[],
): CartLine | undefined {
  const known = new Set(before);
  return after.findLast((line) => !known.has(line));
}
