// Adds, changes and removes products by hand: the one way into a catalogue that is in use. Keeps
// the words, the barcodes and the numbers right, and keeps what is needed to undo the last change.
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Product, ProductSource } from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { mostNamed, type DeedFields } from '../contract/many-products.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import {
  deleteProduct,
  indexWords,
  insertProduct,
  newSource,
  removeWords,
  updateFields,
  wholeFromText,
  wholeProduct,
  wholeText,
  wordsOfProduct,
  type Provenance,
  type WholeProduct,
} from './product-rows.ts';

/** The products that a change takes out of the order of names, and those that it puts there. */
export interface Moved {
  readonly removed: readonly WholeProduct[];
  readonly added: readonly WholeProduct[];
}

/**
 * Begins a change of one product or of many, and drops what was kept to undo the one before. Must
 * be called within a transaction. Returns the number of the change.
 */
export function beginChange(db: Store): number {
  prepared(db, 'DELETE FROM before_change').run();
  const next = prepared(
    db,
    `UPDATE last_change SET change_id = change_id + 1, many = NULL, file_before = NULL
       RETURNING change_id`,
  );
  return v.parse(v.number(), next.pluck().get());
}

/**
 * Adds a product. Must be called within a transaction, after `beginChange`; its code and barcodes
 * must be free. One that comes from a document counts like one from an import: no person has
 * entered it.
 */
export function addProduct(
  db: Store,
  product: Product,
  kind: ProductSource['kind'],
  nowMs: number,
): Moved {
  const sourceId = newSource(db, kind, '', nowMs);
  const editedAtMs = kind === 'typed' ? nowMs : null;
  const provenance = { sourceId, editedAtMs, imported: null };
  const added = insertNew(db, product, provenance);
  countProducts(db, 1);
  return { removed: [], added: [added] };
}

/**
 * Changes a product under the conditions of `addProduct`. If it becomes what the import said, it no
 * longer counts as edited.
 */
export function changeProduct(
  db: Store,
  before: WholeProduct,
  product: Product,
  nowMs: number,
): Moved {
  const provenance = provenanceAfter(before, product, nowMs);
  const after = { id: before.id, product, provenance };
  remember(db, before.id, before);
  takeOut(db, before);
  putIn(db, after);
  return { removed: [before], added: [after] };
}

/** Returns what is known of a product besides itself, once it is changed by hand into this. */
function provenanceAfter(before: WholeProduct, product: Product, nowMs: number): Provenance {
  const { sourceId, editedAtMs, imported } = before.provenance;
  const base = imported ?? (editedAtMs === null ? before.product : null);
  const isAsImported = base !== null && isDeepStrictEqual(base, product);
  return isAsImported
    ? { sourceId, editedAtMs: null, imported: null }
    : { sourceId, editedAtMs: nowMs, imported: base };
}

/**
 * Does as `changeProduct` for the fields that a change of many may set. `keepsBefore` keeps what
 * undoing needs.
 */
export function changeFields(
  db: Store,
  before: WholeProduct,
  to: Partial<DeedFields>,
  nowMs: number,
  keepsBefore: boolean,
): Moved {
  const product = { ...before.product, ...to };
  const provenance = provenanceAfter(before, product, nowMs);
  const after = { id: before.id, product, provenance };
  if (keepsBefore) remember(db, before.id, before);
  updateFields(db, after, product.group !== before.product.group);
  return { removed: [before], added: [after] };
}

/**
 * Removes a product under the conditions of `addProduct`. The next import that keeps changes by
 * hand leaves a product out that came from an import.
 */
export function removeProduct(db: Store, before: WholeProduct, keepsBefore = true): Moved {
  const { imported, editedAtMs } = before.provenance;
  if (keepsBefore) remember(db, before.id, before);
  takeOut(db, before);
  countProducts(db, -1);
  if (imported !== null || editedAtMs === null) {
    const code = imported?.code ?? before.product.code;
    prepared(db, 'INSERT OR IGNORE INTO removed_code (code) VALUES (?)').run(code);
  }
  return { removed: [before], added: [] };
}

const beforeRow = v.object({ product_id: v.number(), row: v.nullable(v.string()) });

/**
 * Puts the products back as they were before the last change, which must be this one. Must be
 * called within a transaction. Errors: `nothing_to_undo`.
 */
export function undoChange(db: Store, changeId: number): Result<Moved> {
  const last = prepared(db, 'SELECT change_id FROM last_change').pluck().get();
  const rows = v.parse(
    v.array(beforeRow),
    prepared(db, 'SELECT product_id, row FROM before_change ORDER BY product_id').all(),
  );
  if (last !== changeId || rows.length === 0) return err({ code: 'nothing_to_undo' });
  const removed = rows.flatMap(({ product_id: id }) => wholeProduct(db, id) ?? []);
  for (const each of removed) takeOut(db, each);
  const added = rows.flatMap(({ row }) => (row === null ? [] : [wholeFromText(row)]));
  for (const each of added) {
    const { product, provenance } = each;
    putIn(db, each);
    prepared(db, 'DELETE FROM removed_code WHERE code = ?').run(
      provenance.imported?.code ?? product.code,
    );
  }
  countProducts(db, added.length - removed.length);
  beginChange(db);
  return ok({ removed, added });
}

export const beforeLastChange = (db: Store): readonly WholeProduct[] =>
  readBefore(db, 'row IS NOT NULL').slice(0, mostNamed);

const readBefore = (db: Store, where: string): readonly WholeProduct[] =>
  prepared(
    db,
    `SELECT row FROM before_change WHERE ${where} ORDER BY product_id LIMIT ${mostNamed}`,
  )
    .pluck()
    .all()
    .map((row) => wholeFromText(v.parse(v.string(), row)));

function insertNew(db: Store, product: Product, provenance: Provenance): WholeProduct {
  const update = prepared(db, 'UPDATE about SET last_id = last_id + 1 RETURNING last_id');
  const id = v.parse(v.number(), update.pluck().get());
  const added = { id, product, provenance };
  putIn(db, added);
  remember(db, id, null);
  return added;
}

function putIn(db: Store, { id, product, provenance }: WholeProduct): void {
  insertProduct(db, id, product, provenance);
  indexWords(db, id, wordsOfProduct(product));
}

function takeOut(db: Store, product: WholeProduct): void {
  deleteProduct(db, product);
  removeWords(db, product.id);
}

function remember(db: Store, id: number, before: WholeProduct | null): void {
  // The product as it was at the first change counts.
  prepared(db, 'INSERT OR IGNORE INTO before_change (product_id, row) VALUES (?, ?)').run(
    id,
    before && wholeText(before),
  );
}

function countProducts(db: Store, more: number): void {
  prepared(db, 'UPDATE about SET products = products + ?').run(more);
}
