// Turns a product into a row, and back.
import * as v from 'valibot';
import { barcodeKey } from '../contract/barcodes.ts';
import { productSchema, type Product, type ProductSource } from '../contract/catalogue.ts';
import type { Store } from '../store/open.ts';
import { inJson, prepared, readRows, readValue, requireRow } from '../store/prepared.ts';
import { foldText } from '../contract/fold-text.ts';
import { indexedWords } from './search-words.ts';

export const productColumns = `product_id AS id, code, description, barcodes,
  unit_price_micros AS unitPrice, unit, sold_by AS soldBy, vat_label AS vatLabel,
  group_name AS "group", quick_key AS quickKey, colour`;

export const barcodesColumn = inJson(v.array(v.string()));

const rowEntries = {
  id: v.number(),
  ...productSchema.entries,
  barcodes: v.pipe(barcodesColumn, productSchema.entries.barcodes),
};

/** @throws {v.ValiError} if something else than this program changed the row. */
export const productRow = v.pipe(
  v.object(rowEntries),
  v.transform(({ id, ...product }) => ({ id, product })),
);

const provenanceSchema = v.object({
  sourceId: v.nullable(v.number()),
  editedAtMs: v.nullable(v.number()),
  imported: v.nullable(productSchema),
});
/**
 * What is known of a product besides itself. A product from an import that was not changed since
 * has no `editedAtMs`. One that was changed has what the import said in `imported`. One that a
 * person has added has null there.
 */
export type Provenance = v.InferOutput<typeof provenanceSchema>;

export const unknownSource: Provenance = { sourceId: null, editedAtMs: null, imported: null };

const wholeColumns = `${productColumns}, source_id AS sourceId, edited_at_ms AS editedAtMs, imported`;

const wholeRow = v.pipe(
  v.object({
    ...rowEntries,
    ...provenanceSchema.entries,
    imported: v.nullable(inJson(productSchema)),
  }),
  v.transform(({ id, sourceId, editedAtMs, imported, ...product }) => ({
    ...{ id, product },
    provenance: { sourceId, editedAtMs, imported },
  })),
);
export type WholeProduct = v.InferOutput<typeof wholeRow>;

/** The text that `before_change` keeps, as SQLite makes it of a row. */
export const wholeTextOfRow = `json_object(
  'id', product_id,
  'product', json_object('code', code, 'description', description, 'barcodes', json(barcodes),
    'unitPrice', unit_price_micros, 'unit', unit, 'soldBy', sold_by, 'vatLabel', vat_label,
    'group', group_name, 'quickKey', quick_key, 'colour', colour),
  'provenance', json_object('sourceId', source_id, 'editedAtMs', edited_at_ms,
    'imported', json(imported)))`;

const wholeObject = v.object({
  id: v.number(),
  product: productSchema,
  provenance: provenanceSchema,
});

export const wholeFromText = (text: string): WholeProduct => v.parse(inJson(wholeObject), text);

/** A product with the number that it has in this file. */
export type StoredProduct = Readonly<v.InferOutput<typeof productRow>>;

/** Returns the products of `from`: a table, or several joined, and what it selects and orders. */
export const storedProducts = (
  db: Store,
  from: string,
  ...values: readonly (string | number)[]
): readonly StoredProduct[] =>
  readRows(db, productRow, `SELECT ${productColumns} FROM ${from}`, ...values);

/** Returns what `where` selects, and may order. @throws as `storedProducts` does. */
export const wholeProducts = (
  db: Store,
  where: string,
  ...values: readonly (string | number)[]
): readonly WholeProduct[] =>
  readRows(db, wholeRow, `SELECT ${wholeColumns} FROM product WHERE ${where}`, ...values);

export const wholeProduct = (db: Store, id: number): WholeProduct | undefined =>
  wholeProducts(db, 'product_id = ?', id)[0];

const aboutRow = v.object({
  products: v.number(),
  lastId: v.number(),
  importedAtMs: v.nullable(v.number()),
});

export const readAbout = (db: Store): v.InferOutput<typeof aboutRow> =>
  requireRow(
    db,
    aboutRow,
    'SELECT products, last_id AS lastId, imported_at_ms AS importedAtMs FROM about',
  );

