// Writes the products of an import into a file of their own, from which they are put into the
// catalogue once a person has seen how it will differ.
import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { barcodeKey } from '../contract/barcodes.ts';
import { productSchema, type Product, type ProductSource } from '../contract/catalogue.ts';
import { sync } from '../store/durable-files.ts';
import type { Store } from '../store/open.ts';
import { hasRow, prepared, readValue, readValues } from '../store/prepared.ts';
import {
  barcodeKeys,
  barcodeOwner,
  barcodesColumn,
  insertProduct,
  newSource,
  unknownSource,
  type Provenance,
} from './product-rows.ts';
import { schema, schemaVersion } from './schema.ts';
import { foldText } from '../contract/fold-text.ts';

export interface CodeBarcodeRow {
  /** The number of the product that has the barcode, in the order of `add`. */
  readonly id: number;
  readonly code: string;
  readonly barcode: string;
  readonly ownerCode: string;
  readonly ownerDescription: string;
}

const isDigits = (column: string): string =>
  `${column} >= '0' AND ${column} < '1' AND ${column} NOT GLOB '*[^0-9]*'`;

const codeBarcodes = `
WITH shared (barcode, holder_id, owner_id) AS (
  SELECT barcode_key, barcode.product_id, product.product_id
    FROM barcode JOIN product ON code_key = barcode_key
  UNION SELECT barcode_key, barcode.product_id, product.product_id
    FROM product JOIN barcode ON barcode_key = ltrim(code_key, '0') WHERE ${isDigits('code_key')}
)
SELECT holder_id AS id, holder.code AS code, barcode, holder.barcodes AS barcodes,
    owner.code AS ownerCode, owner.description AS ownerDescription
  FROM shared
  JOIN product AS holder ON holder.product_id = holder_id
  JOIN product AS owner ON owner.product_id = owner_id
  WHERE holder_id <> owner_id ORDER BY holder_id, barcode, owner_id`;

/** A product that the catalogue beside has otherwise, or not; `before` is the price there. */
const differenceRow = v.object({
  code: v.string(),
  description: v.string(),
  before: v.nullable(productSchema.entries.unitPrice),
  after: productSchema.entries.unitPrice,
  isAdded: v.picklist([0, 1]),
});

const shopsColumns = (table: string): string =>
  ['description', 'barcodes', 'unit_price_micros', 'unit', 'sold_by', 'vat_label', 'group_name']
    .concat('quick_key', 'colour')
    .map((column) => `${table}.${column}`)
    .join(', ');

const differences = `
SELECT new.code, new.description, old.unit_price_micros AS before, new.unit_price_micros AS after,
    old.product_id IS NULL AS isAdded
  FROM main.product AS new LEFT JOIN old.product AS old USING (code_key, code)
  WHERE old.product_id IS NULL OR (${shopsColumns('new')}) IS NOT (${shopsColumns('old')})
  ORDER BY new.product_id`;

const missing = `
SELECT product_id FROM old.product AS other WHERE NOT EXISTS
    (SELECT 1 FROM main.product AS new
      WHERE new.code_key = other.code_key AND new.code = other.code)
  ORDER BY product_id`;

export class CatalogueWriter {
  readonly #file: string;
  readonly #db: Store;
  #products = 0;

  /**
   * Removes what is at `file`: a writer that was killed leaves a file there that is half written.
   * `oldFile` is a catalogue to compare with. @throws SqliteError, and what the file system throws.
   */
  constructor(file: string, oldFile?: string) {
    removeFile(file);
    this.#file = file;
    this.#db = new Database(file);
    // A file that is not finished is thrown away, so nothing need be durable before the end.
    this.#db.pragma('journal_mode = MEMORY');
    this.#db.pragma('synchronous = OFF');
    // Codes and barcodes arrive in no order.
    this.#db.pragma('cache_size = -262144');
    if (oldFile !== undefined) this.#db.prepare('ATTACH ? AS old').run(oldFile);
    this.#db.exec(`BEGIN; ${schema}`);
    this.#db.pragma(`user_version = ${schemaVersion}`);
  }

  /** Returns null, or what another product has already; then nothing was added. */
  add(product: Product, provenance: Provenance = unknownSource): 'code' | 'barcode' | null {
    const db = this.#db;
    if (barcodeKeys(product).some((key) => barcodeOwner(db, key) !== undefined))
      return this.hasCode(product.code) ? 'code' : 'barcode';
    if (!insertProduct(db, this.#products + 1, product, provenance)) return 'code';
    this.#products += 1;
    return null;
  }

  get products(): number {
    return this.#products;
  }

  /** Returns the number of the source, for the products that come from it. */
  source({ kind, name, atMs }: ProductSource): number {
    return newSource(this.#db, kind, name, atMs);
  }

  /** Notes a code that an import leaves out because its product was removed by hand. */
  leaveOut(code: string): void {
    prepared(this.#db, 'INSERT OR IGNORE INTO removed_code (code) VALUES (?)').run(code);
  }

  hasCode(code: string): boolean {
    const select = 'SELECT 1 FROM product WHERE code_key = ? AND code = ?';
    return hasRow(this.#db, select, foldText(code), code);
  }

  /** Returns the price of the product with this code, in millionths; undefined if there is none. */
  priceOf(code: string): number | undefined {
    const select = 'SELECT unit_price_micros FROM product WHERE code_key = ? AND code = ?';
    return readValue(this.#db, v.optional(v.number()), select, foldText(code), code);
  }

  /** Returns whether a product has this barcode already, however it is spelt. */
  hasBarcode(barcode: string): boolean {
    return barcodeOwner(this.#db, barcodeKey(barcode)) !== undefined;
  }

  /**
   * Returns the barcodes that are other products' codes, in the order of the products that have
   * them. Digits are the same with leading zeros and without.
   */
  *codeBarcodes(): Generator<CodeBarcodeRow> {
    const select = this.#db.prepare<[], CodeBarcodeRow & { readonly barcodes: string }>(
      codeBarcodes,
    );
    for (const { barcodes, ...row } of select.iterate()) {
      const spellings = v.parse(barcodesColumn, barcodes);
      const barcode = spellings.find((each) => barcodeKey(each) === row.barcode) ?? row.barcode;
      yield { ...row, barcode };
    }
  }

  /** Yields what the other catalogue lacks, or has otherwise. Nothing may be added meanwhile. */
  *differences(): Generator<v.InferOutput<typeof differenceRow>> {
    for (const row of prepared(this.#db, differences).iterate()) yield v.parse(differenceRow, row);
  }

  /** Returns the numbers of the other catalogue's products whose codes are missing here. */
  missingIds(): readonly number[] {
    return readValues(this.#db, v.number(), missing);
  }

  /** Returns once the file is on the disk, whole. `importedAtMs` is null if nobody imported. */
  finish(importedAtMs: number | null): void {
    const db = this.#db;
    db.prepare(
      'UPDATE about SET products = @products, last_id = @products, imported_at_ms = @importedAtMs',
    ).run({ products: this.#products, importedAtMs });
    db.exec('COMMIT');
    db.close();
    sync(this.#file, 'r+');
  }

  /** Removes the file. May be called at any moment before `finish` has returned. */
  abandon(): void {
    this.#db.close();
    removeFile(this.#file);
  }
}

function removeFile(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}
