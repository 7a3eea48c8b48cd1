// A sale under way: its lines, discount and totals. Pure: each change returns a new cart.
import * as v from 'valibot';
import { isOneLine } from './one-line.ts';
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
import {
  changedExtras,
  saleExtrasSchema,
  withoutKnownCustomer,
  type ExtrasChange,
} from './sale-extras.ts';
import { isUsableTaxNumber } from './tax-number.ts';

const lineOfText = (maxLength: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), isOneLine);

export const longestCode = 60;
export const productCodeSchema = lineOfText(longestCode);
export const productDescriptionSchema = lineOfText(200);

export const cartLineSchema = v.strictObject({
  lineId: v.pipe(v.string(), v.uuid()),
  code: productCodeSchema,
  description: productDescriptionSchema,
  quantity: quantitySchema,
  unitPrice: unitPriceSchema,
  /** The price before it was lowered for this sale: the API has no discount of a line. */
  listPrice: v.exactOptional(unitPriceSchema),
  /** The scanned label's price, until the line is changed. Such a line is never merged. */
  labelCents: v.exactOptional(centsSchema),
  /** The unit as the catalogue has it: "kg". */
  unit: v.exactOptional(lineOfText(20)),
});
export type CartLine = v.InferOutput<typeof cartLineSchema>;

/** A party that a document of the service named. */
export const customerSchema = v.strictObject({
  partyId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.pipe(v.string(), v.maxLength(200), isOneLine),
  /** The number as the service has it, right or not; may be empty. */
  fiscalNumber: v.pipe(v.string(), v.maxLength(40), isOneLine),
});

type Customer = v.InferOutput<typeof customerSchema>;

export const cartSchema = v.strictObject({
  /** Made once per sale: finishing the same cart twice yields one sale. */
  cartId: v.pipe(v.string(), v.uuid()),
  lines: v.pipe(v.array(cartLineSchema), v.maxLength(1000)),
  discount: percentSchema,
  taxNumber: v.nullable(v.pipe(v.string(), v.check(isUsableTaxNumber))),
  /** A customer chosen among those that the till has seen; another tax number unchooses it. */
  customer: v.exactOptional(customerSchema),
  extras: v.exactOptional(saleExtrasSchema),
});
export type Cart = v.InferOutput<typeof cartSchema>;

/** Returns how far the price lies below the list price, to the hundredth of a percent. */
export function discountOf({
  unitPrice,
  listPrice,
}: {
  readonly unitPrice: UnitPriceMicros;
  readonly listPrice?: UnitPriceMicros | null;
}): PercentHundredths {
  if (listPrice === undefined || listPrice === null || listPrice <= unitPrice) return noDiscount;
  return v.parse(percentSchema, Math.round(((listPrice - unitPrice) * 10_000) / listPrice));
}

/** Returns the customer's name; if only the service's id is known, that. */
export const customerName = ({ name, partyId }: v.InferOutput<typeof customerSchema>): string =>
  name === '' ? `#${partyId}` : name;

/** Returns the customer's number if the service has one, else the typed one; empty for none. */
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

/** Adds a line, or its quantity if the same thing is there at the same price. */
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

export const setQuantity = (cart: Cart, lineId: string, quantity: QuantityThousandths): Cart =>
  changeLine(cart, lineId, (line) => ({ ...withoutLabel(line), quantity }));

/**
 * Sets a line's price. One below the line's own price keeps that as the list price; any other
 * becomes the line's own price.
 */
export function setUnitPrice(cart: Cart, lineId: string, unitPrice: UnitPriceMicros): Cart {
  return changeLine(cart, lineId, ({ listPrice, ...line }) => {
    const own = listPrice ?? line.unitPrice;
    return { ...withoutLabel(line), unitPrice, ...(unitPrice < own && { listPrice: own }) };
  });
}

/** Lowers the unit price by a percentage of the list price; 0 % takes that back. */
export function discountLine(cart: Cart, lineId: string, percent: PercentHundredths): Cart {
  const line = cart.lines.find((candidate) => candidate.lineId === lineId);
  if (!line) return cart;
  return setUnitPrice(cart, lineId, discountedUnitPrice(line.listPrice ?? line.unitPrice, percent));
}

/** Removes a line. Once none is left, the sale is made from no other document any more. */
export function removeLine(cart: Cart, lineId: string): Cart {
  const left = { ...cart, lines: cart.lines.filter((line) => line.lineId !== lineId) };
  return left.lines.length === 0 ? changeExtras(left, { madeFrom: undefined }) : left;
}

export function setDiscount(cart: Cart, discount: PercentHundredths): Cart {
  return { ...cart, discount };
}

/**
 * Changes who buys: a customer whom the service knows, or just a tax number. What only such a
 * customer can be given is asked for no more without one.
 */
export function setBuyer(
  cart: Cart,
  { taxNumber, customer }: { readonly taxNumber: string | null; readonly customer?: Customer },
): Cart {
  const changed: Cart = { ...cart, taxNumber };
  delete changed.customer;
  return customer ? { ...changed, customer } : changeExtras(changed, withoutKnownCustomer);
}

/** Changes what is asked of the service besides lines and buyer. */
export function changeExtras(cart: Cart, change: ExtrasChange): Cart {
  const changed = { ...cart };
  delete changed.extras;
  const extras = changedExtras(cart.extras ?? {}, change);
  return extras ? { ...changed, extras } : changed;
}

/** Returns whether both sold the same things at the same prices, in any order, to anybody. */
export const hasSameLines = (one: Cart, other: Cart): boolean =>
  one.discount === other.discount && contents(one) === contents(other);

const contents = ({ lines }: Cart): string =>
  lines
    .map(({ code, description, quantity, unitPrice }) =>
      JSON.stringify([code, description, quantity, unitPrice]),
    )
    .sort()
    .join();

/** Forgets the label's price: a changed line need not come to it any more. */
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

/** Returns the last line that was not there before, or not as it is now. */
export function lastChanged(
  before: readonly CartLine[],
  after: readonly CartLine[],
): CartLine | undefined {
  const known = new Set(before);
  return after.findLast((line) => !known.has(line));
}

/** Counts pieces. A quantity that is not whole was weighed or measured, and counts as one. */
export const countPieces = (lines: readonly CartLine[]): number =>
  lines.reduce(
    (pieces, { quantity }) => pieces + (quantity % oneUnit === 0 ? quantity / oneUnit : 1),
    0,
  );

/** Rounds each line to the cent, then adds up; the discount is taken off the sum. */
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
