// Handles the catalogue: finding in it, changing products, importing a file step by step, and
// exporting.
import { ok } from '../contract/errors.ts';
import {
  changeCatalogue,
  exportCatalogue,
  inCatalogue,
  inCatalogueLater,
  keepUnknown,
  told,
} from '../till/in-catalogue.ts';
import { actingNow, type Context } from './context.ts';
import { readQuickKeyPages } from '../store/quick-key-pages.ts';
import { quickKeyPages } from '../till/quick-keys.ts';
import type { Till } from '../till/till.ts';
import type { HandlersOf } from './handlers.ts';

/** Returns the codes of the products that have a quick key. */
const quickKeyCodes = ({ db, catalogue }: Till): readonly string[] =>
  quickKeyPages(readQuickKeyPages(db), catalogue).flatMap(({ keys }) =>
    keys.flatMap((key) => (key?.product ? [key.code] : [])),
  );

export function catalogueHandlers(context: Context): HandlersOf<'catalogue'> {
  /** Who changes the catalogue; null in a till without cashiers. */
  const doerNow = () => actingNow(context, null);
  return {
    'catalogue.summary': (_, till) => inCatalogue(till, (catalogue) => ok(catalogue.summary())),
    'catalogue.keep': ({ product }, till) =>
      changeCatalogue(till, context.log, (catalogue) => keepUnknown(catalogue, product, doerNow())),
    'catalogue.list': ({ offset, limit, ...view }, till) =>
      inCatalogueLater(till, (catalogue) => catalogue.list(view, offset, limit)),
    'catalogue.range': ({ offset, limit, ...view }, till) =>
      inCatalogueLater(till, (catalogue) => catalogue.range(view, offset, limit)),
    'catalogue.groups': (_, till) => inCatalogue(till, (catalogue) => ok(catalogue.groups())),
    'catalogue.save': (save, till) =>
      changeCatalogue(till, context.log, (catalogue) => {
        const doer = doerNow();
        return catalogue.save(save, 'typed', doer.atMs, doer);
      }),
    'catalogue.remove': ({ id }, till) =>
      changeCatalogue(till, context.log, (catalogue) => catalogue.remove(id, doerNow())),
    'catalogue.undo': ({ changeId }, till) =>
      changeCatalogue(till, context.log, (catalogue) => catalogue.undo(changeId, doerNow())),
    'catalogue.lastChange': (_, till) =>
      inCatalogue(till, (catalogue) => ok(catalogue.lastChange())),
    'catalogue.previewMany': ({ chosen, deed }, till) =>
      inCatalogueLater(till, () => till.manyProducts.preview(chosen, deed)),
    'catalogue.previewedProducts': (part, till) =>
      inCatalogue(till, () => till.manyProducts.part(part)),
    'catalogue.changeMany': async ({ previewId }, till) => {
      const { manyProducts } = till;
      const done = await inCatalogueLater(till, () =>
        manyProducts.change(previewId, doerNow(), context.changeProgress),
      );
      return told(till, context.log, done);
    },
    'catalogue.stopChange': async (_, till) => {
      await till.manyProducts.stop();
      return ok(null);
    },
    'catalogue.receive': (part, till) => till.catalogueImport.receive(part),
    'catalogue.preview': ({ reading }, till) => till.catalogueImport.preview(reading),
    'catalogue.read': ({ reading, ...options }, till) => {
      const nowMs = context.now().getTime();
      return till.catalogueImport.read(reading, nowMs, context.catalogueProgress, {
        ...options,
        quickKeys: quickKeyCodes(till),
      });
    },
    'catalogue.discard': (_, till) => till.catalogueImport.discard(),
    'catalogue.use': async (_, till) => {
      return told(till, context.log, await till.catalogueImport.use());
    },
    'catalogue.export': (_, till) =>
      exportCatalogue(till, {
        folder: context.receiptFolder(),
        language: context.language,
      }),
  };
}
