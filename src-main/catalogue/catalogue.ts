// The catalogue of one till: a file of its own beside the sales, replaced whole by an import.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import {
  maxQuickKeys,
  type CatalogueChange,
  type CatalogueSummary,
  type CatalogueView,
  type ListedProduct,
  type ListedProducts,
  type Product,
  type ProductGroup,
  type ProductSave,
  type ProductSource,
} from '../contract/catalogue.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { publish } from '../store/durable-files.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { storeError, type Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { setAside } from '../store/salvage/set-aside.ts';
import {
  findProducts,
  productsWithCode,
  productWithBarcode,
  productWithDescription,
} from './find.ts';
import { Browsing, listedProduct, productGroups } from './browse.ts';
import { productColumns, toStoredProduct, wholeProduct } from './product-rows.ts';
import { lateIndexes, migration, schema, schemaVersion } from './schema.ts';
import { takenBy } from './taken.ts';
import {
  addProduct,
  beforeLastChange,
  beginChange,
  changeProduct,
  removeProduct,
  renamedLast,
  undoChange,
  type Moved,
} from './write-product.ts';

const aboutRow = v.object({ products: v.number(), imported_at_ms: v.nullable(v.number()) });

const readAbout = 'SELECT products, imported_at_ms FROM about';

const lastRow = v.object({ last_id: v.number(), change_id: v.number() });

/** More than any catalogue gives. */
const manyNumbers = { last_id: 1e12, change_id: 1e12 };

/**
 * Returns the last numbers of products and of changes. A damaged file has none: an import may put a
 * whole one in its place.
 */
function lastNumbers(db: Store): v.InferOutput<typeof lastRow> {
  try {
    const select = prepared(db, 'SELECT last_id, change_id FROM about, last_change');
    return v.parse(lastRow, select.get());
  } catch {
    return manyNumbers;
  }
}

/** Another program may be reading the file. */
const lockTimeoutMs = 1_000;

/** So many at a time, so that the till can look something up in between. */
const productsATurn = 500;

export class Catalogue {
  readonly #file: string;
  #db: Store;
  /** Why the file is not in use, and an empty catalogue is that lasts as long as the program. */
  #unusable: AppError | null;
  #browsing: Browsing;
  #changes = 0;
  #lastMoved: Moved = { removed: [], added: [] };
  /**
   * What its numbers begin above: those of the files that it was before. What somebody still has of
   * one of those names no product of this one, and no change.
   */
  #before = { ids: 0, changes: 0 };

  /**
   * Always answers a catalogue: without one a till sells by free lines. A damaged file is set
   * aside; one that is newer or cannot be opened is left as it is, and an empty catalogue that
   * lasts as long as the program takes its place.
   */
  static open(folder: string): {
    readonly catalogue: Catalogue;
    readonly notices: readonly AppError[];
  } {
    const file = join(folder, 'catalogue.db');
    const { db, notices, unusable } = openOrEmpty(file);
    return { catalogue: new Catalogue(file, db, unusable), notices };
  }

  private constructor(file: string, db: Store, unusable: AppError | null) {
    this.#file = file;
    this.#db = db;
    this.#unusable = unusable;
    this.#browsing = new Browsing(db);
  }

  /** How many changes by hand there were since it was opened. */
  get changes(): number {
    return this.#changes;
  }

  /** Best first, at most 20. */
  find(text: string): readonly Product[] {
    return findProducts(this.#db, text);
  }

  /** Also where accents and case differ, if it is the only one. */
  byCode(code: string): Product | undefined {
    const [first, second] = productsWithCode(this.#db, code);
    return first?.product.code === code || !second ? first?.product : undefined;
  }

  /** One of this name, however its accents and case are written. */
  byDescription(description: string): Product | undefined {
    return productWithDescription(this.#db, description)[0]?.product;
  }

  byBarcode(barcode: string): Product | undefined {
    return productWithBarcode(this.#db, barcode)[0]?.product;
  }

  /** Products that have a place among the quick keys, in the order of these. */
  quickKeys(): readonly Product[] {
    return prepared(
      this.#db,
      `SELECT ${productColumns} FROM product WHERE quick_key IS NOT NULL
         ORDER BY quick_key, product_id LIMIT ${maxQuickKeys}`,
    )
      .all()
      .map((row) => toStoredProduct(row).product);
  }

  /** A part of the view, in its order. Errors: `overtaken` by a newer search. */
  async list(view: CatalogueView, offset: number, limit: number): Promise<Result<ListedProducts>> {
    const { ids } = this.#before;
    const listed = await this.#browsing.list(view, offset, limit);
    if (!listed.ok || ids === 0) return listed;
    const products = listed.value.products.map((each) => ({ ...each, id: each.id + ids }));
    return ok({ ...listed.value, products });
  }

  groups(): readonly ProductGroup[] {
    return productGroups(this.#db);
  }

  byId(id: number): ListedProduct | undefined {
    const listed = listedProduct(this.#db, id - this.#before.ids);
    return listed && { ...listed, id };
  }

  /**
   * Adds a product, or replaces the one with its code. Errors: as those of `save`.
   */
  keep(product: Product, kind: ProductSource['kind'] = 'typed', nowMs = 0): Result<null> {
    const before = productsWithCode(this.#db, product.code).find(
      (each) => each.product.code === product.code,
    );
    const id = before ? before.id + this.#before.ids : null;
    const saved = this.save({ id, product }, kind, nowMs);
    return saved.ok ? ok(null) : saved;
  }

  /**
   * Adds a product, or changes the one with this number. Errors: `product_taken` where a scan of
   * its code or of a barcode finds another, `not_found`, and why the file cannot be used, where it
   * cannot.
   */
  save(
    { id, product }: ProductSave,
    kind: ProductSource['kind'],
    nowMs: number,
  ): Result<{ readonly changeId: number; readonly listed: ListedProduct }> {
    return this.#change((db) => {
      const before = id === null ? undefined : wholeProduct(db, id - this.#before.ids);
      if (id !== null && !before) return err({ code: 'not_found' });
      const taken = takenBy(db, product, before);
      if (taken) return err(taken);
      const changeId = beginChange(db) + this.#before.changes;
      const moved = before
        ? changeProduct(db, before, product, nowMs)
        : addProduct(db, product, kind, nowMs);
      this.#moved(moved);
      const listed = this.byId((moved.added[0]?.id ?? 0) + this.#before.ids);
      return listed ? ok({ changeId, listed }) : err({ code: 'not_found' });
    });
  }

  /** Errors: `not_found`, and why the file cannot be used, where it cannot. */
  remove(id: number): Result<CatalogueChange> {
    return this.#change((db) => {
      const before = wholeProduct(db, id - this.#before.ids);
      if (!before) return err({ code: 'not_found' });
      const changeId = beginChange(db) + this.#before.changes;
      this.#moved(removeProduct(db, before));
      return ok({ changeId, products: 1 });
    });
  }

  /** What the products of the last change were before it, at most the first few. */
  undoing(): readonly Product[] {
    return beforeLastChange(this.#db).map(({ product }) => product);
  }

  /** The codes of the one product that the last change gave another; else null. */
  renamed(): { readonly before: string; readonly after: string } | null {
    return renamedLast(this.#db);
  }

  /** As it was before this change, which must be the last. Errors: `nothing_to_undo`. */
  undo(changeId: number): Result<null> {
    return this.#change((db) => {
      const undone = undoChange(db, changeId - this.#before.changes);
      if (!undone.ok) return undone;
      this.#moved(undone.value);
      return ok(null);
    });
  }

  summary(): CatalogueSummary {
    const about = v.parse(aboutRow, prepared(this.#db, readAbout).get());
    return { products: about.products, importedAtMs: about.imported_at_ms };
  }

  /**
   * All of them, in the order of the catalogue. @throws when the catalogue is replaced or closed
   * meanwhile.
   */
  *products(): Generator<Product> {
    const db = this.#db;
    const select = prepared(
      db,
      `SELECT ${productColumns} FROM product WHERE product_id > ? ORDER BY product_id LIMIT ${productsATurn}`,
    );
    for (let last = 0, rows; (rows = select.all(last)).length > 0;) {
      for (const row of rows) {
        const { id, product } = toStoredProduct(row);
        yield product;
        last = id;
      }
    }
  }

  /**
   * Makes a file that `CatalogueWriter` finished the catalogue. Whatever ends the program
   * meanwhile, the catalogue is the old one or the new one, whole. Errors: why the new one cannot
   * be used, where it cannot. @throws what the file system throws; the old one is in use then.
   */
  replaceWith(newFile: string): Result<null> {
    let problem: AppError | undefined;
    const last = lastNumbers(this.#db);
    this.#db.close();
    try {
      // Closing has left no journal but that of a file that never was opened: it must not meet the
      // new one.
      rmSync(`${this.#file}-journal`, { force: true });
      publish(newFile, this.#file);
      const { ids, changes } = this.#before;
      this.#before = { ids: ids + last.last_id, changes: changes + last.change_id };
    } finally {
      const { db, notices, unusable } = openOrEmpty(this.#file);
      this.#db = db;
      this.#unusable = unusable;
      this.#browsing = new Browsing(db);
      [problem] = notices;
    }
    return problem ? err(problem) : ok(null);
  }

  close(): void {
    this.#db.close();
  }

  #change<Value>(write: (db: Store) => Result<Value>): Result<Value> {
    if (this.#unusable) return err(this.#unusable);
    try {
      const written = inTransaction(this.#db, () => write(this.#db));
      if (written.ok) this.#changes += 1;
      return written;
    } catch (error) {
      // Nothing was written, and what was followed meanwhile did not happen.
      this.#browsing = new Browsing(this.#db);
      throw error;
    }
  }

  /** What the change that was written last has taken out and put in. */
  get lastMoved(): Moved {
    return this.#lastMoved;
  }

  #moved(moved: Moved): void {
    this.#lastMoved = moved;
    this.#browsing.follow(moved);
  }
}

interface Opened {
  readonly db: Store;
  readonly notices: readonly AppError[];
  /** Null where the file itself is open. */
  readonly unusable: AppError | null;
}

function openOrEmpty(file: string): Opened {
  const opened = openFile(file);
  if (opened.ok) return { db: opened.value, notices: [], unusable: null };
  if (opened.error.code !== 'store_damaged') return inMemory([], opened.error);
  const aside = trySetAside(file);
  if (!aside.ok) return inMemory([], aside.error);
  const notice: AppError = { code: 'catalogue_set_aside', file: aside.value };
  const empty = openFile(file);
  return empty.ok
    ? { db: empty.value, notices: [notice], unusable: null }
    : inMemory([notice], empty.error);
}

function inMemory(notices: readonly AppError[], unusable: AppError): Opened {
  const db = new Database(':memory:');
  create(db);
  return { db, notices: [...notices, unusable], unusable };
}

function trySetAside(file: string): Result<string> {
  try {
    return ok(setAside(file));
  } catch (error) {
    return err(expectedOf(error, file));
  }
}

/**
 * Errors: those of the store. It is not checked page by page: that would take seconds where there
 * are a million products.
 */
function openFile(file: string): Result<Store> {
  let db: Store | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    db = new Database(file, { timeout: lockTimeoutMs });
    db.pragma('synchronous = FULL');
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > schemaVersion) {
      db.close();
      return err({ code: 'store_newer', file });
    }
    if (version === 0) create(db);
    if (version === 1) migrate(db);
    glanceAt(db);
    return ok(db);
  } catch (error) {
    db?.close();
    return err(expectedOf(error, file));
  }
}

function create(db: Store): void {
  inTransaction(db, () => {
    db.exec(schema + lateIndexes);
    db.pragma(`user_version = ${schemaVersion}`);
  });
}

function migrate(db: Store): void {
  inTransaction(db, () => {
    db.exec(migration);
    db.pragma(`user_version = ${schemaVersion}`);
  });
}

/** @throws where one of its parts is not there or does not begin as it must. */
function glanceAt(db: Store): void {
  v.parse(aboutRow, prepared(db, readAbout).get());
  prepared(db, `SELECT ${productColumns} FROM product ORDER BY product_id DESC LIMIT 1`)
    .all()
    .forEach(toStoredProduct);
  productWithBarcode(db, '0');
  findProducts(db, 'counterfoil');
}

/** @throws what is a bug. */
function expectedOf(error: unknown, file: string): AppError {
  // A file of SQLite's that is not one of ours is as useless as one that is damaged.
  const isForeign =
    v.isValiError(error) ||
    (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR');
  if (isForeign) return { code: 'store_damaged', file };
  const expected = storeError(error, file);
  if (!expected) throw error;
  return expected;
}
