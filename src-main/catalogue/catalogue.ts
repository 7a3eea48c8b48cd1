// The catalogue of one till: answers questions about its products and changes them.
import { rmSync } from 'node:fs';
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
import type { Chosen, ManyChange } from '../contract/many-products.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import {
  findProducts,
  productsWithCode,
  productsWithDigits,
  productWithBarcode,
  productWithDescription,
} from './find.ts';
import { Browsing, listedProduct, productGroups } from './browse.ts';
import { openAnew, openOrEmpty, type Opened } from './catalogue-file.ts';
import { changeMany, undoLast, type ManyToChange } from './write-many.ts';
import { readLastChange } from './last-change.ts';
import { eachProduct, readAbout, storedProducts, wholeProduct } from './product-rows.ts';
import { replaceProducts } from './replace-products.ts';
import { takenBy } from './code-conflicts.ts';
import { keepMoved, noteProducts, tellTill, type Doer } from './pending-notices.ts';
import { walkChosen, type Walked } from './chosen-products.ts';
import {
  addProduct,
  beforeLastChange,
  beginChange,
  changeProduct,
  removeProduct,
} from './write-product.ts';

export class Catalogue {
  readonly file: string;
  #db: Store;
  #unusable: AppError | null;
  #browsing: Browsing;
  #changes = 0;
  readonly #ending = new AbortController();
  /** What a helper does to the file; nothing else changes it meanwhile. */
  #underWay: AppError | null = null;

  /**
   * Always returns a catalogue: without one a till sells by free lines. A damaged file is set
   * aside. One that is newer or cannot be opened is left as it is, and an empty catalogue takes its
   * place until the program ends.
   */
  static open(folder: string): {
    readonly catalogue: Catalogue;
    readonly notices: readonly AppError[];
  } {
    const file = join(folder, 'catalogue.db');
    const opened = openOrEmpty(file);
    return { catalogue: new Catalogue(file, opened), notices: opened.notices };
  }

  private constructor(file: string, { db, unusable }: Opened) {
    this.file = file;
    this.#db = db;
    this.#unusable = unusable;
    this.#browsing = new Browsing(db);
  }

  /** How often the catalogue was changed by hand or by an import since it was opened. */
  get changes(): number {
    return this.#changes;
  }

  /** Returns at most 20 products, the best match first. */
  find(text: string): readonly Product[] {
    return findProducts(this.#db, text);
  }

  /** Returns the product with this code; accents and case may differ if it is the only one. */
  byCode(code: string): Product | undefined {
    const [first, second] = productsWithCode(this.#db, code);
    return first?.product.code === code || !second ? first?.product : undefined;
  }

  /** Returns the only product whose code is this number, whatever zeros are before it. */
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
    const from = `product WHERE quick_key IS NOT NULL
      ORDER BY quick_key, product_id LIMIT ${maxQuickKeys}`;
    return storedProducts(this.#db, from).map(({ product }) => product);
  }

  /** Returns a part of the view, in its order. Errors: `overtaken` by a newer search. */
  list(view: CatalogueView, offset: number, limit: number): Promise<Result<ListedProducts>> {
    return this.#browsing.list(view, offset, limit);
  }

  /** Returns the numbers of a part of the view. Errors: `overtaken` by a newer search. */
  range(view: CatalogueView, offset: number, limit: number): Promise<Result<readonly number[]>> {
    return this.#browsing.range(view, offset, limit);
  }

  groups(): readonly ProductGroup[] {
    return productGroups(this.#db);
  }

  byId(id: number): ListedProduct | undefined {
    return listedProduct(this.#db, id);
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
    const saved = this.save({ id: before?.id ?? null, product }, kind, nowMs, doer);
    return saved.ok ? ok(null) : saved;
  }

  /**
   * Adds a product, or changes the one with this number. The till's file is told that `doer` did
   * it; null stands for nobody. Errors: `product_taken` if a scan of its code or of a barcode finds
   * another product, `not_found`, and those of `#write`.
   */
  save(
    { id, product }: ProductSave,
    kind: ProductSource['kind'],
    nowMs: number,
    doer: Doer | null = null,
  ): Result<{ readonly changeId: number; readonly listed: ListedProduct }> {
    return this.#write((db) => {
      const before = id === null ? undefined : wholeProduct(db, id);
      if (id !== null && !before) return err({ code: 'not_found' });
      const conflict = takenBy(db, product, before);
      if (conflict) return err(conflict);
      const changeId = beginChange(db);
      const moved = before
        ? changeProduct(db, before, product, nowMs)
        : addProduct(db, product, kind, nowMs);
      if (doer) keepMoved(db, moved, doer);
      const listed = this.byId(moved.added[0]?.id ?? 0);
      return listed ? ok({ changeId, listed }) : err({ code: 'not_found' });
    });
  }

  /** Errors: `not_found`, and those of `#write`. */
  remove(id: number, doer: Doer | null = null): Result<CatalogueChange> {
    return this.#write((db) => {
      const before = wholeProduct(db, id);
      if (!before) return err({ code: 'not_found' });
      const changeId = beginChange(db);
      const moved = removeProduct(db, before);
      if (doer) keepMoved(db, moved, doer);
      return ok({ changeId, products: 1 });
    });
  }

