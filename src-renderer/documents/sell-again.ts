// Turns a document's lines into those of a new sale.
import * as v from 'valibot';
import {
  cartSchema,
  changeExtras,
  setBuyer,
  type Cart,
  type CartLine,
} from '../../src-main/contract/cart.ts';
import type { DocumentDetail, DocumentLine } from '../../src-main/contract/documents.ts';
import { lineTotalCents, noDiscount } from '../../src-main/contract/money.ts';
import type { NamedLine } from '../../src-main/contract/line-names.ts';
import type { OpenedDocument } from '../../src-main/contract/sales.ts';
import { saleExtrasSchema } from '../../src-main/contract/sale-extras.ts';
import { isUsableTaxNumber, plainTaxNumber } from '../../src-main/contract/tax-number.ts';
import { withoutDirections } from '../bridge/foreign-text.ts';

/** The bound of the cart's lines. */
const maxDescriptionLength = 200;
const linesSchema = v.pipe(cartSchema.entries.lines, v.minLength(1));

/** A line that can be sold once more, as far as it is known. */
export interface LineToSell extends DocumentLine {
  readonly unit?: CartLine['unit'];
  readonly listPrice?: CartLine['listPrice'];
}

/**
 * Adds the unit and the list price that the catalogue has for the lines, as a service's lines show
 * neither.
 */
export const withProducts = (
  lines: readonly NamedLine[],
  products: OpenedDocument['products'],
): readonly LineToSell[] =>
  lines.map((line): LineToSell => {
    const { code, description, quantity, unitPrice } = line;
    const plain = { code, description, quantity, unitPrice };
    const product = products.find((each) => each.code === code);
    if (!product) return plain;
    const isLowered = unitPrice !== null && unitPrice < product.unitPrice;
    return {
      ...plain,
      ...(product.unit !== '' && { unit: product.unit }),
      ...(isLowered && { listPrice: product.unitPrice }),
    };
  });

/**
 * Returns whether the document comes to its total by its lines' prices, so that no discount was
 * taken off.
 */
export function isAtTheirPrices({
  lines,
  discount = noDiscount,
  totalCents,
}: DocumentDetail): boolean {
  const linesCents = lines.reduce((sum, { quantity, unitPrice }) => {
    const isKnown = quantity !== null && unitPrice !== null;
    return isKnown ? sum + lineTotalCents(quantity, unitPrice) : NaN;
  }, 0);
  const comesToTotal = Math.abs(linesCents - totalCents) <= lines.length;
  return discount === noDiscount && comesToTotal;
}

/**
 * Returns null unless every line can be sold as it is: by its code, quantity and unit price. Unit
 * and list price go with it.
 */
export function linesToSell(lines: readonly LineToSell[]): CartLine[] | null {
  const parsed = v.safeParse(
    linesSchema,
    lines.map(({ code, description, quantity, unitPrice, unit, listPrice }) => ({
      lineId: crypto.randomUUID(),
      code,
      description: printable(description) || code,
      quantity,
      unitPrice,
      ...(unit !== undefined && { unit }),
      ...(listPrice !== undefined && { listPrice }),
    })),
  );
  return parsed.success ? parsed.output : null;
}

/**
 * Returns the change that makes an empty sale the one that the document becomes: its lines, its
 * customer or their tax number, and its key. Null if the lines cannot be sold, or nothing can go
 * along as its key.
 */
export function saleFrom(
  { detail, becomes }: Pick<OpenedDocument, 'detail' | 'becomes'>,
  lines: readonly LineToSell[],
): ((empty: Cart) => Cart) | null {
  const toSell = linesToSell(lines);
  const key = v.safeParse(saleExtrasSchema.entries.madeFrom.wrapped, detail.docKey);
  if (!becomes || !toSell || !key.success) return null;
  const { customer } = becomes;
  const number = plainTaxNumber((customer ?? detail.party)?.fiscalNumber ?? '');
  const taxNumber = isUsableTaxNumber(number) ? number : null;
  const buyer = { taxNumber, ...(customer && { customer }) };
  return (empty) =>
    changeExtras(setBuyer({ ...empty, lines: toSell }, buyer), { madeFrom: key.output });
}

/** Makes a product's name printable, as a name is no reason not to sell the product. */
const printable = (description: string): string =>
  withoutDirections(description)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxDescriptionLength);
