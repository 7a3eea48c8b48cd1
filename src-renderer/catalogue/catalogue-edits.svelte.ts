// Changes by hand in the catalogue: the product whose form is open, and what was done last, which
// can be undone.
import type {
  CatalogueChange,
  ListedProduct,
  Product,
  ProductSave,
} from '../../src-main/contract/catalogue.ts';
import { err, type AppError, type Result } from '../../src-main/contract/errors.ts';
import { Loaded } from '../bridge/loaded.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { isolated } from '../bridge/foreign-text.ts';
import type { ProductList } from '../shop/product-list.svelte.ts';

type Said =
  | {
      readonly kind: 'saved' | 'added' | 'removed';
      readonly name: string;
      readonly changeId: number;
    }
  | { readonly kind: 'many'; readonly products: number; readonly changeId: number }
  | { readonly kind: 'undone' };

/** A form that is open, of a product in its row, or of a new one above the first row. */
export interface OpenForm {
  readonly id: number | null;
  readonly product: Product | null;
  /** Differs for every form that is opened. */
  readonly key: number;
}

export class CatalogueEdits {
  readonly #till: Till;
  readonly #list: ProductList;
  /** What can be undone, even before anything was done here. */
  readonly #last: Loaded<CatalogueChange | null>;
  #open = $state.raw<OpenForm | null>(null);
  #message = $state.raw<Said | null>(null);
  #error = $state.raw<AppError | null>(null);
  #busy = $state(false);
  #forms = 0;

  constructor(till: Till, list: ProductList) {
    this.#till = till;
    this.#list = list;
    this.#last = new Loaded(() => till.request('catalogue.lastChange', undefined));
  }

  get canUndoLast(): boolean {
    return this.#last.value !== null;
  }

  loadLast(): Promise<void> {
    return this.#last.load();
  }

  get open(): OpenForm | null {
    return this.#open;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** What was done last, in words; null if there is nothing to say. */
  get message(): string | null {
    const message = this.#message;
    if (!message) return null;
    const words = this.#till.messages.products.said;
    switch (message.kind) {
      case 'undone':
        return words.undone();
      case 'many':
        return this.#till.messages.manyProducts.done(message.products);
      default:
        return words[message.kind](isolated(message.name));
    }
  }

  get canUndo(): boolean {
    return this.#message !== null && this.#message.kind !== 'undone';
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** Opens the form. Null begins a new product. */
  begin(listed: ListedProduct | null): void {
    this.#forms += 1;
    const product = listed?.product ?? null;
    this.#open = { id: listed?.id ?? null, product, key: this.#forms };
  }

  close(): void {
    this.#open = null;
  }

  dismiss(): void {
    this.#message = null;
    this.#error = null;
  }

  /** Errors: those of `catalogue.save`. The form shows those that concern a field. */
  async save(save: ProductSave): Promise<Result<ListedProduct>> {
    const form = this.#open;
    const answer = await this.#ask(() => this.#till.request('catalogue.save', save));
    if (!answer.ok) return answer;
    const { changeId, listed } = answer.value;
    const name = listed.product.description;
    if (save.id !== null) {
      this.#list.replace(save.id, listed);
      this.#list.selection.follow(save.id, listed.id);
    }
    this.#done({ kind: save.id === null ? 'added' : 'saved', name, changeId }, form);
    return { ok: true, value: listed };
  }

  async remove(id: number, product: Product): Promise<Result<null>> {
    const form = this.#open;
    const answer = await this.#ask(() => this.#till.request('catalogue.remove', { id }));
    if (!answer.ok) return answer;
    const { changeId } = answer.value;
    this.#list.selection.follow(id, null);
    this.#done({ kind: 'removed', name: product.description, changeId }, form);
    return { ok: true, value: null };
  }

  async undo(): Promise<void> {
    const message = this.#message;
    if (message && message.kind !== 'undone') await this.#undo(message.changeId);
  }

  /**
   * Undoes the last change, whatever it was, even if it was made before the program was started.
   */
  async undoLast(): Promise<void> {
    const last = this.#last.value;
    if (last) await this.#undo(last.changeId);
  }

  /** Says that many products were changed. */
  tellMany({ products, changeId }: CatalogueChange): void {
    this.#list.selection.clear();
    this.#done({ kind: 'many', products, changeId }, this.#open);
  }

  async #undo(changeId: number): Promise<void> {
    const form = this.#open;
    const answer = await this.#ask(() => this.#till.request('catalogue.undo', { changeId }));
    if (answer.ok) this.#done({ kind: 'undone' }, form);
    else this.#error = answer.error;
  }

  /** `form` is the one that was open when it was asked for. One that was opened since stays. */
  #done(message: Said, form: OpenForm | null): void {
    this.#message = message;
    if (this.#open === form) this.#open = null;
    void this.#list.reload();
    void this.loadLast();
  }

  async #ask<Value>(ask: () => Promise<Result<Value>>): Promise<Result<Value>> {
    if (this.#busy) return err({ code: 'overtaken' });
    this.#busy = true;
    this.#error = null;
    try {
      return await ask();
    } finally {
      this.#busy = false;
    }
  }
}