/** The number of products read at once: SQLite writes nothing while a statement still reads. */
const atOnce = 500;

/** Yields the products in the order of their numbers. `where` may leave some out. */
export function* eachProduct(db: Store, where = ''): Generator<WholeProduct> {
  for (let last = 0, some; ; last = some.at(-1)?.id ?? last) {
    some = wholeProducts(db, `${where}product_id > ? ORDER BY product_id LIMIT ${atOnce}`, last);
    if (some.length === 0) return;
    yield* some;
  }
}

export const wordsOfProduct = ({
  code,
  description,
}: Pick<Product, 'code' | 'description'>): readonly string[] =>
  indexedWords(`${code} ${description}`);

export const barcodeKeys = (product: Product): readonly string[] => [
  ...new Set(product.barcodes.map(barcodeKey)),
];

/** Writes nothing and returns false if the code is taken. Number and barcodes must be free. */
export function insertProduct(
  db: Store,
  id: number,
  product: Product,
  { sourceId, editedAtMs, imported }: Provenance,
): boolean {
  // By position, as names take SQLite longer than the rest.
  const { changes } = prepared(
    db,
    `INSERT INTO product (product_id, code, code_key, description, description_key, barcodes,
         unit_price_micros, unit, sold_by, vat_label, group_name, quick_key, colour,
         source_id, edited_at_ms, imported, imported_code)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (code_key, code) DO NOTHING`,
  ).run(
    ...[id, product.code, foldText(product.code)],
    ...[product.description, foldText(product.description), JSON.stringify(product.barcodes)],
    ...[product.unitPrice, product.unit, product.soldBy, product.vatLabel, product.group],
    ...[product.quickKey, product.colour, sourceId, editedAtMs],
    ...[imported && JSON.stringify(imported), imported?.code ?? null],
  );
  if (changes === 0) return false;
  const insertBarcode = prepared(db, 'INSERT INTO barcode (barcode_key, product_id) VALUES (?, ?)');
  for (const key of barcodeKeys(product)) insertBarcode.run(key, id);
  return true;
}

/**
 * Writes the fields that a change of many may set; words, code and barcodes stay. The group is
 * written only if it differs, as SQLite writes the index of a column that is set, changed or not.
 */
export function updateFields(
  db: Store,
  { id, product, provenance: { editedAtMs, imported } }: WholeProduct,
  isGroupOther: boolean,
): void {
  prepared(
    db,
    `UPDATE product SET unit_price_micros = ?, sold_by = ?, edited_at_ms = ?, imported = ?,
       imported_code = ? WHERE product_id = ?`,
  ).run(
    product.unitPrice,
    product.soldBy,
    editedAtMs,
    imported && JSON.stringify(imported),
    imported?.code ?? null,
    id,
  );
  if (!isGroupOther) return;
  prepared(db, 'UPDATE product SET group_name = ? WHERE product_id = ?').run(product.group, id);
}

export function deleteProduct(
  db: Store,
  { id, product }: Pick<StoredProduct, 'id' | 'product'>,
): void {
  prepared(db, 'DELETE FROM product WHERE product_id = ?').run(id);
  const deleteBarcode = prepared(db, 'DELETE FROM barcode WHERE barcode_key = ?');
  for (const key of barcodeKeys(product)) deleteBarcode.run(key);
}

export function removeWords(db: Store, id: number): void {
  prepared(db, 'DELETE FROM word WHERE rowid = ?').run(id);
}

export function indexWords(db: Store, id: number, words: readonly string[]): void {
  prepared(db, 'INSERT INTO word (rowid, words) VALUES (?, ?)').run(id, words.join(' '));
}

export function newSource(
  db: Store,
  kind: ProductSource['kind'],
  name: string,
  atMs: number,
): number {
  const insert = 'INSERT INTO source (kind, name, at_ms) VALUES (?, ?, ?) RETURNING source_id';
  return readValue(db, v.number(), insert, kind, name, atMs);
}

/** Returns the number of the product that has this barcode, however it is spelt. */
export const barcodeOwner = (db: Store, key: string): number | undefined =>
  readValue(
    db,
    v.optional(v.number()),
    'SELECT product_id FROM barcode WHERE barcode_key = ?',
    key,
  );
