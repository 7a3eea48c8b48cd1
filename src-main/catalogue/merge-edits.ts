// What becomes of a product that a person has changed, when a file says something else of it: what
// the person changed stays, everything else is as the file says.
import { isDeepStrictEqual } from 'node:util';
import { barcodeKey } from '../contract/barcodes.ts';
import { productFields, type Product, type ProductField } from '../contract/catalogue.ts';

const mostBarcodes = 20;

/**
 * `file`: the row as it was read. `base`: what the import before said; null where a person has
 * added the product, so that every field is theirs.
 */
export function mergedProduct(file: Product, hand: Product, base: Product | null): Product {
  if (base === null) return hand;
  const kept = productFields.filter(
    (field) => field !== 'barcodes' && !isDeepStrictEqual(hand[field], base[field]),
  );
  const own = Object.fromEntries(kept.map((field: ProductField) => [field, hand[field]]));
  return { ...file, ...own, barcodes: mergedBarcodes(file, hand, base) };
}

/** Those of the person come first, in their order. */
function mergedBarcodes(file: Product, hand: Product, base: Product): string[] {
  if (isDeepStrictEqual(hand.barcodes, base.barcodes)) return file.barcodes;
  const goneFromFile = without(without(hand.barcodes, file.barcodes), addedBarcodes(hand, base));
  const stay = without(hand.barcodes, goneFromFile);
  const more = without(without(file.barcodes, hand.barcodes), base.barcodes);
  return [...stay, ...more].slice(0, mostBarcodes);
}

/** Those that a person has given it. */
export const addedBarcodes = (hand: Product, base: Product | null): readonly string[] =>
  without(hand.barcodes, base?.barcodes ?? []);

/** However they are spelt. */
function without(barcodes: readonly string[], others: readonly string[]): readonly string[] {
  const keys = new Set(others.map(barcodeKey));
  return barcodes.filter((barcode) => !keys.has(barcodeKey(barcode)));
}
