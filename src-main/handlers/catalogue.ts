// The catalogue: finding in it, changing one product, importing a file step by step, and exporting.
import { join } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueError } from '../catalogue/damage.ts';
import { catalogueCsv } from '../catalogue/export.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { writeNewFile } from '../receipt/new-file.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function catalogueHandlers(context: Context): HandlersOf<'catalogue'> {
  return {
    'catalogue.summary': (_, till) => inCatalogue(till, (catalogue) => ok(catalogue.summary())),
    // Not in the middle of an export, which would have the product twice.
    'catalogue.keep': ({ product }, till) => {
      const keep = () => inCatalogue(till, (catalogue) => catalogue.keep(product));
      return till.catalogueImport.inTurn(keep);
    },
    'catalogue.receive': (part, till) => till.catalogueImport.receive(part),
    'catalogue.preview': ({ reading }, till) => till.catalogueImport.preview(reading),
    'catalogue.read': ({ reading }, till) => {
      const nowMs = context.now().getTime();
      return till.catalogueImport.read(reading, nowMs, context.catalogueProgress);
    },
    'catalogue.discard': (_, till) => till.catalogueImport.discard(),
    'catalogue.use': (_, till) => till.catalogueImport.use(),
    'catalogue.export': (_, till) => exportCatalogue(context, till),
  };
}

/**
 * Errors: `not_signed_in` where the till was closed meanwhile, `catalogue_damaged`, and those of
 * the store.
 */
export function inCatalogue<T>(till: Till, act: (catalogue: Catalogue) => Result<T>): Result<T> {
  if (!till.db.open) return err({ code: 'not_signed_in' });
  try {
    return act(till.catalogue);
  } catch (error) {
    const expected = catalogueError(error);
    if (!expected) throw error;
    return err(expected);
  }
}

/** Errors: `catalogue_damaged`, and those of writing the file. */
async function exportCatalogue(
  context: Context,
  { catalogue, catalogueImport, profile }: Till,
): Promise<Result<{ readonly file: string }>> {
  const name = `${profile.companyCode}-catalogue`.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
  const file = join(context.receiptFolder(), `${name}.csv`);
  try {
    return await catalogueImport.inTurn(() =>
      writeNewFile(file, catalogueCsv(catalogue.products(), context.language())),
    );
  } catch (error) {
    const expected = catalogueError(error);
    if (!expected) throw error;
    return err(expected);
  }
}
