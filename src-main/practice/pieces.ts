// An amount in notes and coins, as somebody finds it in a drawer.
import { denominations, type Count, type TypedCount } from '../contract/day.ts';
import type { Cents } from '../contract/money.ts';

/** Returns the fewest pieces that make up the amount; none for zero or less. */
export function piecesOf(amountCents: Cents): Count['pieces'] {
  let restCents: number = amountCents;
  return denominations.flatMap((denomination) => {
    const pieces = Math.max(0, Math.floor(restCents / denomination));
    restCents -= pieces * denomination;
    return pieces === 0 ? [] : [{ denomination, pieces }];
  });
}

export const typedAs = (pieces: Count['pieces']): TypedCount => ({
  pieces: pieces.map((one) => ({ denomination: one.denomination, text: String(one.pieces) })),
  other: '',
});
