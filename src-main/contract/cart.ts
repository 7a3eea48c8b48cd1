// A sale under way: its lines, discount and totals. Pure: each change answers a new cart.
import * as v from 'valibot';
import {
  addCents,
  lineTotalCents,
  noDiscount,
  percentOfCents,
  percentSchema,
  quantitySchema,
  subtractCents,
  unitPriceSchema,
  zeroCents,
  type Cents,
  type PercentHundredths,
  type QuantityThousandths,
  type UnitPriceMicros,
} from './money.ts';
import { isTaxNumber } from './tax-number.ts';

/** One line of print, so that no name of a product can bring its own layout: control characters are refused. */
const lineOfText = (maxLength: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), v.regex(/^\P{Cc}*$/u));

export const productCodeSchema = lineOfText(60);

export const cartLineSchema = v.strictObject({
  lineId: v.pipe(v.string(), v.uuid()),
  code: productCodeSchema,
  description: lineOfText(200),
  quantity: quantitySchema,
  unitPrice: unitPriceSchema,
});
export type CartLine = v.InferOutput<typeof cartLineSchema>;

export const cartSchema = v.strictObject({
  /** Made once per sale: finishing the same cart twice yields one sale. */
  cartId: v.pipe(v.string(), v.uuid()),
  lines: v.pipe(v.array(cartLineSchema), v.maxLength(1000)),
  discount: percentSchema,
  taxNumber: v.nullable(v.pipe(v.string(), v.check(isTaxNumber))),
});
export type Cart = v.InferOutput<typeof cartSchema>;

export interface Totals {
  readonly linesCents: Cents;
  readonly discountCents: Cents;
  readonly totalCents: Cents;
}

export function emptyCart(cartId: string): Cart {
  return { cartId, lines: [], discount: noDiscount, taxNumber: null };
}

/** Adding what is already there at the same price raises its quantity, as a second scan of the same thing should. */
export function addLine(cart: Cart, line: CartLine): Cart {
  const same = cart.lines.find(
    (candidate) =>
      candidate.code === line.code &&
      candidate.unitPrice === line.unitPrice &&
      candidate.description === line.description,
  );
  const quantity = v.safeParse(quantitySchema, (same?.quantity ?? 0) + line.quantity);
  if (!same || !quantity.success) return { ...cart, lines: [...cart.lines, line] };
  return setQuantity(cart, same.lineId, quantity.output);
}

export function setQuantity(cart: Cart, lineId: string, quantity: QuantityThousandths): Cart {
  return changeLine(cart, lineId, (line) => ({ ...line, quantity }));
}

export function setUnitPrice(cart: Cart, lineId: string, unitPrice: UnitPriceMicros): Cart {
  return changeLine(cart, lineId, (line) => ({ ...line, unitPrice }));
}

export function removeLine(cart: Cart, lineId: string): Cart {
  return { ...cart, lines: cart.lines.filter((line) => line.lineId !== lineId) };
}

export function setDiscount(cart: Cart, discount: PercentHundredths): Cart {
  return { ...cart, discount };
}

function changeLine(cart: Cart, lineId: string, change: (line: CartLine) => CartLine): Cart {
  return {
    ...cart,
    lines: cart.lines.map((line) => (line.lineId === lineId ? change(line) : line)),
  };
}

/** Each line is rounded to the cent, then summed; the discount is taken of the sum. */
export function totals(cart: Pick<Cart, 'lines' | 'discount'>): Totals {
  const linesCents = addCents(
    zeroCents,
    ...cart.lines.map((line) => lineTotalCents(line.quantity, line.unitPrice)),
  );
  const discountCents = percentOfCents(linesCents, cart.discount);
  return { linesCents, discountCents, totalCents: subtractCents(linesCents, discountCents) };
}
