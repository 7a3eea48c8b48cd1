// Finds what a scanned text stands for in this catalogue.
import * as v from 'valibot';
import type { Scanned } from '../contract/selling.ts';
import { readBarcode, type InStore, type InStoreRule } from '../contract/barcodes.ts';
import type { Product } from '../contract/catalogue.ts';
import { piecesByLabels, weighedByLabels } from '../contract/label-price.ts';
import { oneUnit, quantitySchema, unitPriceSchema } from '../contract/money.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * The catalogue comes first, even for a code whose check digit is wrong, or one that a rule would
 * read.
 */
export function scan(catalogue: Catalogue, text: string, rules: readonly InStoreRule[]): Scanned {
  const scanned = text.trim();
  const product = productNamed(catalogue, scanned);
  if (product) {
    const { unitPrice } = product;
    return { kind: 'product', product, quantity: oneUnit, isFromLabel: false, unitPrice };
  }
  const { isMisread, inStore } = readBarcode(scanned, rules);
  if (isMisread) return { kind: 'misread' };
  return (inStore && weighedOrPriced(catalogue, inStore)) ?? { kind: 'unknown' };
}

const productNamed = (catalogue: Catalogue, text: string): Product | undefined =>
  catalogue.byBarcode(text) ?? catalogue.byCode(text);

/** Returns null if the catalogue has no such item, or if its quantity is none or too large. */
function weighedOrPriced(catalogue: Catalogue, { items, value, amount }: InStore): Scanned | null {
  const product = items
    .map((item) => productNamed(catalogue, item))
    .find((each) => each !== undefined);
  if (!product) return null;
  if (value === 'weight') {
    const weight = v.safeParse(quantitySchema, amount);
    if (!weight.success) return null;
    const { unitPrice } = product;
    return { kind: 'product', product, quantity: weight.output, isFromLabel: true, unitPrice };
  }
  const price = v.safeParse(unitPriceSchema, amount);
  if (!price.success) return null;
  const byLabels = value === 'price' ? weighedByLabels : piecesByLabels;
  const { labelCents, ...line } = byLabels(product, oneUnit, price.output);
  const isFromLabel = true;
  return {
    kind: 'product',
    isFromLabel,
    ...line,
    ...(labelCents !== null && { labelPrice: price.output }),
  };
}
