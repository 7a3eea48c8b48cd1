// What of a sale is below its own price, as main knows it: the page's word alone does not count.
import type { Catalogue } from '../catalogue/catalogue.ts';
import { barcodeKey, type InStoreRule } from '../contract/barcodes.ts';
import type { Cart, CartLine } from '../contract/cart.ts';
import type { Product } from '../contract/catalogue.ts';
import { piecesByLabels, weighedByLabels } from '../contract/label-price.ts';
import { loweredPrices, type LoweredPrice } from '../contract/lowered-prices.ts';
import { soldAs } from '../contract/sold-by.ts';
import { readable } from '../exceptions/of-sale.ts';

/**
 * Returns the lines below the price that the line names as its own, or below the catalogue's price
 * for the code; lines of nothing that the catalogue has; and parts of what the catalogue sells by
 * the piece.
 */
export function lowerThanKnown(
  cart: Cart,
  catalogue: Catalogue | undefined,
  inStoreRules: readonly InStoreRule[],
): readonly LoweredPrice[] {
  return loweredPrices(cart, (line) => {
    const product = catalogue && productOf(catalogue, line.code);
    if (product === undefined || product === 'none') return product;
    const labels = inStoreRules.filter((rule) => isNamedBy(product, rule));
    return {
      // A label with a price may have any price, and one with a weight any quantity.
      price: labels.some(({ value }) => isPricedBy(line, product, value))
        ? undefined
        : product.unitPrice,
      isWhole: soldAs(product) === 'piece' && !labels.some(({ value }) => value === 'weight'),
    };
  });
}

/**
 * Returns `none` for a code that the catalogue has not. Returns undefined if the catalogue cannot
 * be read or has no products at all, as sales go on without it.
 */
const productOf = (catalogue: Catalogue, code: string): Product | 'none' | undefined =>
  readable(() => catalogue.byCode(code) ?? (catalogue.summary().products > 0 ? 'none' : undefined));

/** Returns whether one of the shop's own labels may have made the line. */
function isPricedBy(line: CartLine, product: Product, value: InStoreRule['value']): boolean {
  if (value === 'weight') return false;
  const byLabels = value === 'price' ? weighedByLabels : piecesByLabels;
  const label = byLabels(product, line.quantity, line.unitPrice);
  return (
    label.quantity === line.quantity &&
    label.unitPrice === line.unitPrice &&
    label.product.unit === (line.unit ?? '')
  );
}

/** The catalogue has the item's digits, or a whole label without its value. */
const isNamedBy = ({ code, barcodes }: Product, { prefix, itemDigits }: InStoreRule): boolean =>
  [code, ...barcodes]
    .filter((text) => /^\d+$/.test(text))
    .some(
      (text) =>
        barcodeKey(text).length <= itemDigits ||
        (text.startsWith(prefix) && /^0*\d?$/.test(text.slice(prefix.length + itemDigits))),
    );
