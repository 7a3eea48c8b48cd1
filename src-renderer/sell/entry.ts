// What a cashier types, as the till's own numbers. Undefined where it cannot be used; a comma or a
// point both do.
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

/** Empty is no discount. */
export const parsePercent = (typed: string): PercentHundredths | undefined =>
  parsed(percentSchema, parseDecimal(typed.trim() === '' ? '0' : typed, 2));

export const parseCents = (typed: string): Cents | undefined =>
  parsed(centsSchema, parseDecimal(typed, 2));

/** One unit more or less; undefined where none would be left. */
export const stepQuantity = (
  quantity: QuantityThousandths,
  by: 1 | -1,
): QuantityThousandths | undefined => parsed(quantitySchema, quantity + by * oneUnit);

/** `3*code` asks for three of a thing at once; anything else is one of it. */
export function parseScan(typed: string): { quantity: QuantityThousandths; text: string } {
  const [, times, text] = /^([\d.,]+)\s*\*\s*(\S.*)$/.exec(typed.trim()) ?? [];
  const quantity = times === undefined ? undefined : parseQuantity(times);
  return quantity === undefined || text === undefined
    ? { quantity: oneUnit, text: typed.trim() }
    : { quantity, text };
}

/** What the free line's form holds, as typed. */
export interface FreeLineEntry {
  readonly code: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
}

export type FreeLineField = keyof FreeLineEntry;

/** The line, or the fields that cannot be used. An empty description is the code. */
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