  /** Returns what the products of the last change were before it, at most the first few. */
  undoing(): readonly Product[] {
    return beforeLastChange(this.#db).map(({ product }) => product);
  }

  /** Returns the last change by hand or by an import; null if nothing can be undone. */
  lastChange(): CatalogueChange | null {
    const { changeId, many, replaced, canUndo } = readLastChange(this.#db);
    if (this.#unusable || !canUndo) return null;
    return { changeId, products: replaced ? this.summary().products : (many?.products ?? 1) };
  }

  /** Returns what the last change did to many products at once; null if it changed a single one. */
  lastMany(): ManyChange | null {
    return readLastChange(this.#db).many;
  }

  /** Returns how many products undoing the last change has to write or to take out. */
  get undoingWrites(): number {
    return readLastChange(this.#db).products;
  }

  /** Undoes the last change. Errors: `nothing_to_undo`, and those of `#write`. */
  undo(changeId: number, doer: Doer | null = null): Result<null> {
    return this.#write((db) => undoLast(db, changeId, doer, () => undefined));
  }

  /**
   * Goes through the chosen products, some in a turn, until `visit` returns false. Errors:
   * `overtaken` if something else was searched for or the catalogue was closed meanwhile.
   */
  walk(chosen: Chosen, visit: (some: readonly Walked[]) => boolean): Promise<Result<null>> {
    return walkChosen(this.#db, this.#browsing, chosen, visit);
  }

  /** Changes a few products in one turn. Errors: those of `#write`. */
  changeFew(change: ManyToChange): Result<CatalogueChange> {
    return this.#write((db) => {
      const changeId = changeMany(db, change, () => undefined);
      return ok({ changeId, products: change.many.products });
    });
  }

  /**
   * Has a helper change the file. `underWay` is what others are told meanwhile, who then change
   * nothing. Errors: those of `work`, and those of `#write`.
   */
  async changeByHelper<Value>(
    underWay: AppError,
    work: (ending: AbortSignal) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const obstacle = this.obstacle;
    if (obstacle) return err(obstacle);
    const before = this.#version;
    this.#underWay = underWay;
    try {
      return await work(this.#ending.signal);
    } finally {
      this.#underWay = null;
      // Even if nobody can say how far it came.
      if (this.#db.open && this.#version !== before) this.#changed();
    }
  }

  /** Ends what a helper is doing to the file, before the catalogue is closed. */
  endChange(): void {
    this.#ending.abort();
  }

  get isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  /** What a helper is doing to the file; null if nothing. */
  get underWay(): AppError | null {
    return this.#underWay;
  }

  /** Why nothing may be changed now; null if it may. */
  get obstacle(): AppError | null {
    return this.#unusable ?? this.#underWay;
  }

  /**
   * Sets a file aside that cannot be used, and opens an empty catalogue. Does nothing if the file
   * is in use. Errors: why an empty one cannot be used either.
   */
  renewUnusable(isDamaged = false): Result<null> {
    if (!this.#unusable && !isDamaged) return ok(null);
    this.#db.close();
    const { db, unusable } = openAnew(this.file);
    this.#db = db;
    this.#unusable = unusable;
    this.#changed();
    return unusable ? err(unusable) : ok(null);
  }

  /**
   * Tells the till's file all that changes by hand have to tell it, and whether there are products.
   * While a helper writes it waits. Returns whether products are gone of which that file knew.
   * @throws what either file throws.
   */
  tell(till: Store): boolean {
    if (this.#underWay) return false;
    tellTill(this.#db, till);
    return !this.#unusable && noteProducts(till, this.summary().products > 0);
  }

  summary(): CatalogueSummary {
    const { products, importedAtMs } = readAbout(this.#db);
    return { products, importedAtMs };
  }

  /** Goes through all products in their order. @throws when replaced or closed meanwhile. */
  *products(): Generator<Product> {
    for (const { product } of eachProduct(this.#db)) yield product;
  }

  /**
   * Puts the products of a file that `CatalogueWriter` finished in the place of all others, in one
   * turn, and removes the file. Errors: those of `#write`.
   */
  replaceWith(newFile: string): Result<null> {
    const ready = this.renewUnusable();
    if (!ready.ok) return ready;
    const replaced = this.#unlessHindered(() => {
      replaceProducts(this.#db, newFile);
      return ok(null);
    });
    if (replaced.ok) rmSync(newFile);
    return replaced;
  }

  close(): void {
    this.#db.close();
  }

  /** Writes in one transaction. Errors: those of `#unlessHindered`. */
  #write<Value>(work: (db: Store) => Result<Value>): Result<Value> {
    return this.#unlessHindered(() => inTransaction(this.#db, () => work(this.#db)));
  }

  /** Errors: why the file cannot be used, `change_under_way`, `import_under_way`. */
  #unlessHindered<Value>(change: () => Result<Value>): Result<Value> {
    const { obstacle } = this;
    if (obstacle) return err(obstacle);
    const result = change();
    if (result.ok) this.#changed();
    return result;
  }

  #changed(): void {
    this.#changes += 1;
    this.#browsing = new Browsing(this.#db);
  }

  /** Another number once another process has changed the file. */
  get #version(): unknown {
    return this.#db.pragma('data_version', { simple: true });
  }
}
