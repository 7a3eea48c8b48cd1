// The catalogue: finding in it, changing one product, importing a file step by step, and exporting.
import { join } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueError } from '../catalogue/damage.ts';
import { catalogueCsv } from '../catalogue/export.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { writeNewFile } from '../receipt/new-file.ts';
import { noteDecision } from '../store/decisions.ts';
import { readQuickKeyPages, replaceQuickKeyPages } from '../store/quick-key-pages.ts';
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
        return catalogue.keep(product, 'document', context.now().getTime());
      }),
    'catalogue.list': ({ offset, limit, ...view }, till) =>
      inCatalogueLater(till, (catalogue) => catalogue.list(view, offset, limit)),
    'catalogue.groups': (_, till) => inCatalogue(till, (catalogue) => ok(catalogue.groups())),
    'catalogue.save': (save, till) =>
      change(context, till, (catalogue) => {
        const before = save.id === null ? undefined : catalogue.byId(save.id);
        const saved = catalogue.save(save, 'typed', context.now().getTime());
        if (saved.ok && before) renameQuickKeys(till, before.product.code, save.product.code);
        return saved;
      }),
    'catalogue.remove': ({ id }, till) =>
      change(context, till, (catalogue) => catalogue.remove(id)),
    'catalogue.undo': ({ changeId }, till) =>
      change(context, till, (catalogue) => {
        const renamed = catalogue.renamed();
        const undone = catalogue.undo(changeId);
        if (undone.ok && renamed) renameQuickKeys(till, renamed.after, renamed.before);
        return undone;
      }),
    'catalogue.receive': (part, till) => till.catalogueImport.receive(part),
    'catalogue.preview': ({ reading }, till) => till.catalogueImport.preview(reading),
    'catalogue.read': ({ reading, ...options }, till) => {
      const nowMs = context.now().getTime();
      return till.catalogueImport.read(reading, nowMs, context.catalogueProgress, options);
    },
    'catalogue.discard': (_, till) => till.catalogueImport.discard(),
    'catalogue.use': (_, till) => till.catalogueImport.use(),
    'catalogue.export': (_, till) => exportCatalogue(context, till),
  };
}

/** Not in the middle of an export, which would have a product twice, nor as an import is used. */
function change<Value>(
  context: Context,
  till: Till,
  act: (catalogue: Catalogue) => Result<Value>,
): Promise<Result<Value>> {
  return till.catalogueImport.inTurn(() =>
    inCatalogue(till, (catalogue) => {
      const { changes } = catalogue;
      const done = act(catalogue);
      if (catalogue.changes !== changes) noteMoved(context, till);
      return done;
    }),
  );
}

/** A price that was put down, sold at, and put back shows nowhere else. */
function noteMoved({ lock, now }: Context, { db, catalogue }: Till): void {
  const { removed, added } = catalogue.lastMoved;
  const { name: by = null, approvedBy = null } = lock.doneBy ?? {};
  for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
    const [before, after] = [removed[at]?.product, added[at]?.product];
    const product = after ?? before;
    const isSame = before?.unitPrice === after?.unitPrice && before?.code === after?.code;
    if (!product || isSame) continue;
    const { code, description } = product;
    const prices = { before: before?.unitPrice ?? null, after: after?.unitPrice ?? null };
    const what = { kind: 'catalogue_changed' as const, product: { code, description }, ...prices };
    noteDecision(db, { atMs: now().getTime(), by, approvedBy, what });
  }
}

/** Where a person has arranged the quick keys, those of a product go with its code. */
function renameQuickKeys({ db }: Till, before: string, after: string): void {
  if (before === after) return;
  const pages = readQuickKeyPages(db);
  const isOn = pages.some(({ keys }) => keys.some((key) => key?.code === before));
  if (!isOn) return;
  const renamed = pages.map(({ name, keys }) => ({
    name,
    keys: keys.map((key) => (key?.code === before ? { ...key, code: after } : key)),
  }));
  replaceQuickKeyPages(db, renamed);
}

/** As `inCatalogue`, where the answer takes several turns. */
async function inCatalogueLater<T>(
  till: Till,
  act: (catalogue: Catalogue) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!till.db.open) return err({ code: 'not_signed_in' });
  try {
    return await act(till.catalogue);
  } catch (error) {
    const expected = catalogueError(error);
    if (!expected) throw error;
    return err(expected);
  }
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
