// What was half-typed when the till was locked, in memory: for whoever typed it, and of the sale
// under way for whoever comes.
import type { Draft } from '../contract/drafts.ts';
import type { Store } from '../store/open.ts';

const isOfTheSale = ({ name }: Draft): boolean => name.startsWith('sale.');

interface Kept {
  ofTheSale: readonly Draft[];
  readonly byCashier: Map<string, readonly Draft[]>;
}

export class Drafts {
  readonly #ofTills = new WeakMap<Store, Kept>();

  /** In place of whatever this cashier, or whoever sold before, had left. */
  keep(db: Store, cashierId: string, drafts: readonly Draft[]): void {
    const kept = this.#of(db);
    kept.ofTheSale = drafts.filter(isOfTheSale);
    const others = drafts.filter((draft) => !isOfTheSale(draft));
    kept.byCashier.set(cashierId, others);
  }

  /** Once. */
  take(db: Store, cashierId: string): readonly Draft[] {
    const kept = this.#of(db);
    const taken = [...kept.ofTheSale, ...(kept.byCashier.get(cashierId) ?? [])];
    kept.ofTheSale = [];
    kept.byCashier.delete(cashierId);
    return taken;
  }

  #of(db: Store): Kept {
    const kept = this.#ofTills.get(db) ?? { ofTheSale: [], byCashier: new Map() };
    this.#ofTills.set(db, kept);
    return kept;
  }
}
