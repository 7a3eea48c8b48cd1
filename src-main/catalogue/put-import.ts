// Puts what an import has read in the place of all products, in one transaction.
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { sourceKinds } from '../contract/catalogue.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { keepReplaced } from './last-change.ts';
import { eachProduct, newSource, readAbout } from './product-rows.ts';
import { dropLateIndexes, lateIndexes } from './schema.ts';
import { beginChange, clearProducts, putIn, remember } from './write-product.ts';

const sourceRows = v.array(
  v.object({ id: v.number(), kind: v.picklist(sourceKinds), name: v.string(), atMs: v.number() }),
);
const removedCodes = (db: Store): readonly string[] =>
  v.parse(v.array(v.string()), prepared(db, 'SELECT code FROM removed_code').pluck().all());

/**
 * `newFile` is one that `CatalogueWriter` finished. The products of before are kept, so that this
 * can be undone; those of an empty catalogue are not worth that. No number is given again.
 * @throws what SQLite throws; nothing was changed then.
 */
export function putImport(db: Store, newFile: string): void {
  const from = new Database(newFile, { readonly: true, fileMustExist: true });
  try {
    inTransaction(db, () => {
      putFrom(db, from);
    });
  } finally {
    from.close();
  }
}

function putFrom(db: Store, from: Store): void {
  const before = readAbout(db);
  beginChange(db);
  // Those of the products of before stay, as undoing needs them.
  db.exec(`DELETE FROM source WHERE source_id NOT IN
    (SELECT source_id FROM product WHERE source_id IS NOT NULL)`);
  if (before.products > 0) {
    const { products, importedAtMs } = before;
    keepReplaced(db, { products, importedAtMs, removedCodes: [...removedCodes(db)] });
    for (const each of eachProduct(db)) remember(db, each.id, each);
  }
  clearProducts(db);
  db.exec(dropLateIndexes);
  const rows = prepared(from, 'SELECT source_id AS id, kind, name, at_ms AS atMs FROM source');
  const sources = new Map(
    v
      .parse(sourceRows, rows.all())
      .map(({ id, kind, name, atMs }) => [id, newSource(db, kind, name, atMs)]),
  );
  for (const { id, product, provenance } of eachProduct(from)) {
    const sourceId = sources.get(provenance.sourceId ?? 0) ?? null;
    putIn(db, { id: before.lastId + id, product, provenance: { ...provenance, sourceId } });
  }
  const { products, lastId, importedAtMs } = readAbout(from);
  prepared(db, 'UPDATE about SET products = ?, last_id = ?, imported_at_ms = ?').run(
    products,
    before.lastId + lastId,
    importedAtMs,
  );
  const insert = prepared(db, 'INSERT INTO removed_code (code) VALUES (?)');
  for (const code of removedCodes(from)) insert.run(code);
  db.exec(`${lateIndexes} INSERT INTO word (word) VALUES ('optimize');`);
}
