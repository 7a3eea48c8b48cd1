// What a sale has below its own price, at a price that is not the catalogue's, or as a part of a
// piece: what a manager sees and approves, line by line.
import { totals, type Cart, type CartLine } from './cart.ts';
import type { ManagerAction } from './lock.ts';
import {
  oneUnit,
  type Cents,
  type PercentHundredths,
  type QuantityThousandths,
  type UnitPriceMicros,
} from './money.ts';

type LineToApprove = Pick<CartLine, 'lineId' | 'code' | 'description' | 'quantity' | 'unitPrice'>;

export type LoweredPrice =
  | {
      readonly kind: 'line';
      readonly line: LineToApprove;
      readonly ownPrice: UnitPriceMicros;
    }
  /** The catalogue has no such product: it costs what somebody has typed. */
  | { readonly kind: 'free'; readonly line: LineToApprove }
  /** The quantity is not whole, though the product is sold by the piece. */
  | { readonly kind: 'fraction'; readonly line: LineToApprove }
  /** A discount on the whole sale, and what it takes off. */
  | {
      readonly kind: 'discount';
      readonly discount: PercentHundredths;
      readonly discountCents: Cents;
    };

/** Returns the action that the shop may reserve for managers. */
export function actionFor({ kind }: LoweredPrice): ManagerAction {
  switch (kind) {
    case 'free':
      return 'sell_free_line';
    case 'fraction':
      return 'sell_fraction';
    case 'line':
    case 'discount':
      return 'lower_price';
  }
}

/** What the catalogue knows of a line besides what the line itself says. */
interface KnownOfLine {
  /** Undefined if the line may have another price than the product. */
  readonly price: UnitPriceMicros | undefined;
  readonly isWhole: boolean;
}

const isWhole = (quantity: QuantityThousandths): boolean => quantity % oneUnit === 0;

/**
 * Finds what a sale has lowered. `known` returns undefined if nothing is known of a line, and
 * `none` if the catalogue has no such product.
 */
export function loweredPrices(
  cart: Pick<Cart, 'lines' | 'discount'>,
  known: (line: CartLine) => KnownOfLine | 'none' | undefined = () => undefined,
): readonly LoweredPrice[] {
  const { lines, discount } = cart;
  const loweredLines = lines.flatMap((whole): readonly LoweredPrice[] => {
    const { lineId, code, description, quantity, unitPrice } = whole;
    const line = { lineId, code, description, quantity, unitPrice };
    const product = known(whole);
    const others = product === undefined ? [] : besides(line, product);
    const price = typeof product === 'object' ? product.price : undefined;
    const prices = [whole.listPrice, price].filter((one) => one !== undefined);
    const [ownPrice] = prices.sort((one, other) => other - one);
    if (ownPrice === undefined || unitPrice >= ownPrice) return others;
    return [{ kind: 'line', line, ownPrice }, ...others];
  });
  if (discount === 0) return loweredLines;
  const { discountCents } = totals(cart);
  return [...loweredLines, { kind: 'discount', discount, discountCents }];
}

function besides(line: LineToApprove, product: KnownOfLine | 'none'): readonly LoweredPrice[] {
  if (product === 'none') return [{ kind: 'free', line }];
  return product.isWhole && !isWhole(line.quantity) ? [{ kind: 'fraction', line }] : [];
}

/** Returns whether both are as much of one product at one price, or one rate of discount. */
function isSameLowered(one: LoweredPrice, other: LoweredPrice): boolean {
  if (one.kind === 'discount') return other.kind === 'discount' && one.discount === other.discount;
  return other.kind === one.kind && isSameLine(one.line, other.line);
}

/**
 * Returns whether an approval of the one covers the other. A discount covers no more than it took
 * off when it was approved: dear goods may come into the sale later.
 */
export const coversLowered = (approved: LoweredPrice, price: LoweredPrice): boolean =>
  isSameLowered(approved, price) &&
  (approved.kind !== 'discount' ||
    price.kind !== 'discount' ||
    price.discountCents <= approved.discountCents);

type Sold = Pick<CartLine, 'lineId' | 'code' | 'quantity' | 'unitPrice'>;

export const isSameLine = (one: Sold, other: Sold): boolean =>
  one.lineId === other.lineId &&
  one.code === other.code &&
  one.quantity === other.quantity &&
  one.unitPrice === other.unitPrice;

/** Returns whether the sale still has what was lowered, as it was approved. */
export const holdsLowered = (
  { lines, discount }: Pick<Cart, 'lines' | 'discount'>,
  lowered: LoweredPrice,
): boolean =>
  lowered.kind === 'discount'
    ? lowered.discount === discount
    : lines.some((line) => isSameLine(line, lowered.line));

/** Returns the prices that the others do not contain; each of the others covers one. */
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
