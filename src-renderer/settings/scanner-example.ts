// Shows by an example what a rule for the shop's own barcodes means.
import * as v from 'valibot';
import { withCheckDigit, type InStoreRule } from '../../src-main/contract/barcodes.ts';
import {
  formatDecimal,
  parseDecimal,
  quantitySchema,
  unitPriceSchema,
  type QuantityThousandths,
  type UnitPriceMicros,
} from '../../src-main/contract/money.ts';

export interface InStoreExample {
  readonly code: string;
  readonly item: string;
  /** The value as a weight and as a price: the rule says which it is. */
  readonly weight: QuantityThousandths;
  readonly price: UnitPriceMicros;
}

export function exampleOf({ prefix, itemDigits, decimals }: InStoreRule): InStoreExample {
  const item = '1234567'.slice(0, itemDigits);
  const valueDigits = 12 - prefix.length - itemDigits;
  const value = '1234'.slice(0, valueDigits).padStart(valueDigits, '0');
  const digits = prefix + item + value;
  const amount = formatDecimal(Number(value), decimals);
  return {
    code: withCheckDigit(digits),
    item,
    weight: v.parse(quantitySchema, parseDecimal(amount, 3)),
    price: v.parse(unitPriceSchema, parseDecimal(amount, 6)),
  };
}
