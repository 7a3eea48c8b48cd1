// What a helper does to the catalogue's file, in one transaction: main's readers see the catalogue
// of before until all of it is done, and a kill leaves all or nothing of it.
import type { Deed, ManyChange, ManyProgress } from '../contract/many-products.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { openFile } from './catalogue-file.ts';
import { changeMany, undoLast } from './write-many.ts';
import { catalogueError } from './damage.ts';
import { readLastChange } from './last-change.ts';
import { eachProduct } from './product-rows.ts';
import { replaceProducts } from './replace-products.ts';
import type { Doer, ImportNote } from './pending-notices.ts';

type HelperChange =
  | {
      readonly kind: 'many';
      readonly ids: Float64Array;
      readonly deed: Deed;
      readonly many: ManyChange;
      readonly doer: Doer;
    }
  | { readonly kind: 'undo'; readonly changeId: number; readonly doer: Doer | null }
  /** `newFile` is what an import has read. */
  | { readonly kind: 'import'; readonly newFile: string; readonly note: ImportNote | null };
export type ChangeJob = HelperChange & { readonly file: string };

const progressEveryMs = 100;

/** Errors: those of the catalogue, and `nothing_to_undo`. */
export function changeCatalogueFile(
  { file, ...change }: ChangeJob,
  onProgress: (progress: ManyProgress) => void,
): Result<null> {
  const opened = openFile(file);
  if (!opened.ok) {
    const isDamaged = opened.error.code === 'store_damaged';
    return isDamaged ? err({ code: 'catalogue_damaged' }) : opened;
  }
  const db = opened.value;
  try {
    // Codes and barcodes are changed in no order.
    db.pragma('cache_size = -262144');
    const done = act(db, change, onProgress);
    moveIntoFile(db);
    return done;
  } catch (error) {
    const expected = catalogueError(error, file);
    // Text in a column that is no JSON is an error of the statement.
    const isContent = expected?.code === 'store_failed' && expected.detail === 'SQLITE_ERROR';
    if (expected && expected.code !== 'catalogue_damaged' && !isContent) return err(expected);
    // Perhaps it was not this file that could not be read.
    if (isWhole(db)) throw error;
    return err({ code: 'catalogue_damaged' });
  } finally {
    db.close();
  }
}

function isWhole(db: Store): boolean {
  try {
    const products = eachProduct(db);
    while (products.next().done !== true);
    return db.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch {
    return false;
  }
}

/** Else main would do it, in a turn of its own. What cannot be moved now stays in the log. */
function moveIntoFile(db: Store): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // It is done all the same.
  }
}

function act(
  db: Store,
  change: HelperChange,
  onProgress: (progress: ManyProgress) => void,
): Result<null> {
  switch (change.kind) {
    case 'import':
      replaceProducts(db, change.newFile, change.note);
      return ok(null);
    case 'undo': {
      const { changeId, doer } = change;
      const tell = progressTeller(readLastChange(db).products, onProgress);
      return inTransaction(db, () => undoLast(db, changeId, doer, tell));
    }
    case 'many': {
      const { ids, ...rest } = change;
      const tell = progressTeller(ids.length, onProgress);
      // In the order in which they lie in the file.
      inTransaction(db, () => changeMany(db, { ...rest, ids: ids.toSorted() }, tell));
      return ok(null);
    }
  }
}

function progressTeller(
  products: number,
  onProgress: (progress: ManyProgress) => void,
): (more: number) => void {
  let done = 0;
  let toldAtMs = 0;
  return (more) => {
    done += more;
    const nowMs = performance.now();
    if (nowMs - toldAtMs < progressEveryMs) return;
    toldAtMs = nowMs;
    onProgress({ done, products });
  };
}
