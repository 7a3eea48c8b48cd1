// Whether a product's code and barcodes are its own: no scan may find it for another.
import * as v from 'valibot';
import { barcodeKey, digitSpellings } from '../contract/barcodes.ts';
import type { Product } from '../contract/catalogue.ts';
import type { AppError } from '../contract/errors.ts';
import { foldText } from '../contract/fold-text.ts';
import type { Store } from '../store/open.ts';
import { readValues } from '../store/prepared.ts';
import { wholeProduct, type WholeProduct } from './product-rows.ts';

/**
 * Returns an error that names a product other than `before` that has the code or one of the
 * barcodes, as its code or as a barcode. Digits are the same with leading zeros and without, as for
 * labels of scales. What `before` has already it keeps, as an import may have given it.
 */
export function takenBy(
  db: Store,
  product: Product,
  before: WholeProduct | undefined,
): AppError | undefined {
  const own = new Set(
    before ? [before.product.code, ...before.product.barcodes].map(barcodeKey) : [],
  );
  const named = [
    { field: 'code' as const, text: product.code },
    ...product.barcodes.map((text) => ({ field: 'barcodes' as const, text })),
  ];
  for (const { field, text } of named) {
    const others = own.has(barcodeKey(text))
      ? sameOfKind(db, field, text)
      : [...sameOfKind(db, field, text), ...alike(db, field, text)];
    const ownerId = others.find((id) => id !== before?.id);
    const owner = ownerId === undefined ? undefined : wholeProduct(db, ownerId);
    if (!owner) continue;
    const { code, description } = owner.product;
    return { code: 'product_taken', field, value: text, owner: { code, description } };
  }
  return undefined;
}

/** Returns the products with exactly this code, or with this barcode, which no two may share. */
const sameOfKind = (db: Store, field: 'code' | 'barcodes', text: string): readonly number[] =>
  field === 'code'
    ? readValues(
        db,
        v.number(),
        'SELECT product_id FROM product WHERE code_key = ? AND code = ?',
        ...[foldText(text), text],
      )
    : readValues(db, v.number(), withBarcode, barcodeKey(text));

const withBarcode = 'SELECT product_id FROM barcode WHERE barcode_key = ?';

/**
 * Returns the products that a scan of the text would find by their codes or barcodes. A barcode
 * finds a code in any case of letters; two codes may differ by case alone.
 */
function alike(db: Store, field: 'code' | 'barcodes', text: string): readonly number[] {
  const digits = digitSpellings(text);
  const otherCodes = field === 'code' ? digits : [...digits, foldText(text)];
  const withCodes =
    'SELECT product_id FROM product WHERE code_key IN (SELECT value FROM json_each(?))';
  return [
    ...readValues(db, v.number(), withBarcode, barcodeKey(text)),
    ...readValues(db, v.number(), withCodes, JSON.stringify(otherCodes)),
  ];
}
