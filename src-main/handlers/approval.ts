// What a manager is asked to approve, as far as several requests say it: the words' parts, and the
// lowered prices of a cart.
import { type Cart, totals } from '../contract/cart.ts';
import type { ManagerAction } from '../contract/lock.ts';
import { actionFor, type LoweredPrice } from '../contract/lowered-prices.ts';
import type { Context } from './context.ts';
import { lowerThanKnown } from '../till/known-prices.ts';
import type { Messages } from '../../resources/messages/en.ts';
import type { SharedFormat } from '../contract/format.ts';
import { shortLine } from '../contract/foreign-text.ts';
import { catalogueError } from '../catalogue/damage.ts';

/**
 * Returns what a manager must allow for its lowered prices. A discount on a line is a lower unit
 * price, with the line's own price beside it.
 */
export const loweringActions = (cart: Cart, context: Context): readonly ManagerAction[] => [
  ...new Set(loweredBy(cart, context).map(actionFor)),
];

export const loweredBy = (
  cart: Cart,
  { session, settings }: Pick<Context, 'session' | 'settings'>,
): readonly LoweredPrice[] =>
  lowerThanKnown(cart, session.till?.catalogue, settings.value.selling.inStoreRules);

export interface Known {
  readonly texts: Messages;
  readonly says: Messages['lock']['approval'];
  readonly format: SharedFormat;
  /** The name of the person who asks. */
  readonly by: string;
  readonly context: Context;
}

const longestText = 120;

/** Returns the text on one line, and no longer than a person reads. */
export const clean = (text: string): string => shortLine(text, longestText);

/**
 * Returns the request with every text on one line, without characters that turn their neighbours
 * around, and no longer than a person reads.
 */
export function cleaned(given: unknown): unknown {
  if (typeof given === 'string') return clean(given);
  if (Array.isArray(given)) return given.map(cleaned);
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, cleaned(value)]));
}

/** Names what is lowered most first, so that nothing dear hides among much that is cheap. */
export function saleWords(prices: readonly LoweredPrice[], known: Known): readonly string[] {
  const sorted = prices.toSorted((one, other) => weightOf(other) - weightOf(one));
  const words = sorted.map((price) => priceWords(price, known));
  return words.length > 1 ? [known.says.prices(words.length), ...words] : words;
}

/** What cannot be compared weighs most. */
const weightOf = (price: LoweredPrice): number =>
  price.kind === 'line'
    ? (price.ownPrice - price.line.unitPrice) * price.line.quantity
    : Number.MAX_VALUE;

function priceWords(price: LoweredPrice, known: Known): string {
  const { says, format, by } = known;
  if (price.kind === 'discount')
    return says.discounts(by, format.percent(price.discount), format.money(price.discountCents));
  const { code, quantity, unitPrice } = price.line;
  const what = nameOf(code, clean(price.line.description), known);
  const lines =
    format.quantity(quantity) === '1' ? what : says.lines(format.quantity(quantity), what);
  const sold = format.unitPrice(unitPrice);
  switch (price.kind) {
    case 'free':
      return says.sellsFree(by, lines, sold);
    case 'fraction':
      return says.sellsFraction(by, lines, sold);
    case 'line':
      return says.sells(by, lines, format.unitPrice(price.ownPrice), sold);
  }
}

/** Returns the name in the catalogue; another name that the page gives stands beside it. */
function nameOf(code: string, description: string, { says, context }: Known): string {
  const { quoted } = says;
  try {
    const product = context.session.till?.catalogue.byCode(code);
    const own = product && clean(product.description);
    if (own === undefined) return quoted(description);
    return own === description ? quoted(own) : `${quoted(own)} (${quoted(description)})`;
  } catch (error) {
    if (catalogueError(error)) return quoted(description);
    throw error;
  }
}

export const totalOf = (cart: Cart, { format }: Known): string =>
  format.money(totals(cart).totalCents);
