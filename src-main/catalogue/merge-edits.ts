// Merges a product that a person has changed with what a file says of it. What the person changed
// stays; everything else is as the file says.
import { isDeepStrictEqual } from 'node:util';
import { barcodeKey } from '../contract/barcodes.ts';
import { productFields, type Product, type ProductField } from '../contract/catalogue.ts';

const mostBarcodes = 20;

/**
 * `file` is the row as it was read. `base` is what the import before said; null if a person has
 * added the product, so that every field is theirs.
 */
export function mergedProduct(file: Product, hand: Product, base: Product | null): Product {
  if (base === null) return hand;
  const keptFields = productFields.filter(
    (field) => field !== 'barcodes' && !isDeepStrictEqual(hand[field], base[field]),
  );
  const own = Object.fromEntries(keptFields.map((field: ProductField) => [field, hand[field]]));
  return { ...file, ...own, barcodes: mergedBarcodes(file, hand, base) };
}

/** Returns the barcodes, the person's first and in the person's order. */
function mergedBarcodes(file: Product, hand: Product, base: Product): string[] {
  if (isDeepStrictEqual(hand.barcodes, base.barcodes)) return file.barcodes;
  const goneFromFile = without(without(hand.barcodes, file.barcodes), addedBarcodes(hand, base));
  const stay = without(hand.barcodes, goneFromFile);
  const more = without(without(file.barcodes, hand.barcodes), base.barcodes);
  return [...stay, ...more].slice(0, mostBarcodes);
}

/** Returns the barcodes that a person has given the product. */
export const addedBarcodes = (hand: Product, base: Product | null): readonly string[] =>
  without(hand.barcodes, base?.barcodes ?? []);

/** Compares barcodes however they are spelt. */
function without(barcodes: readonly string[], others: readonly string[]): readonly string[] {
  const keys = new Set(others.map(barcodeKey));
  return barcodes.filter((barcode) => !keys.has(barcodeKey(barcode)));
}
