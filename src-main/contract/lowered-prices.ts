// What a sale has below its own price: what a manager sees and approves, line by line.
import type { Cart, CartLine } from './cart.ts';
import type { PercentHundredths, UnitPriceMicros } from './money.ts';

export type LoweredPrice =
  | {
      readonly kind: 'line';
      readonly line: Pick<CartLine, 'lineId' | 'code' | 'description' | 'quantity' | 'unitPrice'>;
      /** What it would be sold for. */
      readonly ownPrice: UnitPriceMicros;
    }
  /** On the whole sale. */
  | { readonly kind: 'discount'; readonly discount: PercentHundredths };

/** `priceOf`: what is known of a product's price beside what the line itself says. */
export function loweredPrices(
  { lines, discount }: Pick<Cart, 'lines' | 'discount'>,
  priceOf: (line: CartLine) => UnitPriceMicros | undefined = () => undefined,
): readonly LoweredPrice[] {
  const loweredLines = lines.flatMap((line): readonly LoweredPrice[] => {
    const { lineId, code, description, quantity, unitPrice } = line;
    const known = [line.listPrice, priceOf(line)].filter((price) => price !== undefined);
    const [ownPrice] = known.sort((one, other) => other - one);
    if (ownPrice === undefined || unitPrice >= ownPrice) return [];
    return [{ kind: 'line', line: { lineId, code, description, quantity, unitPrice }, ownPrice }];
  });
  return discount > 0 ? [...loweredLines, { kind: 'discount', discount }] : loweredLines;
}

/**
 * Whether an approval of the one is one of the other: the same product at the same price, and as
 * much of it.
 */
export function isSameLowered(one: LoweredPrice, other: LoweredPrice): boolean {
  if (one.kind === 'discount') return other.kind === 'discount' && one.discount === other.discount;
  return other.kind === 'line' && isSameLine(one.line, other.line);
}

type Sold = Pick<CartLine, 'lineId' | 'code' | 'quantity' | 'unitPrice'>;

const isSameLine = (one: Sold, other: Sold): boolean =>
  one.lineId === other.lineId &&
  one.code === other.code &&
  one.quantity === other.quantity &&
  one.unitPrice === other.unitPrice;

/** Whether the sale has what was lowered, as it was approved. */
export const holdsLowered = (
  { lines, discount }: Pick<Cart, 'lines' | 'discount'>,
  lowered: LoweredPrice,
): boolean =>
  lowered.kind === 'discount'
    ? lowered.discount === discount
    : lines.some((line) => isSameLine(line, lowered.line));

/** Those of the prices that the others do not have: each of the others counts for one. */
export function withoutLowered(
  prices: readonly LoweredPrice[],
  others: readonly LoweredPrice[],
): readonly LoweredPrice[] {
  const left = [...others];
  return prices.filter((price) => {
    const at = left.findIndex((other) => isSameLowered(price, other));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}
