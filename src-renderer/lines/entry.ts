// Reads what a cashier types as the till's own numbers. Returns undefined for what cannot be used.
// A comma and a point both work.
import * as v from 'valibot';
import { cartLineSchema, productCodeSchema, type CartLine } from '../../src-main/contract/cart.ts';
import {
  centsSchema,
  oneUnit,
  parseDecimal,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
  type Cents,
  type PercentHundredths,
  type QuantityThousandths,
  type UnitPriceMicros,
} from '../../src-main/contract/money.ts';

const parsed = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | undefined => {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
};

export const parseQuantity = (typed: string): QuantityThousandths | undefined =>
  parsed(quantitySchema, parseDecimal(typed, 3));

export const parseUnitPrice = (typed: string): UnitPriceMicros | undefined =>
  parsed(unitPriceSchema, parseDecimal(typed, 6));

/** An empty text is no discount. */
export const parsePercent = (typed: string): PercentHundredths | undefined =>
  parsed(percentSchema, parseDecimal(typed.trim() === '' ? '0' : typed, 2));

export const parseCents = (typed: string): Cents | undefined =>
  parsed(centsSchema, parseDecimal(typed, 2));

/** NaN for what is no whole number. */
export const wholeNumber = (typed: string): number =>
  /^\d+$/.test(typed.trim()) ? Number(typed) : NaN;

/** Returns one unit more or less; undefined if none would be left. */
export const stepQuantity = (
  quantity: QuantityThousandths,
  by: 1 | -1,
): QuantityThousandths | undefined => parsed(quantitySchema, quantity + by * oneUnit);

/** How much of a thing is sold. */
export interface Asked {
  readonly quantity: QuantityThousandths;
  /** False if nobody has said it, so that it is one. */
  readonly isGiven: boolean;
}

/** Nobody has said how many. */
export const oneOfIt: Asked = { quantity: oneUnit, isGiven: false };

/** Reads `3*code` as three of a thing at once, and anything else as one of it. */
export function parseScan(typed: string): Asked & { readonly text: string } {
  const [, times, text] = /^([\d.,]+)\s*\*\s*(\S.*)$/.exec(typed.trim()) ?? [];
  const quantity = times === undefined ? undefined : parseQuantity(times);
  return quantity === undefined || text === undefined
    ? { ...oneOfIt, text: typed.trim() }
    : { quantity, isGiven: true, text };
}

/** What was typed as a percentage: one to take off, or why it cannot be taken off. */
export type PercentOff =
  | { readonly percent: PercentHundredths }
  | { readonly wrong: 'percent_decimals' | 'percent_much' };

/** Reads `10%` as ten percent, and anything else as no percentage: null. */
export function parsePercentOff(typed: string): PercentOff | null {
  const [, number] = /^([\d.,]+)\s*%$/.exec(typed.trim()) ?? [];
  if (number === undefined || parseDecimal(number, mostDecimals) === undefined) return null;
  const percent = parsePercent(number);
  if (percent !== undefined) return { percent };
  return { wrong: parseDecimal(number, 2) === undefined ? 'percent_decimals' : 'percent_much' };
}

/** Returns why a typed number is no percentage to take off; null if it is no number at all. */
export function percentWrong(
  sentences: Readonly<Record<'percent_decimals' | 'percent_much', (typed: string) => string>>,
  typed: string,
): string | null {
  const off = parsePercentOff(`${typed.trim()}%`);
  return off && 'wrong' in off ? sentences[off.wrong](typed) : null;
}

/** The most decimals that anybody types. */
const mostDecimals = 9;

/** What the form of a free line holds, as typed. */
export interface FreeLineEntry {
  code: string;
  description: string;
  quantity: string;
  unitPrice: string;
}

export type FreeLineField = keyof FreeLineEntry;

/** Returns the line, or the fields that cannot be used. An empty description becomes the code. */
export function parseFreeLine(
  lineId: string,
  entry: FreeLineEntry,
): { line: CartLine } | { wrong: readonly FreeLineField[] } {
  const code = parsed(productCodeSchema, entry.code.trim());
  const typedDescription = entry.description.trim();
  const description = parsed(
    cartLineSchema.entries.description,
    typedDescription === '' ? code : typedDescription,
  );
  const quantity = parseQuantity(entry.quantity);
  const unitPrice = parseUnitPrice(entry.unitPrice);
  if (
    code === undefined ||
    description === undefined ||
    quantity === undefined ||
    unitPrice === undefined
  ) {
    const values = { code, description, quantity, unitPrice };
    const fields = ['code', 'description', 'quantity', 'unitPrice'] as const;
    // Without a code there is no description either, but that is not what is wrong.
    return {
      wrong: fields.filter(
        (field) =>
          values[field] === undefined && !(field === 'description' && typedDescription === ''),
      ),
    };
  }
  return { line: { lineId, code, description, quantity, unitPrice } };
}
