// Finds what a manager wants to see of a sale. It is found when the sale is finished, as prices and
// names of the catalogue may be others later.
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueError } from '../catalogue/damage.ts';
import { customerName, totals, type Cart, type CartLine } from '../contract/cart.ts';
import type { Product } from '../contract/catalogue.ts';
import { listedLine, type SaleException } from '../contract/exceptions.ts';
import { foldText } from '../contract/fold-text.ts';
import { isSameLine, type LoweredPrice } from '../contract/lowered-prices.ts';
import { asWholePieces, higherPrice, oneUnit } from '../contract/money.ts';
import { soldAs } from '../contract/sold-by.ts';

/** Knows nothing of products if there is no catalogue, or none that can be read. */
export function exceptionsOfSale(
  cart: Cart,
  lowered: readonly LoweredPrice[],
  catalogue: Catalogue | undefined,
): readonly SaleException[] {
  const lines = catalogue ? cart.lines.flatMap((line) => lookedUp(line, catalogue) ?? []) : [];
  // The page may have given two lines one number.
  const pieces = lines.flatMap((one) => {
    const cheap = cheapPieces(one);
    return cheap ? [{ line: one.line, cheap }] : [];
  });
  const prices = lowered.flatMap((price): readonly SaleException[] => {
    switch (price.kind) {
      case 'discount':
        return [price];
      case 'line': {
        const { line, ownPrice } = price;
        const at = pieces.findIndex((one) => isSameLine(one.line, line));
        const isPart = line.quantity % oneUnit !== 0 && at !== -1;
        // Its own price may have been typed, and be higher than the catalogue's.
        if (!isPart && at !== -1) pieces.splice(at, 1);
        return isPart ? [] : [{ kind: 'lowered_price', line: listedLine(line), ownPrice }];
      }
      // A free line is an exception if it stands for a product: see below.
      case 'free':
      case 'fraction':
        return [];
    }
  });
  const free = catalogue ? freeLines(lines, catalogue) : [];
  return [...prices, ...pieces.map(({ cheap }) => cheap), ...free, ...onAccount(cart)];
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
function cheapPieces({ line, product, isChosen }: LookedUpLine): SaleException | undefined {
  if (!product || !isChosen || !isByThePiece(product, line)) return undefined;
  const pieces = asWholePieces(line);
  const ownPrice = higherPrice(product.unitPrice, line.listPrice);
  if (pieces.unitPrice >= ownPrice) return undefined;
  return { kind: 'lowered_price', line: listedLine({ ...line, ...pieces }), ownPrice };
}

/** What a label counts as a piece has that unit, if its product says nothing else. */
const isByThePiece = (product: Product, { unit }: CartLine): boolean =>
  (soldAs(product) ?? soldAs({ unit: unit ?? '' })) === 'piece';

/** Returns the lines that stand for a product without having been chosen. */
const freeLines = (
  lines: readonly LookedUpLine[],
  catalogue: Catalogue,
): readonly SaleException[] =>
  lines.flatMap(({ line, product, isChosen }): readonly SaleException[] => {
    if (isChosen) return [];
    const named = () => readable(() => catalogue.byDescription(line.description));
    const behind = pricedOf(product) ?? pricedOf(named());
    if (!behind) return [];
    const { code, description, unitPrice: ownPrice } = behind;
    return [
      { kind: 'free_line', line: listedLine(line), product: { code, description }, ownPrice },
    ];
  });

/** A product without a price of its own is there for free lines, and returns undefined. */
const pricedOf = (product: Product | undefined): Product | undefined =>
  product && product.unitPrice > 0 ? product : undefined;

interface LookedUpLine {
  readonly line: CartLine;
  /** What the catalogue has under the line's code. */
  readonly product: Product | undefined;
  /** Whether the line has its name too. */
  readonly isChosen: boolean;
}

const lookedUp = (line: CartLine, catalogue: Catalogue): LookedUpLine | undefined =>
  readable(() => {
    const product = catalogue.byCode(line.code);
    const isChosen =
      product !== undefined && foldText(product.description) === foldText(line.description);
    return { line, product, isChosen };
  });

/** Returns undefined if the catalogue cannot be read. */
export function readable<Value>(read: () => Value | undefined): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (catalogueError(error)) return undefined;
    throw error;
  }
}
