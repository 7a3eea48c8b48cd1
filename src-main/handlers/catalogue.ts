// Handles the catalogue: finding in it, changing one product, importing a file step by step, and
// exporting.
import { join } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueFailure } from '../catalogue/damage.ts';
import { catalogueCsv } from '../catalogue/export.ts';
import type { Doer } from '../catalogue/to-tell.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { writeNewFile } from '../receipt/new-file.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function catalogueHandlers(context: Context): HandlersOf<'catalogue'> {
  return {
    'catalogue.summary': (_, till) => inCatalogue(till, (catalogue) => ok(catalogue.summary())),
    'catalogue.keep': ({ product }, till) =>
      change(context, till, (catalogue) => {
        // A line knows too little of a product to take the place of one.
        const isKnown = catalogue.byCode(product.code)?.code === product.code;
        if (isKnown) return ok(null);
        const doer = doerNow(context);
        return catalogue.keep(product, 'document', doer.atMs, doer);
      }),
    'catalogue.list': ({ offset, limit, ...view }, till) =>
      inCatalogueLater(till, (catalogue) => catalogue.list(view, offset, limit)),
    'catalogue.range': ({ offset, limit, ...view }, till) =>
      inCatalogueLater(till, (catalogue) => catalogue.range(view, offset, limit)),
    'catalogue.groups': (_, till) => inCatalogue(till, (catalogue) => ok(catalogue.groups())),
    'catalogue.save': (save, till) =>
      change(context, till, (catalogue) => {
        const doer = doerNow(context);
        return catalogue.save(save, 'typed', doer.atMs, doer);
      }),
    'catalogue.remove': ({ id }, till) =>
      change(context, till, (catalogue) => catalogue.remove(id, doerNow(context))),
    'catalogue.undo': ({ changeId }, till) =>
      change(context, till, (catalogue) => catalogue.undo(changeId, doerNow(context))),
    'catalogue.lastChange': (_, till) =>
      inCatalogue(till, (catalogue) => ok(catalogue.lastChange())),
    'catalogue.previewMany': ({ chosen, deed }, till) =>
      inCatalogueLater(till, () => till.manyProducts.preview(chosen, deed)),
    'catalogue.previewedProducts': (part, till) =>
      inCatalogue(till, () => till.manyProducts.part(part)),
    'catalogue.changeMany': async ({ previewId }, till) => {
      const { manyProducts } = till;
      const done = await inCatalogueLater(till, () =>
        manyProducts.change(previewId, doerNow(context), context.changeProgress),
      );
      return told(context, till, done);
    },
    'catalogue.stopChange': async (_, till) => {
      await till.manyProducts.stop();
      return ok(null);
    },
    'catalogue.receive': (part, till) => till.catalogueImport.receive(part),
    'catalogue.preview': ({ reading }, till) => till.catalogueImport.preview(reading),
    'catalogue.read': ({ reading, ...options }, till) => {
      const nowMs = context.now().getTime();
      return till.catalogueImport.read(reading, nowMs, context.catalogueProgress, options);
    },
    'catalogue.discard': (_, till) => till.catalogueImport.discard(),
    'catalogue.use': async (_, till) => {
      return told(context, till, await till.catalogueImport.use());
    },
    'catalogue.export': (_, till) => exportCatalogue(context, till),
  };
}

/**
 * Waits for an export, which would otherwise have a product twice, and for an import that is put
 * into use.
 */
async function change<Value>(
  context: Context,
  till: Till,
  act: (catalogue: Catalogue) => Result<Value>,
): Promise<Result<Value>> {
  return told(context, till, await till.catalogueImport.inTurn(() => inCatalogue(till, act)));
}

function doerNow({ lock, now }: Context): Doer {
  const { name: by = null, approvedBy = null } = lock.doneBy ?? {};
  return { atMs: now().getTime(), by, approvedBy };
}

/**
 * Returns what was done, and tells the till's file of it. What cannot be told now is told after the
 * next change, or at the next start.
 */
function told<Value>(
  { log }: Context,
  { db, catalogue, environment }: Till,
  done: Result<Value>,
): Result<Value> {
  if (!done.ok || !db.open) return done;
  try {
    catalogue.tell(db);
  } catch (error) {
    log.failure('a change of the catalogue waits to be noted', error);
  }
  environment.inBackground('what a change of many has left stays there', () =>
    catalogue.removeLeftBehind(),
  );
  return done;
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
    return catalogueFailure(error);
  }
}

/**
 * Errors: `not_signed_in` if the till was closed meanwhile, `catalogue_damaged`, and those of the
 * store.
 */
export function inCatalogue<T>(till: Till, act: (catalogue: Catalogue) => Result<T>): Result<T> {
  if (!till.db.open) return err({ code: 'not_signed_in' });
  try {
    return act(till.catalogue);
  } catch (error) {
    return catalogueFailure(error);
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
    return catalogueFailure(error);
  }
}
