// A sale under way: its lines, discount and totals. Pure: each change answers a new cart.
import * as v from 'valibot';
import {
  addCents,
  centsSchema,
  discountedUnitPrice,
  lineTotalCents,
  noDiscount,
  oneUnit,
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

/**
 * One line of print, so that no name of a product can bring its own layout: control characters are
 * refused.
 */
const lineOfText = (maxLength: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), v.regex(/^\P{Cc}*$/u));

export const productCodeSchema = lineOfText(60);
export const productDescriptionSchema = lineOfText(200);

export const cartLineSchema = v.strictObject({
  lineId: v.pipe(v.string(), v.uuid()),
  code: productCodeSchema,
  description: productDescriptionSchema,
  quantity: quantitySchema,
  unitPrice: unitPriceSchema,
  /**
   * The price before it was lowered for this sale: the API has no line discount, so a discount is a
   * lower unit price.
   */
  listPrice: v.exactOptional(unitPriceSchema),
  /**
   * The price on the label that it was scanned from, as long as it comes to that: it is never one
   * line with another.
   */
  labelCents: v.exactOptional(centsSchema),
  /** As the catalogue has it: "kg". */
  unit: v.exactOptional(lineOfText(20)),
});
export type CartLine = v.InferOutput<typeof cartLineSchema>;

/** A party that a document of the service named. */
export const customerSchema = v.strictObject({
  /** The service's `party_id`. */
  partyId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.pipe(v.string(), v.maxLength(200), v.regex(/^\P{Cc}*$/u)),
  /** As the service has it, right or not; may be empty. */
  fiscalNumber: v.pipe(v.string(), v.maxLength(40), v.regex(/^\P{Cc}*$/u)),
});

export const cartSchema = v.strictObject({
  /** Made once per sale: finishing the same cart twice yields one sale. */
  cartId: v.pipe(v.string(), v.uuid()),
  lines: v.pipe(v.array(cartLineSchema), v.maxLength(1000)),
  discount: percentSchema,
  taxNumber: v.nullable(v.pipe(v.string(), v.check(isTaxNumber))),
  /** Chosen among those that the till has seen; typing another tax number unchooses it. */
  customer: v.exactOptional(customerSchema),
});
export type Cart = v.InferOutput<typeof cartSchema>;

/** One who was named by the service's id alone has no other. */
export const customerName = ({ name, partyId }: v.InferOutput<typeof customerSchema>): string =>
  name === '' ? `#${partyId}` : name;

/** Of a customer who was chosen as the service has it, else as it was typed; empty for none. */
export function buyerNumber({ customer, taxNumber }: Pick<Cart, 'customer' | 'taxNumber'>): string {
  const known = customer?.fiscalNumber ?? '';
  return known === '' ? (taxNumber ?? '') : known;
}

export interface Totals {
  readonly linesCents: Cents;
  readonly discountCents: Cents;
  readonly totalCents: Cents;
}

export function emptyCart(cartId: string): Cart {
  return { cartId, lines: [], discount: noDiscount, taxNumber: null };
}

/**
 * Adding what is already there at the same price raises its quantity, as a second scan of the same
 * thing should.
 */
export function addLine(cart: Cart, line: CartLine): Cart {
  const same = cart.lines.find(
    (candidate) =>
      candidate.code === line.code &&
      candidate.unitPrice === line.unitPrice &&
      candidate.listPrice === line.listPrice &&
      candidate.unit === line.unit &&
      candidate.labelCents === undefined &&
      line.labelCents === undefined &&
      candidate.description === line.description,
  );
  const quantity = v.safeParse(quantitySchema, (same?.quantity ?? 0) + line.quantity);
  if (!same || !quantity.success) return { ...cart, lines: [...cart.lines, line] };
  return setQuantity(cart, same.lineId, quantity.output);
}

export function setQuantity(cart: Cart, lineId: string, quantity: QuantityThousandths): Cart {
  return changeLine(cart, lineId, (line) => ({ ...withoutLabel(line), quantity }));
}

/**
 * A price that is lower than the line's own keeps that one as the list price; one that is not is
 * the line's own from now on.
 */
export function setUnitPrice(cart: Cart, lineId: string, unitPrice: UnitPriceMicros): Cart {
  return changeLine(cart, lineId, ({ listPrice, ...line }) => {
    const own = listPrice ?? line.unitPrice;
    return { ...withoutLabel(line), unitPrice, ...(unitPrice < own && { listPrice: own }) };
  });
}

/**
 * A percentage off the list price, as a lower unit price: one given before is replaced, and 0 %
 * takes it back.
 */
export function discountLine(cart: Cart, lineId: string, percent: PercentHundredths): Cart {
  const line = cart.lines.find((candidate) => candidate.lineId === lineId);
  if (!line) return cart;
  return setUnitPrice(cart, lineId, discountedUnitPrice(line.listPrice ?? line.unitPrice, percent));
}

export function removeLine(cart: Cart, lineId: string): Cart {
  return { ...cart, lines: cart.lines.filter((line) => line.lineId !== lineId) };
}

export function setDiscount(cart: Cart, discount: PercentHundredths): Cart {
  return { ...cart, discount };
}

/** Whether the same things were sold at the same prices, in whichever order and to whomever. */
export function hasSameLines(one: Cart, other: Cart): boolean {
  return one.discount === other.discount && contents(one) === contents(other);
}

const contents = ({ lines }: Cart): string =>
  lines
    .map(({ code, description, quantity, unitPrice }) =>
      JSON.stringify([code, description, quantity, unitPrice]),
    )
    .sort()
    .join();

/** Once it is changed it need not come to the label's price any more. */
function withoutLabel(line: CartLine): CartLine {
  const changed = { ...line };
  delete changed.labelCents;
  return changed;
}

function changeLine(cart: Cart, lineId: string, change: (line: CartLine) => CartLine): Cart {
  return {
    ...cart,
    lines: cart.lines.map((line) => (line.lineId === lineId ? change(line) : line)),
  };
}

/** What is weighed or measured is one piece, however much of it there is. */
export const countPieces = (lines: readonly CartLine[]): number =>
  lines.reduce(
    (pieces, { quantity }) => pieces + (quantity % oneUnit === 0 ? quantity / oneUnit : 1),
    0,
  );

/** Each line is rounded to the cent, then summed; the discount is taken of the sum. */
export function totals(
  cart: Pick<Cart, 'discount'> & { readonly lines: readonly CartLine[] },
): Totals {
  const linesCents = addCents(
    zeroCents,
    ...cart.lines.map((line) => lineTotalCents(line.quantity, line.unitPrice)),
  );
  const discountCents = percentOfCents(linesCents, cart.discount);
  return { linesCents, discountCents, totalCents: subtractCents(linesCents, discountCents) };
}
