// What a label with a price sells: its line comes to exactly the price on the label, whatever the
// product costs.
import * as v from 'valibot';
import type { Product } from './catalogue.ts';
import {
  lineTotalCents,
  quantitySchema,
  unitPriceSchema,
  type Cents,
  type QuantityThousandths,
  type UnitPriceMicros,
} from './money.ts';

interface LabelSale {
  readonly quantity: QuantityThousandths;
  readonly unitPrice: UnitPriceMicros;
}

/** How many 1e-9 make a cent: quantity (1e-3) times unit price (1e-6) is in these. */
const perCent = 10_000_000n;
const halfCent = perCent / 2n;

/**
 * Returns the quantity that comes to this total at this unit price. If no quantity does, it changes
 * the unit price as little as needed, to one with as few decimals as possible. Neither result comes
 * to half a cent, which not everybody rounds alike. Null if the total is too little or too much for
 * any quantity.
 */
export function weighedAt(totalCents: Cents, unitPrice: UnitPriceMicros): LabelSale | null {
  if (totalCents <= 0 || unitPrice === 0) return null;
  const total = BigInt(totalCents) * perCent;
  const price = BigInt(unitPrice);
  const below = total / price;
  const isNearerBelow = 2n * (total - below * price) < price;
  const [nearest, other] = isNearerBelow ? [below, below + 1n] : [below + 1n, below];
  const exact = [nearest, other].find((quantity) => {
    const missing = quantity * price - total;
    return quantity > 0n && -halfCent < missing && missing < halfCent;
  });
  if (exact !== undefined) return labelSale(exact, price);
  if (nearest === 0n) return null;
  const changed = nearestPrice(price, {
    lowest: (total - halfCent) / nearest + 1n,
    highest: (total + halfCent - 1n) / nearest,
  });
  return changed === null ? null : labelSale(nearest, changed);
}

/**
 * Returns the nearest price in the range in whole cents; if there is none, in tenths of a cent, and
 * so on. Null if no price is in the range.
 */
function nearestPrice(
  price: bigint,
  { lowest, highest }: { readonly lowest: bigint; readonly highest: bigint },
): bigint | null {
  for (let step = 10_000n; step > 0n; step /= 10n) {
    const up = ((lowest + step - 1n) / step) * step;
    const down = (highest / step) * step;
    const nearest = price < lowest ? up : down;
    if (lowest <= nearest && nearest <= highest) return nearest;
  }
  return null;
}

/** Returns null if a line cannot hold the quantity or the price. */
function labelSale(quantity: bigint, unitPrice: bigint): LabelSale | null {
  const sale = v.safeParse(v.object({ quantity: quantitySchema, unitPrice: unitPriceSchema }), {
    quantity: Number(quantity),
    unitPrice: Number(unitPrice),
  });
  return sale.success ? sale.output : null;
}

/** What a number of labels sells, as a line has it. */
export interface LabelLine extends LabelSale {
  /** The product with the unit that it is sold in. */
  readonly product: Product;
  /** What the line comes to, if the quantity was worked out from that. */
  readonly labelCents: Cents | null;
}

/** Returns the weight that the labels stand for; pieces if no weight comes to their price. */
export function weighedByLabels(
  product: Product,
  labels: QuantityThousandths,
  price: UnitPriceMicros,
): LabelLine {
  const labelCents = lineTotalCents(labels, price);
  const sale = product.soldBy === 'piece' ? null : weighedAt(labelCents, product.unitPrice);
  return sale ? { product, ...sale, labelCents } : piecesByLabels(product, labels, price);
}

/** Counts each label as one piece, with the unit "un" if its own is no piece. */
export function piecesByLabels(
  product: Product,
  labels: QuantityThousandths,
  price: UnitPriceMicros,
): LabelLine {
  const unit = product.soldBy === 'piece' ? product.unit : 'un';
  return { product: { ...product, unit }, quantity: labels, unitPrice: price, labelCents: null };
}
