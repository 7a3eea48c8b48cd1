// A product of the catalogue as a line of the sale.
import type { CartLine } from '../../src-main/contract/cart.ts';
import type { Product } from '../../src-main/contract/catalogue.ts';
import type { QuantityThousandths, UnitPriceMicros } from '../../src-main/contract/money.ts';

/** The price is the scanned code's own where it carries one. */
export function lineOf(
  { code, description, unit }: Product,
  quantity: QuantityThousandths,
  unitPrice: UnitPriceMicros,
): CartLine {
  const lineId = crypto.randomUUID();
  return { lineId, code, description, quantity, unitPrice, ...(unit !== '' && { unit }) };
}
