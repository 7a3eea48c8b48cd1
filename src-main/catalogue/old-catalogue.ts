// The catalogue in use, as an import reads it: the changes that a person made there. All is read of
// one moment, in one transaction: in WAL mode that holds up nobody, and takes less than a lock for
// each row. After a change meanwhile the import is not used.
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { barcodeKey, digitSpellings } from '../contract/barcodes.ts';
import { sourceKinds, type Product, type ProductSource } from '../contract/catalogue.ts';
import { foldText } from '../contract/fold-text.ts';
import type { Store } from '../store/open.ts';
import { hasRow, readRow, readValue, readValues } from '../store/prepared.ts';
import { addedBarcodes } from './merge-edits.ts';
import { eachProduct, wholeProduct, wholeProducts, type WholeProduct } from './product-rows.ts';
import { schemaVersion } from './schema.ts';

const sourceRow = v.object({ kind: v.picklist(sourceKinds), name: v.string(), atMs: v.number() });

export class OldCatalogue {
  readonly #db: Store;

  /** Returns null if there is no catalogue to compare with. */
  static open(file: string): OldCatalogue | null {
    let db: Store | undefined;
    try {
      db = new Database(file, { readonly: true, fileMustExist: true });
      if (db.pragma('user_version', { simple: true }) === schemaVersion) {
        db.exec('BEGIN');
        return new OldCatalogue(db);
      }
      db.close();
    } catch {
      // A catalogue that cannot be read is no reason to refuse the import.
      db?.close();
    }
    return null;
  }

  private constructor(db: Store) {
    this.#db = db;
  }

  count(): number {
    return readValue(this.#db, v.number(), 'SELECT products FROM about');
  }

  withCode(code: string): WholeProduct | undefined {
    return wholeProducts(this.#db, 'code_key = ? AND code = ?', foldText(code), code)[0];
  }

  /**
   * Returns the code of the product of this name that has zeros before this one, as a spreadsheet
   * takes them away; undefined unless there is just one, and none with this code.
   */
  codeWithZeros({ code, description }: Product): string | undefined {
    const [, ...spellings] = /^[1-9]/u.test(code) ? digitSpellings(code) : [];
    if (spellings.length === 0 || this.withCode(code)) return undefined;
    const where = `code_key IN (${spellings.map(() => '?').join()})`;
    const isSame = ({ product, provenance }: WholeProduct): boolean =>
      [product, provenance.imported].some(
        (each) => each && foldText(each.description) === foldText(description),
      );
    const [only, ...others] = wholeProducts(this.#db, where, ...spellings).filter(isSame);
    return others.length === 0 ? only?.product.code : undefined;
  }

  product(id: number): WholeProduct | undefined {
    return wholeProduct(this.#db, id);
  }

  /** Returns the product with this code if a person has changed or added it. */
  editedWithCode(code: string): WholeProduct | undefined {
    const where = 'code_key = ? AND code = ? AND edited_at_ms IS NOT NULL';
    return wholeProducts(this.#db, where, foldText(code), code)[0];
  }

  /** Returns the product that an import gave this code and that a person has changed since. */
  importedAs(code: string): WholeProduct | undefined {
    return wholeProducts(this.#db, 'imported_code = ?', code)[0];
  }

  /** Returns whether a person has removed the product that an import gave this code. */
  isRemoved(code: string): boolean {
    return hasRow(this.#db, 'SELECT 1 FROM removed_code WHERE code = ?', code);
  }

  removedCodes(): readonly string[] {
    return readValues(this.#db, v.string(), 'SELECT code FROM removed_code ORDER BY code');
  }

  /** Returns the product to which a person has given this barcode. */
  givenTo(barcode: string): WholeProduct | undefined {
    const where = `edited_at_ms IS NOT NULL
      AND product_id = (SELECT product_id FROM barcode WHERE barcode_key = ?)`;
    const [owner] = wholeProducts(this.#db, where, barcodeKey(barcode));
    if (!owner) return undefined;
    const givenCodes = addedBarcodes(owner.product, owner.provenance.imported).map(barcodeKey);
    return givenCodes.includes(barcodeKey(barcode)) ? owner : undefined;
  }

  *byHand(): Generator<WholeProduct> {
    yield* eachProduct(this.#db, 'edited_at_ms IS NOT NULL AND ');
  }

  sourceOf({ provenance: { sourceId } }: WholeProduct): ProductSource | undefined {
    const select = 'SELECT kind, name, at_ms AS atMs FROM source WHERE source_id = ?';
    return readRow(this.#db, sourceRow, select, sourceId);
  }

  close(): void {
    this.#db.close();
  }
}
