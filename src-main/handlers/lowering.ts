// What of a sale is below its own price, as main knows it: the page's word alone does not count.
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueError } from '../catalogue/damage.ts';
import type { InStoreRule } from '../contract/barcodes.ts';
import type { Cart } from '../contract/cart.ts';
import type { Product } from '../contract/catalogue.ts';
import { loweredPrices, type LoweredPrice } from '../contract/lowered-prices.ts';
import type { UnitPriceMicros } from '../contract/money.ts';
import type { Context } from './context.ts';

type Known = Pick<Context, 'session' | 'settings'>;

/** Below the price that the line names as its own, or that the catalogue has for its code. */
export function loweredBy(cart: Cart, { session, settings }: Known): readonly LoweredPrice[] {
  const { inStoreRules } = settings.value.selling;
  const catalogue = session.till?.catalogue;
  return loweredPrices(cart, ({ code }) => {
    const product = catalogue && productOf(catalogue, code);
    return product && priceOf(product, inStoreRules);
  });
}

/** Nothing is known of it where the catalogue cannot be read: sales go on without it. */
function productOf(catalogue: Catalogue, code: string): Product | undefined {
  try {
    return catalogue.byCode(code);
  } catch (error) {
    if (catalogueError(error)) return undefined;
    throw error;
  }
}

/** None where the shop's own labels carry the price: each of them has another. */
function priceOf(
  { code, barcodes, unitPrice }: Product,
  rules: readonly InStoreRule[],
): UnitPriceMicros | undefined {
  const isLabelled = rules.some(
    ({ value, itemDigits }) =>
      value === 'price' &&
      [code, ...barcodes].some((text) => /^\d+$/.test(text) && text.length <= itemDigits),
  );
  return isLabelled ? undefined : unitPrice;
}
