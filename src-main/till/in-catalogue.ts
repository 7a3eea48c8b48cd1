// What is done in the open till's catalogue: reading, changing, exporting. A catalogue that is
// damaged is an error, and no bug.
import { join } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueFailure } from '../catalogue/damage.ts';
import { catalogueCsv } from '../catalogue/export.ts';
import type { Doer } from '../catalogue/pending-notices.ts';
import type { Product } from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Language } from '../contract/languages.ts';
import type { Log } from '../log.ts';
import { fileNameOf, writeNewFile } from '../store/new-file.ts';
import type { Store } from '../store/open.ts';
import type { Till } from './till.ts';

/** Errors: `not_signed_in` if the till was closed, `catalogue_damaged`, the store's. */
export function inCatalogue<T>(till: Till, act: (catalogue: Catalogue) => Result<T>): Result<T> {
  if (!till.db.open) return err({ code: 'not_signed_in' });
  try {
    return act(till.catalogue);
  } catch (error) {
    return catalogueFailure(error, till.catalogue.file);
  }
}

/** Does as `inCatalogue` for an answer that takes several turns. */
export async function inCatalogueLater<T>(
  till: Till,
  act: (catalogue: Catalogue) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!till.db.open) return err({ code: 'not_signed_in' });
  try {
    return await act(till.catalogue);
  } catch (error) {
    return catalogueFailure(error, till.catalogue.file);
  }
}

/**
 * Waits for an export, which would otherwise have a product twice. Errors: those of `act` and of
 * `inCatalogue`; `change_under_way` and `import_under_way` while a helper changes the catalogue.
 */
export async function changeCatalogue<Value>(
  till: Till,
  log: Log,
  act: (catalogue: Catalogue) => Result<Value>,
): Promise<Result<Value>> {
  const { underWay } = till.catalogue;
  if (underWay) return err(underWay);
  return told(till, log, await till.catalogueImport.inTurn(() => inCatalogue(till, act)));
}

/**
 * Keeps a product of a document's line, unless the catalogue has one with its code: a line knows
 * too little of a product to take the place of one.
 */
export function keepUnknown(catalogue: Catalogue, product: Product, doer: Doer): Result<null> {
  const isKnown = catalogue.byCode(product.code)?.code === product.code;
  return isKnown ? ok(null) : catalogue.keep(product, 'document', doer.atMs, doer);
}

/**
 * Returns what was done, and tells the till's file of it. What cannot be told now is told after the
 * next change, or at the next start.
 */
export function told<Value>({ db, catalogue }: Till, log: Log, done: Result<Value>): Result<Value> {
  if (done.ok && db.open) tellChanges(catalogue, db, log);
  return done;
}

/**
 * Tells the file of changes of the catalogue that it was not told of yet. Returns whether products
 * are gone of which it knew.
 */
export function tellChanges(catalogue: Catalogue, db: Store, log: Log): boolean {
  try {
    return catalogue.tell(db);
  } catch (error) {
    log.failure('a change of the catalogue waits to be noted', error);
    return false;
  }
}

/** Errors: `catalogue_damaged`, and those of writing the file. */
export async function exportCatalogue(
  { catalogue, catalogueImport, profile }: Till,
  { folder, language }: { readonly folder: string; readonly language: () => Language },
): Promise<Result<{ readonly file: string }>> {
  const file = join(folder, fileNameOf([profile.companyCode, 'catalogue'], 'csv'));
  try {
    return await catalogueImport.inTurn(() =>
      writeNewFile(file, catalogueCsv(catalogue.products(), language())),
    );
  } catch (error) {
    return catalogueFailure(error);
  }
}
