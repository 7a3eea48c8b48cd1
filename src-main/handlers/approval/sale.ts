// The words for what a manager is asked to approve about sales and documents, and decisions about
// them.
import { catalogueError } from '../../catalogue/damage.ts';
import type { Argument } from '../../contract/api.ts';
import { totals, type Cart } from '../../contract/cart.ts';
import type { LoweredPrice } from '../../contract/lowered-prices.ts';
import { cents, subtractCents, zeroCents, type Cents } from '../../contract/money.ts';
import { requestedKindText } from '../../contract/new-document.ts';
import { heldOfCorrection } from '../../day/held-of-correction.ts';
import { readHeldOfSale } from '../../store/cash-movements.ts';
import { loweredBy } from '../lowering.ts';
import { type Known, type WordsContext, type WordsOf, quoted, clean } from './known.ts';

/** Names what is lowered most first, so that nothing dear hides among much that is cheap. */
export function saleWords(prices: readonly LoweredPrice[], known: Known): readonly string[] {
  const sorted = prices.toSorted((one, other) => weightOf(other) - weightOf(one));
  const said = sorted.map((price) => priceWords(price, known));
  return said.length > 1 ? [known.says.prices(said.length), ...said] : said;
}

/** What cannot be compared weighs most. */
const weightOf = (price: LoweredPrice): number =>
  price.kind === 'line'
    ? (price.ownPrice - price.line.unitPrice) * price.line.quantity
    : Number.MAX_VALUE;

function priceWords(price: LoweredPrice, { says, format, by, context }: Known): string {
  if (price.kind === 'discount') return says.discounts(by, format.percent(price.discount));
  const { code, quantity, unitPrice } = price.line;
  const what = nameOf(code, clean(price.line.description), context);
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
function nameOf(code: string, description: string, { session }: WordsContext): string {
  try {
    const found = session.till?.catalogue.byCode(code)?.description;
    const own = found === undefined ? undefined : clean(found);
    if (own === undefined) return quoted(description);
    return own === description ? quoted(own) : `${quoted(own)} (${quoted(description)})`;
  } catch (error) {
    if (catalogueError(error)) return quoted(description);
    throw error;
  }
}

const totalOf = (cart: Cart, { format }: Known): string => format.money(totals(cart).totalCents);

function decided(what: string, { note }: { readonly note: string }, { says }: Known) {
  return note === '' ? [what] : [what, says.note(note)];
}

/**
 * Returns the words for the money that moves with a decision. Main knows what the drawer holds of
 * the sale.
 */
function moneyWords(
  { reference, moneyMoved }: { readonly reference: string; readonly moneyMoved?: boolean },
  heldCents: (held: Cents) => Cents,
  { says, format, context }: Known,
): readonly string[] {
  const held = context.session.till && readHeldOfSale(context.session.till.db, reference);
  if (moneyMoved !== true || held === undefined || held === null) return [];
  const moved = subtractCents(heldCents(held), held);
  if (moved === 0) return [];
  const amount = format.money(cents(Math.abs(moved)));
  return [moved > 0 ? says.moneyComes(amount) : says.moneyGoes(amount)];
}

const nothingHeld = (): Cents => zeroCents;

/**
 * Returns what `day/decide-sale.ts` will say that the drawer holds of it: the sale's new total, if
 * that is paid into the drawer.
 */
const heldCorrected =
  (correction: Argument<'outbox.correct'>, { context }: Known) =>
  (): Cents => {
    const { till } = context.session;
    return till ? heldOfCorrection(till.db, correction).heldCents : zeroCents;
  };

export const decisionWords: WordsOf<'sell' | 'documents' | 'outbox'> = {
  // Prices of a sale at the counter are asked about one by one.
  'sell.lower': () => [],
  'sell.finish': () => [],
  'sell.arrangeQuickKeys': ({ pages }, { says }) => [
    says.quickKeys(pages.flatMap(({ keys }) => keys).filter((key) => key !== null).length),
  ],
  'documents.create': ({ cart, particulars }, known) => [
    known.says.createDocument(
      // The name that the page gives stands beside what is asked for.
      particulars.name === ''
        ? requestedKindText(particulars)
        : `${requestedKindText(particulars)} (${quoted(particulars.name)})`,
      totalOf(cart, known),
    ),
    ...saleWords(loweredBy(cart, known.context), known),
  ],
  'documents.export': (_, { says }) => [says.exportDocuments],
  'outbox.release': (decision, known) => decided(known.says.release, decision, known),
  'outbox.sendAllAgain': (decision, known) => decided(known.says.sendAllAgain, decision, known),
  'outbox.cancel': (decision, known) => [
    ...decided(known.says.cancelSale(decision.reference), decision, known),
    ...moneyWords(decision, nothingHeld, known),
  ],
  'outbox.sendAgain': (decision, known) =>
    decided(known.says.sendAgain(decision.reference), decision, known),
  'outbox.correct': (correction, known) => [
    ...decided(
      known.says.correctSale(correction.reference, totalOf(correction.cart, known)),
      correction,
      known,
    ),
    ...moneyWords(correction, heldCorrected(correction, known), known),
    ...saleWords(loweredBy(correction.cart, known.context), known),
  ],
  'outbox.settle': (settlement, known) => [
    ...decided(known.says.settleSale[settlement.as](settlement.reference), settlement, known),
    ...moneyWords(settlement, nothingHeld, known),
  ],
};
