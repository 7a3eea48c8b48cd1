// What was half-typed when the till was locked, kept in memory. What belongs to the sale under way
// is for whoever comes next, all else for whoever typed it.
import type { Draft } from '../contract/drafts.ts';
import type { Store } from '../store/open.ts';

const isOfTheSale = ({ name }: Draft): boolean => name.startsWith('sale.');

interface Kept {
  ofTheSale: readonly Draft[];
  readonly byCashier: Map<string, readonly Draft[]>;
}

export class Drafts {
  readonly #ofTills = new WeakMap<Store, Kept>();

  /** Replaces what this cashier had left, and what the seller before had left of the sale. */
  keep(db: Store, cashierId: string, drafts: readonly Draft[]): void {
    const keptDrafts = this.#of(db);
    keptDrafts.ofTheSale = drafts.filter(isOfTheSale);
    const others = drafts.filter((draft) => !isOfTheSale(draft));
    keptDrafts.byCashier.set(cashierId, others);
  }

  /** Returns the drafts once, and forgets them. */
  take(db: Store, cashierId: string): readonly Draft[] {
    const keptDrafts = this.#of(db);
    const takenDrafts = [...keptDrafts.ofTheSale, ...(keptDrafts.byCashier.get(cashierId) ?? [])];
    keptDrafts.ofTheSale = [];
    keptDrafts.byCashier.delete(cashierId);
    return takenDrafts;
  }

  #of(db: Store): Kept {
    const keptDrafts = this.#ofTills.get(db) ?? { ofTheSale: [], byCashier: new Map() };
    this.#ofTills.set(db, keptDrafts);
    return keptDrafts;
  }
}
