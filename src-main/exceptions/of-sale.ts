// Finds what a manager wants to see of a sale. It is found when the sale is finished, as prices and
// names of the catalogue may be others later.
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueError } from '../catalogue/damage.ts';
import { customerName, totals, type Cart, type CartLine } from '../contract/cart.ts';
import type { Product } from '../contract/catalogue.ts';
import { listedLine, type SaleException } from '../contract/exceptions.ts';
import { foldText } from '../contract/fold-text.ts';
import type { LoweredPrice } from '../contract/lowered-prices.ts';
import { oneUnit, wholeUnits, type UnitPriceMicros } from '../contract/money.ts';
import { soldAs } from '../contract/sold-by.ts';

/** Knows nothing of products if there is no catalogue, or none that can be read. */
export function exceptionsOfSale(
  cart: Cart,
  lowered: readonly LoweredPrice[],
  catalogue: Catalogue | undefined,
): readonly SaleException[] {
  const pieces = new Map(
    cart.lines.flatMap((line) => {
      const cheap = catalogue && cheapPieces(line, catalogue);
      return cheap ? [[line.lineId, cheap] as const] : [];
    }),
  );
  const prices = lowered.flatMap((price): readonly SaleException[] => {
    switch (price.kind) {
      case 'discount':
        return [price];
      case 'line': {
        const { line, ownPrice } = price;
        const isPart = line.quantity % oneUnit !== 0 && pieces.has(line.lineId);
        // Its own price may have been typed, and be higher than the catalogue's.
        if (!isPart) pieces.delete(line.lineId);
        return isPart ? [] : [{ kind: 'lowered_price', line: listedLine(line), ownPrice }];
      }
      // A free line is an exception if it stands for a product: see below.
      case 'free':
      case 'fraction':
        return [];
    }
  });
  const free = catalogue ? freeLines(cart, catalogue) : [];
  return [...prices, ...pieces.values(), ...free, ...onAccount(cart)];
}

const onAccount = (cart: Cart): readonly SaleException[] =>
  cart.customer && cart.extras?.onAccount
    ? [
        {
          kind: 'on_account',
          customer: customerName(cart.customer),
          onAccountCents: totals(cart).totalCents,
        },
      ]
    : [];

/**
 * Returns the pieces of a line that cost less than the catalogue says. Anybody can type the number
 * of a label, or a part of a piece, which is listed as the whole at what was paid for the part.
 */
function cheapPieces(line: CartLine, catalogue: Catalogue): SaleException | undefined {
  const product = chosenProduct(line, catalogue);
  if (!product || !isByThePiece(product, line)) return undefined;
  const quantity = wholeUnits(line.quantity);
  const unitPrice = Math.floor((line.quantity * line.unitPrice) / quantity) as UnitPriceMicros;
  if (unitPrice >= product.unitPrice) return undefined;
  const listed = listedLine({ ...line, quantity, unitPrice });
  return { kind: 'lowered_price', line: listed, ownPrice: product.unitPrice };
}

/** What a label counts as a piece has that unit, if its product says nothing else. */
const isByThePiece = (product: Product, { unit }: CartLine): boolean =>
  (soldAs(product) ?? soldAs({ unit: unit ?? '' })) === 'piece';

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
function productBehind(line: CartLine, catalogue: Catalogue): Product | undefined {
  return readable(() => {
    const coded = catalogue.byCode(line.code);
    if (coded && isNamedAs(coded, line)) return undefined;
    return pricedOf(coded) ?? pricedOf(catalogue.byDescription(line.description));
  });
}

/** Returns the product that was chosen for the line. */
const chosenProduct = (line: CartLine, catalogue: Catalogue): Product | undefined =>
  readable(() => {
    const coded = catalogue.byCode(line.code);
    return coded && isNamedAs(coded, line) ? coded : undefined;
  });

const isNamedAs = (product: Product, { description }: CartLine): boolean =>
  foldText(product.description) === foldText(description);

/** Returns undefined if the catalogue cannot be read. */
function readable<Value>(read: () => Value | undefined): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (catalogueError(error)) return undefined;
    throw error;
  }
}
