// The catalogue of one till: a file of its own beside the sales, replaced whole by an import.
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
import {
  namesEach,
  type Chosen,
  type LastChange,
  type ManyChange,
} from '../contract/many-products.ts';
import { publish } from '../store/durable-files.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import {
  findProducts,
  productsWithCode,
  productWithBarcode,
  productWithDescription,
} from './find.ts';
import { Browsing, listedProduct, productGroups } from './browse.ts';
import { openFile, openOrEmpty, readAbout } from './catalogue-file.ts';
import { changeMany, keepManyUndone, type ManyToChange } from './change-many.ts';
import { exchange, isLeftBehind, removeLeftBehind, spareName } from './file-before.ts';
import { FileUses } from './file-uses.ts';
import { readLastChange } from './last-change.ts';
import {
  productColumns,
  toStoredProduct,
  wholeProduct,
  type WholeProduct,
} from './product-rows.ts';
import { takenBy } from './taken.ts';
import { keepMoved, takeToTell, tellTill, type Doer } from './to-tell.ts';
import { walkChosen, type Walked } from './walk.ts';
import {
  addProduct,
  beforeLastChange,
  beginChange,
  changeProduct,
  removeProduct,
  undoChange,
  type Moved,
} from './write-product.ts';

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

/** By the numbers that the file gives them. */
function withoutMove(chosen: Chosen, move: number): Chosen {
  const own = (ids: readonly number[]) => ids.map((id) => id - move);
  return chosen.kind === 'some'
    ? { ...chosen, ids: own(chosen.ids) }
    : { ...chosen, except: own(chosen.except) };
}

/** So many at a time, so that the till can look something up in between. */
const productsATurn = 500;

export class Catalogue {
  readonly #file: string;
  #db: Store;
  /** Why the file is not in use, and an empty catalogue is that lasts as long as the program. */
  #unusable: AppError | null;
  #browsing: Browsing;
  #changes = 0;
  readonly uses = new FileUses();
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

  /** How often it was changed by hand or replaced since it was opened. */
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

  /** The numbers of a part of the view. Errors: `overtaken` by a newer search. */
  async range(
    view: CatalogueView,
    offset: number,
    limit: number,
  ): Promise<Result<readonly number[]>> {
    const { ids } = this.#before;
    const range = await this.#browsing.range(view, offset, limit);
    return range.ok ? ok(range.value.map((id) => id + ids)) : range;
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
  keep(
    product: Product,
    kind: ProductSource['kind'] = 'typed',
    nowMs = 0,
    doer: Doer | null = null,
  ): Result<null> {
    const before = productsWithCode(this.#db, product.code).find(
      (each) => each.product.code === product.code,
    );
    const id = before ? before.id + this.#before.ids : null;
    const saved = this.save({ id, product }, kind, nowMs, doer);
    return saved.ok ? ok(null) : saved;
  }

  /**
   * Adds a product, or changes the one with this number. `doer`: of whom the till's file is told;
   * null for nobody. Errors: `product_taken` where a scan of its code or of a barcode finds
   * another, `not_found`, and why the file cannot be used, where it cannot.
   */
  save(
    { id, product }: ProductSave,
    kind: ProductSource['kind'],
    nowMs: number,
    doer: Doer | null = null,
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
      this.#moved(moved, doer);
      const listed = this.byId((moved.added[0]?.id ?? 0) + this.#before.ids);
      return listed ? ok({ changeId, listed }) : err({ code: 'not_found' });
    });
  }

