// Amounts as integers: money in cents, quantities in thousandths, unit prices in millionths,
// percentages in hundredths. The service's floats become these, and these become floats, in this
// file only; nothing else multiplies or rounds money.
import * as v from 'valibot';

export const centsSchema = v.pipe(v.number(), v.safeInteger(), v.brand('Cents'));
export type Cents = v.InferOutput<typeof centsSchema>;

export const wholeNumber = <Brand extends string>(least: number, most: number, brand: Brand) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most), v.brand(brand));

/** More than 0 and at most 99,999.999 units. */
export const quantitySchema = wholeNumber(1, 99_999_999, 'QuantityThousandths');
export type QuantityThousandths = v.InferOutput<typeof quantitySchema>;

/**
 * From 0 to 99,999.999999 of the currency for one unit: a thousand of the largest lines still add
 * up exactly.
 */
export const unitPriceSchema = wholeNumber(0, 99_999_999_999, 'UnitPriceMicros');
export type UnitPriceMicros = v.InferOutput<typeof unitPriceSchema>;

/**
 * A percentage from 0 to 100 in hundredths of a percent (service-api, Limits: `global_discount1` is
 * between 0 and 100).
 */
export const percentSchema = wholeNumber(0, 10_000, 'PercentHundredths');
export type PercentHundredths = v.InferOutput<typeof percentSchema>;

/** @throws {v.ValiError} if the value is not a safe whole number of cents. */
export const cents = (value: number): Cents => v.parse(centsSchema, value);

export const zeroCents = cents(0);
export const oneUnit: QuantityThousandths = v.parse(quantitySchema, 1000);
export const noDiscount: PercentHundredths = v.parse(percentSchema, 0);

export function addCents(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((sum, amount) => sum + amount, 0));
}

/**
 * Adds up for a report, which a few absurd amounts must not keep from being made, whoever they are
 * from: it ends at the largest exact amount.
 */
