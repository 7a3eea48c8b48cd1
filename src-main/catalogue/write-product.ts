// Adds, changes and removes products by hand: the one way into a catalogue that is in use. Keeps
// the words, the barcodes and the numbers right, and keeps what is needed to undo the last change.
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Product, ProductSource } from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { mostNamed, type DeedFields } from '../contract/many-products.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { readLastChange, type Replaced } from './last-change.ts';
import {
  deleteProduct,
  indexWords,
  insertProduct,
  newSource,
  removeWords,
  updateFields,
  wholeFromText,
  wholeProduct,
  wholeTextOfRow,
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
    `UPDATE last_change SET change_id = change_id + 1, many = NULL, replaced = NULL
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
  remember(db, before.id);
  replace(db, before, after);
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

/** Does as `changeProduct` for the fields that a change of many may set. */
export function changeFields(
  db: Store,
  before: WholeProduct,
  to: Partial<DeedFields>,
  nowMs: number,
): Moved {
  const product = { ...before.product, ...to };
  const provenance = provenanceAfter(before, product, nowMs);
  const after = { id: before.id, product, provenance };
  remember(db, before.id);
  updateFields(db, after, product.group !== before.product.group);
  return { removed: [before], added: [after] };
}

/**
 * Removes a product under the conditions of `addProduct`. The next import that keeps changes by
 * hand leaves a product out that came from an import.
 */
export function removeProduct(db: Store, before: WholeProduct): Moved {
  const { imported, editedAtMs } = before.provenance;
  remember(db, before.id);
  takeOut(db, before);
  countProducts(db, -1);
  if (imported !== null || editedAtMs === null) {
    const code = imported?.code ?? before.product.code;
    prepared(db, 'INSERT OR IGNORE INTO removed_code (code) VALUES (?)').run(code);
  }
  return { removed: [before], added: [] };
}

/**
 * Puts the products back as they were before the last change, which must be this one. Must be
 * called within a transaction. Calls `onMoved` with some at a time. Errors: `nothing_to_undo`.
 */
export function undoChange(
  db: Store,
  changeId: number,
  onMoved: (moved: Moved) => void,
): Result<null> {
  const last = readLastChange(db);
  if (last.changeId !== changeId || !last.canUndo) return err({ code: 'nothing_to_undo' });
  if (last.replaced) putBackReplaced(db, last.replaced);
  const rows = prepared(
    db,
    `SELECT product_id, row FROM before_change WHERE product_id > ? ORDER BY product_id LIMIT 500`,
  ).raw();
  for (let after = 0, some; (some = v.parse(beforeRows, rows.all(after))).length > 0;) {
    const removed = some.flatMap(([id]) => wholeProduct(db, id) ?? []);
    const added = some.flatMap(([, row]) => (row === null ? [] : [wholeFromText(row)]));
    const isBack = new Map(added.map((each) => [each.id, each]));
    // Codes and barcodes must be free before others get them.
    const same = removed.filter((each) => {
      const back = isBack.get(each.id);
      return back !== undefined && replacedInPlace(db, each, back);
    });
    const inPlace = new Set(same.map(({ id }) => id));
    for (const each of removed) if (!inPlace.has(each.id)) takeOut(db, each);
    for (const each of added) {
      const { product, provenance } = each;
      if (!inPlace.has(each.id)) putIn(db, each);
      prepared(db, 'DELETE FROM removed_code WHERE code = ?').run(
        provenance.imported?.code ?? product.code,
      );
    }
    countProducts(db, added.length - removed.length);
    onMoved({ removed, added });
    after = some.at(-1)?.[0] ?? after;
  }
  beginChange(db);
  return ok(null);
}

const beforeRows = v.array(v.tuple([v.number(), v.nullable(v.string())]));

function putBackReplaced(db: Store, { importedAtMs, removedCodes }: Replaced): void {
  clearProducts(db);
  prepared(db, 'UPDATE about SET imported_at_ms = ?').run(importedAtMs);
  const insert = prepared(db, 'INSERT INTO removed_code (code) VALUES (?)');
  for (const code of removedCodes) insert.run(code);
}

/** Takes all products out. Must be called within a transaction. */
export function clearProducts(db: Store): void {
  db.exec(`
    DELETE FROM product;
    DELETE FROM barcode;
    DELETE FROM removed_code;
    INSERT INTO word (word) VALUES ('delete-all');
    UPDATE about SET products = 0;
  `);
}

export const beforeLastChange = (db: Store): readonly WholeProduct[] =>
  prepared(
    db,
    `SELECT row FROM before_change WHERE row IS NOT NULL ORDER BY product_id LIMIT ${mostNamed}`,
  )
    .pluck()
    .all()
    .map((row) => wholeFromText(v.parse(v.string(), row)));

function insertNew(db: Store, product: Product, provenance: Provenance): WholeProduct {
  const update = prepared(db, 'UPDATE about SET last_id = last_id + 1 RETURNING last_id');
  const id = v.parse(v.number(), update.pluck().get());
  const added = { id, product, provenance };
  putIn(db, added);
  rememberNone(db, id);
  return added;
}

function putIn(db: Store, { id, product, provenance }: WholeProduct): void {
  if (!insertProduct(db, id, product, provenance)) throw new Error('the code is not free');
  indexWords(db, id, wordsOfProduct(product));
}

function replace(db: Store, before: WholeProduct, after: WholeProduct): void {
  if (replacedInPlace(db, before, after)) return;
  takeOut(db, before);
  putIn(db, after);
}

/** Writes price, group and the way it is sold, if no more differs; words and codes stay. */
function replacedInPlace(db: Store, before: WholeProduct, after: WholeProduct): boolean {
  const { unitPrice, group, soldBy } = after.product;
  if (!isDeepStrictEqual({ ...before.product, unitPrice, group, soldBy }, after.product))
    return false;
  updateFields(db, after, group !== before.product.group);
  return true;
}

function takeOut(db: Store, product: WholeProduct): void {
  deleteProduct(db, product);
  removeWords(db, product.id);
}

/** The product as it was at the first change counts. */
function remember(db: Store, id: number): void {
  prepared(db, `${keep} WHERE product_id = ?`).run(id);
}

const rememberNone = (db: Store, id: number): void => {
  prepared(db, 'INSERT OR IGNORE INTO before_change (product_id, row) VALUES (?, NULL)').run(id);
};

/** Keeps all products, to undo what takes them out. Must be called after `beginChange`. */
export function rememberAll(db: Store): void {
  prepared(db, keep).run();
}

const keep = `INSERT OR IGNORE INTO before_change (product_id, row)
  SELECT product_id, ${wholeTextOfRow} FROM product`;

function countProducts(db: Store, more: number): void {
  prepared(db, 'UPDATE about SET products = products + ?').run(more);
}
