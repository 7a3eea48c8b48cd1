// What a customer is likely to hand over in cash for a total: the offers beside "Exact".
import { cents, type Cents } from '../../src-main/contract/money.ts';

/** Coins and notes that people round up to, in cents. */
const roundings = [100, 500, 1000, 2000, 5000, 10_000, 20_000];

/** Returns at most four amounts above the total, smallest first. */
export function cashAmounts(totalCents: Cents): readonly Cents[] {
  const amounts = roundings.map((step) => Math.ceil(totalCents / step) * step);
  return [...new Set(amounts)]
    .filter((amount) => amount > totalCents)
    .sort((a, b) => a - b)
    .slice(0, 4)
    .map(cents);
}
