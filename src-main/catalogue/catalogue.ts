// The catalogue of one till: answers questions about its products and changes them. The numbers
// that it gives are those of the file in use, plus those that earlier files used up.
import { join } from 'node:path';
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
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import {
  findProducts,
  productsWithCode,
  productsWithDigits,
  productWithBarcode,
  productWithDescription,
} from './find.ts';
import { listedProduct, productGroups } from './browse.ts';
import { readAbout } from './catalogue-file.ts';
import { changeMany, keepManyUndone, type ManyToChange } from './change-many.ts';
import { isLeftBehind, removeLeftBehind } from './file-before.ts';
import { FileInUse } from './file-in-use.ts';
import { FileUses } from './file-uses.ts';
import { readLastChange } from './last-change.ts';
import {
  productColumns,
  toStoredProduct,
  wholeProduct,
  type WholeProduct,
} from './product-rows.ts';
import { takenBy } from './taken.ts';
import { keepMoved, tellTill, type Doer } from './to-tell.ts';
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

/** Returns the same choice with the numbers that the file gives the products. */
function withoutMove(chosen: Chosen, move: number): Chosen {
  const own = (ids: readonly number[]) => ids.map((id) => id - move);
  return chosen.kind === 'some'
    ? { ...chosen, ids: own(chosen.ids) }
    : { ...chosen, except: own(chosen.except) };
}

/** The number of products read in one turn, so that the till can look something up in between. */
const productsATurn = 500;

export class Catalogue {
  readonly #inUse: FileInUse;
  readonly uses = new FileUses();

  /**
   * Always returns a catalogue: without one a till sells by free lines. A damaged file is set
   * aside. One that is newer or cannot be opened is left as it is, and an empty catalogue takes its
   * place until the program ends.
   */
  static open(folder: string): {
    readonly catalogue: Catalogue;
    readonly notices: readonly AppError[];
  } {
    const { inUse, notices } = FileInUse.open(join(folder, 'catalogue.db'));
    return { catalogue: new Catalogue(inUse), notices };
  }

  private constructor(inUse: FileInUse) {
    this.#inUse = inUse;
  }

