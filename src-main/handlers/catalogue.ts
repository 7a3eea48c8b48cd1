// The catalogue: finding in it, scanning, and changing one product.
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueError } from '../catalogue/damage.ts';
import { scan } from '../catalogue/scan.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Handlers } from '../ipc.ts';
import { openTill, type Context } from './context.ts';

export function catalogueHandlers(
  context: Context,
): Pick<Handlers, 'sell.findProducts' | 'sell.scan' | 'catalogue.summary' | 'catalogue.keep'> {
  return {
    'sell.findProducts': ({ text }) =>
      inCatalogue(context, (catalogue) => ok(catalogue.find(text))),
    'sell.scan': ({ text }) =>
      inCatalogue(context, (catalogue) =>
        ok(scan(catalogue, text, context.settings.value.selling.inStoreRules)),
      ),
    'catalogue.summary': () => inCatalogue(context, (catalogue) => ok(catalogue.summary())),
    // Not in the middle of an export, which would have the product twice.
    'catalogue.keep': ({ product }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      const keep = () => inCatalogue(context, (catalogue) => catalogue.keep(product));
      return till.value.catalogueImport.inTurn(keep);
    },
  };
}

/** Errors: `not_signed_in`, `catalogue_damaged`, and those of the store. */
export function inCatalogue<T>(
  context: Context,
  act: (catalogue: Catalogue) => Result<T>,
): Result<T> {
  const till = openTill(context);
  if (!till.ok) return till;
  try {
    return act(till.value.catalogue);
  } catch (error) {
    const expected = catalogueError(error);
    if (!expected) throw error;
    return err(expected);
  }
}
