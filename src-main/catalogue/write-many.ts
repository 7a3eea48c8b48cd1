// Does the same to many products, and undoes the last change, within one transaction: of main if
// they are few, else of a helper (helper-change.ts).
import type { Result } from '../contract/errors.ts';
import type { Noted } from '../contract/exceptions.ts';
import { namesEach, outcomeOf, type Deed, type ManyChange } from '../contract/many-products.ts';
import type { Store } from '../store/open.ts';
import { keepMany, readLastChange } from './last-change.ts';
import { wholeProduct } from './product-rows.ts';
import { keepMoved, keepNoted, type Doer } from './pending-notices.ts';
import { beginChange, changeFields, removeProduct, undoChange } from './write-product.ts';

export interface ManyToChange {
  readonly ids: Iterable<number>;
  readonly deed: Deed;
  /** The change in the words of the till's note about it. */
  readonly many: ManyChange;
  readonly doer: Doer;
}

const notedChange = (many: ManyChange): Noted => ({ kind: 'catalogue_many_changed', ...many });

/**
 * Must be called within a transaction. Returns the number of the change; `onSome` is told how many
 * more are done. @throws if a product is missing, or is like this already.
 */
export function changeMany(
  db: Store,
  { ids, deed, many, doer }: ManyToChange,
  onSome: (more: number) => void,
): number {
  const changeId = beginChange(db);
  keepMany(db, many);
  keepNoted(db, doer, notedChange(many));
  for (const id of ids) {
    const before = wholeProduct(db, id);
    if (!before) throw new Error('a product is not there any more');
    const outcome = outcomeOf(deed, before.product);
    if (outcome.kind !== 'changed' && outcome.kind !== 'removed')
      throw new Error('a product is not as it was looked at');
    const moved =
      outcome.kind === 'changed'
        ? changeFields(db, before, outcome.to, doer.atMs)
        : removeProduct(db, before);
    if (namesEach(many)) keepMoved(db, moved, doer);
    onSome(1);
  }
  return changeId;
}

/** Must be called within a transaction. Errors: `nothing_to_undo`. */
export function undoLast(
  db: Store,
  changeId: number,
  doer: Doer | null,
  onSome: (more: number) => void,
): Result<null> {
  const { many, replaced } = readLastChange(db);
  const namesThem = !replaced && (!many || namesEach(many));
  const undone = undoChange(db, changeId, (moved) => {
    if (doer && namesThem) keepMoved(db, moved, doer);
    onSome(Math.max(moved.added.length, moved.removed.length));
  });
  if (undone.ok && many && doer) keepNoted(db, doer, notedChange({ ...many, isUndone: true }));
  if (undone.ok && replaced && doer)
    keepNoted(db, doer, { kind: 'catalogue_imported', products: null });
  return undone;
}
