// What a sale has below its own price, or at no price of the catalogue's: what a manager sees and
// approves, line by line.
import type { Cart, CartLine } from './cart.ts';
import type { ManagerAction } from './lock.ts';
import type { PercentHundredths, UnitPriceMicros } from './money.ts';

type LineToApprove = Pick<CartLine, 'lineId' | 'code' | 'description' | 'quantity' | 'unitPrice'>;

export type LoweredPrice =
  | {
      readonly kind: 'line';
      readonly line: LineToApprove;
      /** What it would be sold for. */
      readonly ownPrice: UnitPriceMicros;
    }
  /** No product of the catalogue: it costs what somebody has typed. */
  | { readonly kind: 'free'; readonly line: LineToApprove }
  /** On the whole sale. */
  | { readonly kind: 'discount'; readonly discount: PercentHundredths };

/** What the shop may leave to managers. */
export const actionFor = ({ kind }: LoweredPrice): ManagerAction =>
  kind === 'free' ? 'sell_free_line' : 'lower_price';

/**
 * `priceOf`: what the catalogue says of a line's price beside what the line itself says: undefined
 * for nothing, `none` where it has no such product.
 */
export function loweredPrices(
  { lines, discount }: Pick<Cart, 'lines' | 'discount'>,
  priceOf: (line: CartLine) => UnitPriceMicros | 'none' | undefined = () => undefined,
): readonly LoweredPrice[] {
  const loweredLines = lines.flatMap((whole): readonly LoweredPrice[] => {
    const { lineId, code, description, quantity, unitPrice } = whole;
    const line = { lineId, code, description, quantity, unitPrice };
    const price = priceOf(whole);
    const free: readonly LoweredPrice[] = price === 'none' ? [{ kind: 'free', line }] : [];
    const known = [whole.listPrice, price].filter((one) => typeof one === 'number');
    const [ownPrice] = known.sort((one, other) => other - one);
    if (ownPrice === undefined || unitPrice >= ownPrice) return free;
    return [{ kind: 'line', line, ownPrice }, ...free];
  });
  return discount > 0 ? [...loweredLines, { kind: 'discount', discount }] : loweredLines;
}

/**
 * Whether an approval of the one is one of the other: the same product at the same price, and as
 * much of it.
 */
export function isSameLowered(one: LoweredPrice, other: LoweredPrice): boolean {
  if (one.kind === 'discount') return other.kind === 'discount' && one.discount === other.discount;
  return other.kind === one.kind && isSameLine(one.line, other.line);
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
