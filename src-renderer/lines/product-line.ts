// Makes a product of the catalogue a line of the sale.
import type { CartLine } from '../../src-main/contract/cart.ts';
import type { Product } from '../../src-main/contract/catalogue.ts';
import type { Cents, QuantityThousandths, UnitPriceMicros } from '../../src-main/contract/money.ts';

/** @param labelCents is the price on the label, if the quantity was worked out from that. */
export function lineOf(
  { code, description, unit }: Product,
  quantity: QuantityThousandths,
  unitPrice: UnitPriceMicros,
  labelCents: Cents | null = null,
): CartLine {
  return {
    lineId: crypto.randomUUID(),
    code,
    description,
    quantity,
    unitPrice,
    ...(labelCents !== null && { labelCents }),
    ...(unit !== '' && { unit }),
  };
}