export function sumCents(amounts: readonly Cents[]): Cents {
  const sum = amounts.reduce<number>((all, amount) => all + amount, 0);
  return cents(Math.min(Math.max(sum, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

export function subtractCents(from: Cents, amount: Cents): Cents {
  return cents(from - amount);
}

/**
 * Rounds halves away from zero, as the practice service does; the real service's rule is "not
 * shown".
 */
function divideRounding(numerator: bigint, denominator: bigint): number {
  const half = denominator / 2n;
  return Number((numerator < 0n ? numerator - half : numerator + half) / denominator);
}

/**
 * Multiplies and rounds: quantity (1e-3) × unit price (1e-6) is 1e-9 of the currency; a cent is 1e7
 * of those.
 */
export function lineTotalCents(quantity: QuantityThousandths, unitPrice: UnitPriceMicros): Cents {
  return cents(divideRounding(BigInt(quantity) * BigInt(unitPrice), 10_000_000n));
}

/** Returns a part of a piece as the whole, at what was paid for the part. */
export function asWholePieces({
  quantity,
  unitPrice,
}: {
  readonly quantity: QuantityThousandths;
  readonly unitPrice: UnitPriceMicros;
}) {
  const pieces = v.safeParse(quantitySchema, Math.ceil(quantity / oneUnit) * oneUnit);
  if (!pieces.success) return { quantity, unitPrice };
  const paid = (BigInt(quantity) * BigInt(unitPrice)) / BigInt(pieces.output);
  return { quantity: pieces.output, unitPrice: v.parse(unitPriceSchema, Number(paid)) };
}

export function percentOfCents(amount: Cents, percent: PercentHundredths): Cents {
  return cents(divideRounding(BigInt(amount) * BigInt(percent), 10_000n));
}

/** Returns the price less a percentage of it, rounded to the millionth. */
export function discountedUnitPrice(
  price: UnitPriceMicros,
  percent: PercentHundredths,
): UnitPriceMicros {
  const restHundredths = BigInt(10_000 - percent);
  return v.parse(unitPriceSchema, divideRounding(BigInt(price) * restHundredths, 10_000n));
}

/** Returns the first if there is no other. */
export const higherPrice = (
  price: UnitPriceMicros,
  other: UnitPriceMicros = price,
): UnitPriceMicros => (other > price ? other : price);

export const roundingWays = ['nearest', 'up', 'down'] as const;

/**
 * Rounds to a multiple of a step, plus an ending: 1,000,000 and 990,000 for prices such as 4.99.
 */
export interface PriceRounding {
  readonly stepMicros: number;
  readonly endMicros: number;
  readonly way: (typeof roundingWays)[number];
}

/**
 * Returns the price with a percentage added (below 0: taken off) in hundredths, rounded once;
 * halves go up. The result is in millionths, and may be no valid price: 0 or less, or above the
 * highest.
 */
export function changedUnitPrice(
  price: UnitPriceMicros,
  percentHundredths: number,
  { stepMicros, endMicros, way }: PriceRounding,
): number {
  const exact = BigInt(price) * BigInt(10_000 + percentHundredths) - BigInt(endMicros) * 10_000n;
  const step = BigInt(stepMicros) * 10_000n;
  const added = { nearest: step / 2n, up: step - 1n, down: 0n }[way];
  return Number(floorDivide(exact + added, step) * BigInt(stepMicros)) + endMicros;
}

function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

/**
 * Reads what a person typed as a whole number of 10^-decimals: "1,5" or "1.5" with 2 decimals is
 * 150. Undefined if it is not a plain number or has more decimals than the scale holds.
 */
export function parseDecimal(text: string, decimals: number): number | undefined {
  const match = /^(\d{1,15})(?:[.,](\d*))?$/.exec(text.trim().replace(/^(?=[.,]\d)/, '0'));
  const fraction = match?.[2] ?? '';
  if (!match?.[1] || fraction.length > decimals) return undefined;
  const value = Number(match[1] + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(value) ? value : undefined;
}

/**
 * Writes a whole number of 10^-decimals as a plain decimal: 1500 with 3 decimals is "1.5", or "1,5"
 * with a comma.
 */
export function formatDecimal(value: number, decimals: number, separator: '.' | ',' = '.'): string {
  const digits = Math.abs(value)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${value < 0 ? '-' : ''}${whole}${fraction === '' ? '' : separator + fraction}`;
}

/**
 * Returns the JSON number that the service expects: the quotient is the double nearest to the
 * decimal, so it prints as typed.
 */
export const quantityToApi = (quantity: QuantityThousandths): number => quantity / 1000;
export const unitPriceToApi = (unitPrice: UnitPriceMicros): number => unitPrice / 1_000_000;
export const centsToApi = (amount: Cents): number => amount / 100;
export const percentToApi = (percent: PercentHundredths): number => percent / 100;

/** Above this, dividing by 100 and multiplying again no longer gives the same cent back. */
const largestExactCents = 2 ** 51;

/**
 * Returns an amount of the service (service-api, Conventions: a float) in cents; undefined if it is
 * not finite, too large to be exact, or not a whole number of cents within what a float of that
 * size can carry.
 */
export function centsFromApi(value: number): Cents | undefined {
  const rounded = Math.round(value * 100);
  if (!(Math.abs(rounded) <= largestExactCents)) return undefined;
  const tolerance = Math.max(1e-6, Math.abs(value * 100) * 1e-12);
  return Math.abs(value * 100 - rounded) <= tolerance
    ? cents(rounded === 0 ? 0 : rounded)
    : undefined;
}

/**
 * Does as `centsFromApi` for the total of a document, but rounds halves up: a service may sum up
 * fractions of a cent.
 */
export function totalFromApi(value: number): Cents | undefined {
  if (!(Math.abs(value * 100) <= largestExactCents)) return undefined;
  const rounded = Math.floor(value * 100 + 0.5 + 1e-6);
  return centsFromApi(value) ?? cents(rounded === 0 ? 0 : rounded);
}
