// Puts what an import has read in the place of all products, in one transaction.
import * as v from 'valibot';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { keepNoted, type ImportNote } from './pending-notices.ts';
import { indexAllWords } from './rebuild-indexes.ts';
import { keepReplaced } from './last-change.ts';
import { readAbout } from './product-rows.ts';
import { dropLateIndexes, lateIndexes } from './schema.ts';
import { beginChange, clearProducts, rememberAll } from './write-product.ts';

/**
 * `newFile` is one that `CatalogueWriter` finished. The products of before are kept, so that this
 * can be undone; those of an empty catalogue are not worth that. No number is given again. The
 * till's file is told of `note`. Must be called outside a transaction. @throws what SQLite throws;
 * nothing was changed then.
 */
export function replaceProducts(db: Store, newFile: string, note: ImportNote | null = null): void {
  prepared(db, 'ATTACH ? AS new_file').run(newFile);
  try {
    inTransaction(db, () => {
      clearForImport(db);
      copyImport(db);
      if (note) keepNoted(db, note.doer, note.what);
    });
  } finally {
    db.exec('DETACH new_file');
  }
}

function clearForImport(db: Store): void {
  const { products, importedAtMs } = readAbout(db);
  beginChange(db);
  // Those of the products of before stay, as undoing needs them.
  db.exec(`DELETE FROM source WHERE source_id NOT IN
    (SELECT source_id FROM product WHERE source_id IS NOT NULL)`);
  if (products > 0) {
    const codes = prepared(db, 'SELECT code FROM removed_code').pluck().all();
    keepReplaced(db, { products, importedAtMs, removedCodes: v.parse(v.array(v.string()), codes) });
    rememberAll(db);
  }
  clearProducts(db);
}

/**
 * SQLite copies the rows itself: one by one through this program takes three times as long. A list
 * of barcodes that is damaged makes `json` throw.
 */
function copyImport(db: Store): void {
  db.exec(`
    ${dropLateIndexes}
    INSERT INTO product (product_id, code, code_key, description, description_key, barcodes,
        unit_price_micros, unit, sold_by, vat_label, group_name, quick_key, colour,
        source_id, edited_at_ms, imported, imported_code)
      SELECT product_id + last_id, code, code_key, description, description_key, json(barcodes),
        unit_price_micros, unit, sold_by, vat_label, group_name, quick_key, colour,
        source_id + last_source_id, edited_at_ms, json(imported), imported_code
      FROM new_file.product, main.about,
        (SELECT coalesce(max(source_id), 0) AS last_source_id FROM main.source);
    INSERT INTO source (source_id, kind, name, at_ms)
      SELECT source_id + last_source_id, kind, name, at_ms
      FROM new_file.source, (SELECT coalesce(max(source_id), 0) AS last_source_id FROM main.source);
    INSERT INTO barcode (barcode_key, product_id)
      SELECT barcode_key, product_id + last_id FROM new_file.barcode, main.about;
    INSERT INTO removed_code (code) SELECT code FROM new_file.removed_code;
    UPDATE about SET products = new.products, last_id = about.last_id + new.last_id,
      imported_at_ms = new.imported_at_ms FROM new_file.about AS new;
  `);
  indexAllWords(db);
  db.exec(lateIndexes);
}
