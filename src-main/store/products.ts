// The till's own catalogue: the API documents no endpoint for products.
import * as v from 'valibot';
import type { Product } from '../contract/api.ts';
import { productCodeSchema } from '../contract/cart.ts';
import { unitPriceSchema } from '../contract/money.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const productRow = v.object({
  code: productCodeSchema,
  description: v.string(),
  barcode: v.nullable(v.string()),
  unit_price_micros: unitPriceSchema,
  unit: v.string(),
});

function toProduct(row: unknown): Product {
  const { unit_price_micros: unitPrice, ...rest } = v.parse(productRow, row);
  return { ...rest, unitPrice };
}

/** Lower case without accents, so that "cafe" finds "Café". */
const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export function replaceProducts(db: Store, products: readonly Product[]): void {
  const insert = prepared(
    db,
    `INSERT INTO product (code, description, barcode, unit_price_micros, unit, search_text)
     VALUES (@code, @description, @barcode, @unitPrice, @unit, @searchText)`,
  );
  db.transaction(() => {
    prepared(db, 'DELETE FROM product').run();
    for (const product of products) {
      const searchText = foldText(
        `${product.code} ${product.barcode ?? ''} ${product.description}`,
      );
      insert.run({ ...product, searchText });
    }
  })();
}

/** Exact code or barcode first, then those that hold every word, at most 20. */
export function findProducts(db: Store, text: string): readonly Product[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const exact = text.trim();
  const condition = words.map(() => `instr(search_text, ?) > 0`).join(' AND ');
  return prepared(
    db,
    `SELECT code, description, barcode, unit_price_micros, unit FROM product WHERE ${condition}
       ORDER BY code = ? COLLATE NOCASE DESC, coalesce(barcode, '') = ? DESC, instr(search_text, ?), description
       LIMIT 20`,
  )
    .all(...words, exact, exact, words[0])
    .map(toProduct);
}

export const countProducts = (db: Store): number =>
  v.parse(v.number(), prepared(db, 'SELECT count(*) FROM product').pluck().get());
