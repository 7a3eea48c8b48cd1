// The same done to many products, within one transaction: in the catalogue in use where they are
// few, else in a copy of it (change-file.ts).
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
  /** As it is noted. */
  readonly many: ManyChange;
  /** Null where what was before is kept product by product. */
  readonly nameBefore: string | null;
  readonly doer: Doer;
}

const noted = (many: ManyChange): Noted => ({ kind: 'catalogue_many_changed', ...many });

/**
 * To be called within a transaction. Returns the number of the change; `onMoved` is told of each
 * product. @throws where a product is not there, or is like this already.
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

/** To be called in the transaction that undoes it. */
export function keepManyUndone(db: Store, many: ManyChange, doer: Doer): void {
  keepNoted(db, doer, noted({ ...many, isUndone: true }));
}