  /** Errors: `not_found`, and why the file cannot be used, where it cannot. */
  remove(id: number, doer: Doer | null = null): Result<CatalogueChange> {
    return this.#change((db) => {
      const before = wholeProduct(db, id - this.#before.ids);
      if (!before) return err({ code: 'not_found' });
      const changeId = beginChange(db) + this.#before.changes;
      this.#moved(removeProduct(db, before), doer);
      return ok({ changeId, products: 1 });
    });
  }

  /** What the products of the last change were before it, at most the first few. */
  undoing(): readonly Product[] {
    return beforeLastChange(this.#db).map(({ product }) => product);
  }

  /** Null where nothing can be undone. */
  lastChange(): LastChange | null {
    const { changeId, many, nameBefore, kept } = readLastChange(this.#db);
    const canUndo = nameBefore === null ? kept > 0 : existsSync(this.#besides(nameBefore));
    if (this.#unusable || !canUndo) return null;
    const id = changeId + this.#before.changes;
    return { changeId: id, products: many?.products ?? 1, isOfMany: many !== null };
  }

  /** What the last change has done to many at once; null where it was of one. */
  lastMany(): ManyChange | null {
    return readLastChange(this.#db).many;
  }

  /**
   * Errors: `nothing_to_undo`, of a change of many also `change_under_way` and `import_under_way`,
   * and those of opening the file that is put back.
   */
  undo(changeId: number, doer: Doer | null = null): Result<null> {
    const last = readLastChange(this.#db);
    const isLast = last.changeId === changeId - this.#before.changes;
    const { obstacle } = this.uses;
    if (isLast && last.many && obstacle) return err(obstacle);
    if (isLast && last.many && last.nameBefore !== null) {
      return this.#putBack(last.nameBefore, last.changeId, last.many, doer);
    }
    return this.#change((db) => {
      const undone = undoChange(db, changeId - this.#before.changes);
      if (!undone.ok) return undone;
      this.#moved(undone.value, last.many && !namesEach(last.many) ? null : doer);
      if (last.many && doer) keepManyUndone(db, last.many, doer);
      return ok(null);
    });
  }

  /**
   * Goes through those that are chosen, some in a turn, until `visit` returns false. Their numbers
   * are those of the file, as `changeFew` takes them. Errors: `overtaken` where something else was
   * looked for meanwhile, or the catalogue was replaced.
   */
  walk(chosen: Chosen, visit: (some: readonly Walked[]) => boolean): Promise<Result<null>> {
    return walkChosen(this.#db, this.#browsing, withoutMove(chosen, this.#before.ids), visit);
  }

  /** By the number that `walk` gives it. */
  walked(id: number): ListedProduct | undefined {
    return this.byId(id + this.#before.ids);
  }

  /** Few products at once, in one turn. Errors: why the file cannot be used, where it cannot. */
  changeFew(change: ManyToChange): Result<CatalogueChange> {
    return this.#change((db) => {
      const removed: WholeProduct[] = [];
      const added: WholeProduct[] = [];
      const changeId = changeMany(db, change, (moved) => {
        removed.push(...moved.removed);
        added.push(...moved.added);
      });
      this.#moved({ removed, added }, namesEach(change.many) ? change.doer : null);
      return ok({ changeId: changeId + this.#before.changes, products: change.many.products });
    });
  }

  /**
   * Makes a copy in which many were changed the catalogue; `nameBefore` is what the copy calls the
   * one that was in use. Numbers stay. Errors and ends as those of `replaceWith`, and
   * `import_under_way`.
   */
  replaceWithChanged(newFile: string, nameBefore: string): Result<null> {
    if (this.uses.isRead) return err({ code: 'import_under_way' });
    return this.#exchange(newFile, this.#besides(nameBefore));
  }

  /** Tells the till's file what changes by hand have to tell it. @throws what either throws. */
  tell(till: Store): void {
    tellTill(this.#db, till);
  }

  /** Removes files of changes of many that nothing can use any more. */
  async removeLeftBehind(): Promise<void> {
    // Asked of each file anew: a change of many may begin or end meanwhile.
    await removeLeftBehind(dirname(this.#file), (name) => {
      // One that is left as it is may name a file, and is in use again another time.
      if (!this.#db.open || this.#unusable) return false;
      const { nameBefore } = readLastChange(this.#db);
      return isLeftBehind(name, { nameBefore, isChanged: this.uses.isChanged });
    });
  }

  summary(): CatalogueSummary {
    const about = readAbout(this.#db);
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
      this.#changes += 1;
      const { ids, changes } = this.#before;
      this.#before = { ids: ids + last.last_id, changes: changes + last.change_id };
    } finally {
      [problem] = this.#reopen();
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

  #moved(moved: Moved, doer: Doer | null): void {
    this.#browsing.follow(moved);
    if (doer) keepMoved(this.#db, moved, doer);
  }

  /**
   * The number of the change is not given again, and the note is written before it is so, after
   * those that the till's file has not been told yet.
   */
  #putBack(
    nameBefore: string,
    changeId: number,
    many: ManyChange,
    doer: Doer | null,
  ): Result<null> {
    const before = this.#besides(nameBefore);
    if (!existsSync(before)) return err({ code: 'nothing_to_undo' });
    const opened = openFile(before);
    if (!opened.ok) return opened;
    const db = opened.value;
    try {
      inTransaction(db, () => {
        takeToTell(db, this.#db);
        prepared(db, 'UPDATE last_change SET change_id = ?').run(changeId);
        beginChange(db);
        if (doer) keepManyUndone(db, many, doer);
      });
    } finally {
      db.close();
    }
    return this.#exchange(before, this.#besides(spareName));
  }

  #exchange(newFile: string, aside: string): Result<null> {
    if (this.#unusable) return err(this.#unusable);
    let problem: AppError | undefined;
    this.#db.close();
    try {
      exchange(newFile, this.#file, aside);
      this.#changes += 1;
    } finally {
      [problem] = this.#reopen();
    }
    return problem ? err(problem) : ok(null);
  }

  #reopen(): readonly AppError[] {
    const { db, notices, unusable } = openOrEmpty(this.#file);
    this.#db = db;
    this.#unusable = unusable;
    this.#browsing = new Browsing(db);
    return notices;
  }

  #besides(name: string): string {
    return join(dirname(this.#file), name);
  }
}