  get #db(): Store {
    return this.#inUse.db;
  }

  /** How often the catalogue was changed by hand or replaced since it was opened. */
  get changes(): number {
    return this.#inUse.changes;
  }

  /** Returns at most 20 products, the best match first. */
  find(text: string): readonly Product[] {
    return findProducts(this.#db, text);
  }

  /**
   * Returns the product with this code. A code that differs in accents and case counts if it is the
   * only one.
   */
  byCode(code: string): Product | undefined {
    const [first, second] = productsWithCode(this.#db, code);
    return first?.product.code === code || !second ? first?.product : undefined;
  }

  /**
   * Returns the product whose code is this number with other zeros before it, or none. Undefined if
   * two have it.
   */
  byDigits(code: string): Product | undefined {
    const [only, second] = productsWithDigits(this.#db, code);
    return second ? undefined : only?.product;
  }

  /** Returns a product of this name, however its accents and case are written. */
  byDescription(description: string): Product | undefined {
    return productWithDescription(this.#db, description)[0]?.product;
  }

  byBarcode(barcode: string): Product | undefined {
    return productWithBarcode(this.#db, barcode)[0]?.product;
  }

  /** Returns the products that have a place among the quick keys, in the order of these. */
  quickKeys(): readonly Product[] {
    return prepared(
      this.#db,
      `SELECT ${productColumns} FROM product WHERE quick_key IS NOT NULL
         ORDER BY quick_key, product_id LIMIT ${maxQuickKeys}`,
    )
      .all()
      .map((row) => toStoredProduct(row).product);
  }

  /** Returns a part of the view, in its order. Errors: `overtaken` by a newer search. */
  async list(view: CatalogueView, offset: number, limit: number): Promise<Result<ListedProducts>> {
    const { ids } = this.#inUse.numbersBefore;
    const listed = await this.#inUse.browsing.list(view, offset, limit);
    if (!listed.ok || ids === 0) return listed;
    const products = listed.value.products.map((each) => ({ ...each, id: each.id + ids }));
    return ok({ ...listed.value, products });
  }

  /** Returns the numbers of a part of the view. Errors: `overtaken` by a newer search. */
  async range(
    view: CatalogueView,
    offset: number,
    limit: number,
  ): Promise<Result<readonly number[]>> {
    const { ids } = this.#inUse.numbersBefore;
    const range = await this.#inUse.browsing.range(view, offset, limit);
    return range.ok ? ok(range.value.map((id) => id + ids)) : range;
  }

  groups(): readonly ProductGroup[] {
    return productGroups(this.#db);
  }

  byId(id: number): ListedProduct | undefined {
    const listed = listedProduct(this.#db, id - this.#inUse.numbersBefore.ids);
    return listed && { ...listed, id };
  }

  /** Adds a product, or replaces the one with its code. Errors: those of `save`. */
  keep(
    product: Product,
    kind: ProductSource['kind'] = 'typed',
    nowMs = 0,
    doer: Doer | null = null,
  ): Result<null> {
    const before = productsWithCode(this.#db, product.code).find(
      (each) => each.product.code === product.code,
    );
    const id = before ? before.id + this.#inUse.numbersBefore.ids : null;
    const saved = this.save({ id, product }, kind, nowMs, doer);
    return saved.ok ? ok(null) : saved;
  }

  /**
   * Adds a product, or changes the one with this number. The till's file is told that `doer` did
   * it; null stands for nobody. Errors: `product_taken` if a scan of its code or of a barcode finds
   * another product, `not_found`, and the reason why the file cannot be used.
   */
  save(
    { id, product }: ProductSave,
    kind: ProductSource['kind'],
    nowMs: number,
    doer: Doer | null = null,
  ): Result<{ readonly changeId: number; readonly listed: ListedProduct }> {
    return this.#inUse.write((db) => {
      const before = id === null ? undefined : wholeProduct(db, id - this.#inUse.numbersBefore.ids);
      if (id !== null && !before) return err({ code: 'not_found' });
      const taken = takenBy(db, product, before);
      if (taken) return err(taken);
      const changeId = beginChange(db) + this.#inUse.numbersBefore.changes;
      const moved = before
        ? changeProduct(db, before, product, nowMs)
        : addProduct(db, product, kind, nowMs);
      this.#moved(moved, doer);
      const listed = this.byId((moved.added[0]?.id ?? 0) + this.#inUse.numbersBefore.ids);
      return listed ? ok({ changeId, listed }) : err({ code: 'not_found' });
    });
  }

  /** Errors: `not_found`, and the reason why the file cannot be used. */
  remove(id: number, doer: Doer | null = null): Result<CatalogueChange> {
    return this.#inUse.write((db) => {
      const before = wholeProduct(db, id - this.#inUse.numbersBefore.ids);
      if (!before) return err({ code: 'not_found' });
      const changeId = beginChange(db) + this.#inUse.numbersBefore.changes;
      this.#moved(removeProduct(db, before), doer);
      return ok({ changeId, products: 1 });
    });
  }

  /** Returns what the products of the last change were before it, at most the first few. */
  undoing(): readonly Product[] {
    return beforeLastChange(this.#db).map(({ product }) => product);
  }

  /** Null if nothing can be undone. */
  lastChange(): LastChange | null {
    const { changeId, many, nameBefore, kept } = readLastChange(this.#db);
    const canUndo = nameBefore === null ? kept > 0 : this.#inUse.hasBeside(nameBefore);
    if (this.#inUse.unusable || !canUndo) return null;
    const id = changeId + this.#inUse.numbersBefore.changes;
    if (many === null && nameBefore !== null)
      return { changeId: id, products: readAbout(this.#db).products, isOfMany: true };
    return { changeId: id, products: many?.products ?? 1, isOfMany: many !== null };
  }

  /** Returns what the last change did to many products at once; null if it changed a single one. */
  lastMany(): ManyChange | null {
    return readLastChange(this.#db).many;
  }

  /**
   * Undoes the last change. Errors: `nothing_to_undo`, for a change of many also `change_under_way`
   * and `import_under_way`, and those of opening the file that is put back.
   */
  undo(changeId: number, doer: Doer | null = null): Result<null> {
    const last = readLastChange(this.#db);
    const isLast = last.changeId === changeId - this.#inUse.numbersBefore.changes;
    const { obstacle } = this.uses;
    if (isLast && (last.many ?? last.nameBefore) !== null && obstacle) return err(obstacle);
    if (isLast && last.nameBefore !== null) {
      const { changeId: id, many } = last;
      return this.#inUse.putBack(last.nameBefore, { changeId: id, many }, doer);
    }
    return this.#inUse.write((db) => {
      const undone = undoChange(db, changeId - this.#inUse.numbersBefore.changes);
      if (!undone.ok) return undone;
      this.#moved(undone.value, last.many && !namesEach(last.many) ? null : doer);
      if (last.many && doer) keepManyUndone(db, last.many, doer);
      return ok(null);
    });
  }

  /**
   * Goes through the chosen products, some in a turn, until `visit` returns false. Their numbers
   * are those of the file, as `changeFew` takes them. Errors: `overtaken` if something else was
   * searched for or the catalogue was replaced meanwhile.
   */
  walk(chosen: Chosen, visit: (some: readonly Walked[]) => boolean): Promise<Result<null>> {
    return walkChosen(
      this.#db,
      this.#inUse.browsing,
      withoutMove(chosen, this.#inUse.numbersBefore.ids),
      visit,
    );
  }

  /** Returns a product by the number that `walk` gives it. */
  walked(id: number): ListedProduct | undefined {
    return this.byId(id + this.#inUse.numbersBefore.ids);
  }

  /** Changes a few products in one turn. Errors: the reason why the file cannot be used. */
  changeFew(change: ManyToChange): Result<CatalogueChange> {
    return this.#inUse.write((db) => {
      const removed: WholeProduct[] = [];
      const added: WholeProduct[] = [];
      const changeId = changeMany(db, change, (moved) => {
        removed.push(...moved.removed);
        added.push(...moved.added);
      });
      this.#moved({ removed, added }, namesEach(change.many) ? change.doer : null);
      return ok({
        changeId: changeId + this.#inUse.numbersBefore.changes,
        products: change.many.products,
      });
    });
  }

  /**
   * Makes a copy in which many products were changed the catalogue. In the copy, `nameBefore` names
   * the file that was in use until then. Numbers stay. Its errors and ends are those of
   * `replaceWith`, and `import_under_way`.
   */
  replaceWithChanged(newFile: string, nameBefore: string): Result<null> {
    if (this.uses.isRead) return err({ code: 'import_under_way' });
    return this.#inUse.replaceWithChanged(newFile, nameBefore);
  }

  /**
   * Tells the till's file all that changes by hand have to tell it. @throws what either file
   * throws.
   */
  tell(till: Store): void {
    tellTill(this.#db, till);
  }

  /** Removes files that changes of many have left and that nothing can use any more. */
  async removeLeftBehind(): Promise<void> {
    // Asked for each file anew: a change of many may begin or end meanwhile.
    await removeLeftBehind(this.#inUse.folder, (name) => {
      // A file that cannot be used now may be in use again another time, and may name one of these.
      if (!this.#db.open || this.#inUse.unusable) return false;
      const { nameBefore } = readLastChange(this.#db);
      return isLeftBehind(name, { nameBefore, isChanged: this.uses.isChanged });
    });
  }

  summary(): CatalogueSummary {
    const about = readAbout(this.#db);
    return { products: about.products, importedAtMs: about.imported_at_ms };
  }

  /**
   * Goes through all products in the order of the catalogue. @throws when the catalogue is replaced
   * or closed meanwhile.
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
   * Makes a file that `CatalogueWriter` finished the catalogue. Its errors and ends are those of
   * `FileInUse.replaceWith`.
   */
  replaceWith(newFile: string): Result<null> {
    return this.#inUse.replaceWith(newFile);
  }

  /**
   * Does as `replaceWith`, and keeps the catalogue that was in use, so that it can be put back.
   * What is empty or cannot be used is not worth that.
   */
  replaceUndoably(newFile: string): Result<null> {
    const isWorthIt = !this.#inUse.unusable && this.summary().products > 0;
    return isWorthIt ? this.#inUse.replaceUndoably(newFile) : this.replaceWith(newFile);
  }

  close(): void {
    this.#inUse.close();
  }

  #moved(moved: Moved, doer: Doer | null): void {
    this.#inUse.browsing.forget();
    if (doer) keepMoved(this.#db, moved, doer);
  }
}
