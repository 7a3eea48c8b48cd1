// Finds what a manager wants to see of a sale. It is found when the sale is finished, as prices and
// names of the catalogue may be others later.
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueError } from '../catalogue/damage.ts';
import type { Cart, CartLine } from '../contract/cart.ts';
import type { Product } from '../contract/catalogue.ts';
import { listedLine, type SaleException } from '../contract/exceptions.ts';
import { foldText } from '../contract/fold-text.ts';
import type { LoweredPrice } from '../contract/lowered-prices.ts';

/** Knows nothing of products if there is no catalogue, or none that can be read. */
export function exceptionsOfSale(
  cart: Cart,
  lowered: readonly LoweredPrice[],
  catalogue: Catalogue | undefined,
): readonly SaleException[] {
  const prices = lowered.flatMap((price): readonly SaleException[] => {
    switch (price.kind) {
      case 'discount':
        return [price];
      case 'line':
        return [{ kind: 'lowered_price', line: listedLine(price.line), ownPrice: price.ownPrice }];
      // A free line is an exception if it stands for a product: see below.
      case 'free':
      case 'fraction':
        return [];
    }
  });
  return catalogue ? [...prices, ...freeLines(cart, catalogue)] : prices;
}

const freeLines = ({ lines }: Cart, catalogue: Catalogue): readonly SaleException[] =>
  lines.flatMap((line): readonly SaleException[] => {
    const product = productBehind(line, catalogue);
    if (!product) return [];
    const { code, description, unitPrice: ownPrice } = product;
    return [
      { kind: 'free_line', line: listedLine(line), product: { code, description }, ownPrice },
    ];
  });

/** A product without a price of its own is there for free lines, and returns undefined. */
const pricedOf = (product: Product | undefined): Product | undefined =>
  product && product.unitPrice > 0 ? product : undefined;

/** Returns the product that a line stands for without having been chosen. */
function productBehind({ code, description }: CartLine, catalogue: Catalogue): Product | undefined {
  try {
    const coded = catalogue.byCode(code);
    if (coded && foldText(coded.description) === foldText(description)) return undefined;
    return pricedOf(coded) ?? pricedOf(catalogue.byDescription(description));
  } catch (error) {
    if (catalogueError(error)) return undefined;
    throw error;
  }
}
