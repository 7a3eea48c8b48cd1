// Does the same to many products within one transaction: in the catalogue in use if they are few,
// else in a copy of it (change-file.ts).
import type { Noted } from '../contract/exceptions.ts';
import { outcomeOf, type Deed, type ManyChange } from '../contract/many-products.ts';
import type { Store } from '../store/open.ts';
import { keepMany } from './last-change.ts';
import { wholeProduct } from './product-rows.ts';
import { keepNoted, type Doer } from './to-tell.ts';
import { beginChange, changeFields, removeProduct, type Moved } from './write-product.ts';

export interface ManyToChange {
  readonly ids: Iterable<number>;
  readonly deed: Deed;
  /** The change in the words of the till's note about it. */
  readonly many: ManyChange;
  /** Null if the products as they were before are kept one by one. */
  readonly nameBefore: string | null;
  readonly doer: Doer;
}

const noted = (many: ManyChange): Noted => ({ kind: 'catalogue_many_changed', ...many });

/**
 * Must be called within a transaction. Returns the number of the change and calls `onMoved` for
 * each product. @throws if a product is missing, or is like this already.
 */
export function changeMany(
  db: Store,
  { ids, deed, many, nameBefore, doer }: ManyToChange,
  onMoved: (moved: Moved) => void,
): number {
  const changeId = beginChange(db);
  keepMany(db, many, nameBefore);
  keepNoted(db, doer, noted(many));
  const keepsBefore = nameBefore === null;
  for (const id of ids) {
    const before = wholeProduct(db, id);
    if (!before) throw new Error('a product is not there any more');
    const outcome = outcomeOf(deed, before.product);
    if (outcome.kind === 'changed') {
      onMoved(changeFields(db, before, outcome.to, doer.atMs, keepsBefore));
    } else if (outcome.kind === 'removed') onMoved(removeProduct(db, before, keepsBefore));
    else throw new Error('a product is not as it was looked at');
  }
  return changeId;
}

/** Must be called in the transaction that undoes the change. */
export function keepManyUndone(db: Store, many: ManyChange, doer: Doer): void {
  keepNoted(db, doer, noted({ ...many, isUndone: true }));
}
