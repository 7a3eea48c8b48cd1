// Tells the customer's display what to show: the sale as main knows it, a little after it has
// changed and no more often than eyes can follow. Nobody waits for it.
import { after, type Clock } from '../clock.ts';
import { type Cart, buyerNumber, countPieces, totals, type CartLine } from '../contract/cart.ts';
import type {
  DisplaySettings,
  DisplayShown,
  DisplayView,
  DisplayLine,
} from '../contract/display.ts';
import { type Cents, lineTotalCents } from '../contract/money.ts';
import { type Payment, changeOf } from '../contract/payment.ts';
import type { Theme } from '../contract/settings.ts';
import { pictureAddress } from './pictures.ts';

/** How long changes are gathered, so that several at one moment are told once. */
const togetherMs = 40;
/** How long the display shows a paid sale; then it is free for the next customer. */
const paidMs = 30_000;

export interface DisplayTellerParts {
  /** Whether a display is open at all. */
  readonly isShown: () => boolean;
  readonly push: (view: DisplayShown) => void;
  readonly settings: () => DisplaySettings;
  readonly theme: () => Theme;
  /** Null while no till is open. */
  readonly shop: () => Omit<NonNullable<DisplayShown['shop']>, 'address'> | null;
  /** The text under the shop's name while nobody buys. */
  readonly address: () => string;
  readonly isLocked: () => boolean;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Is told of a failure; the till goes on without the display. */
  readonly onFailure: (error: unknown) => void;
}

export class DisplayTeller {
  readonly #parts: DisplayTellerParts;
  #cart: Cart | null = null;
  /** The cart as it was when the display was last told. */
  #toldCart: Cart | null = null;
  #lastLineId: string | null = null;
  #payingBy: string | null = null;
  #paid: DisplayView | null = null;
  #finishedCartId: string | null = null;
  #paidIsOver = new AbortController();
  #isPending = false;
  #lastTold = '';

  constructor(parts: DisplayTellerParts) {
    this.#parts = parts;
  }

  /** Handles a change of the sale under way. */
  cartIs(cart: Cart): void {
    // News of a sale that is already paid comes late, and is not shown to the next customer.
    if (cart.cartId === this.#finishedCartId) return;
    if (cart.lines.length > 0) this.#endPaid();
    this.#cart = cart;
    this.changed();
  }

  /** Sets the method by which the sale is being paid; null if it is not being paid. */
  payingBy(method: string | null): void {
    this.#payingBy = method;
    this.changed();
  }

  /** Handles that a sale is saved: nothing takes it back any more. */
  paid(cart: Cart, totalCents: Cents, payment: Payment): void {
    if (cart.cartId === this.#finishedCartId) return;
    this.#endPaid();
    this.#finishedCartId = cart.cartId;
    this.#cart = null;
    this.#payingBy = null;
    this.#paid = paidView(totalCents, payment);
    after(this.#parts.clock, paidMs, this.#paidIsOver.signal, () => {
      this.#endPaid();
      this.changed();
    });
    this.changed();
  }

  /** Forgets the sale: another till is open, or none. */
  tillChanged(): void {
    this.#cart = null;
    this.#payingBy = null;
    this.#finishedCartId = null;
    this.#endPaid();
    this.changed();
  }

  /** Tells the customer anew, since the lock, the settings or the sale has changed. */
  readonly changed = (): void => {
    if (this.#isPending || !this.#parts.isShown()) return;
    this.#isPending = true;
    void this.#parts.clock.sleep(togetherMs).then(() => {
      this.#isPending = false;
      this.#tell();
    });
  };

  /** Tells everything again: the display has a new page, which knows nothing. */
  readonly pageIsNew = (): void => {
    this.#lastTold = '';
    this.changed();
  };

  #endPaid(): void {
    this.#paid = null;
    this.#paidIsOver.abort();
    this.#paidIsOver = new AbortController();
  }

  #tell(): void {
    try {
      if (!this.#parts.isShown()) return;
      const view = this.#currentView();
      const text = JSON.stringify(view);
      if (text === this.#lastTold) return;
      this.#parts.push(view);
      this.#lastTold = text;
    } catch (error) {
      this.#parts.onFailure(error);
    }
  }

  #currentView(): DisplayShown {
    const { settings, theme, shop, address } = this.#parts;
    const { language, greeting, notice, pictures } = settings();
    const shopFacts = shop();
    const view = this.#view(shopFacts === null);
    return {
      ...{ language, theme: theme(), greeting, notice, view },
      shop: shopFacts && { ...shopFacts, address: view.kind === 'idle' ? address() : '' },
      pictures: pictures.map(({ file }) => pictureAddress(file)),
    };
  }

  #view(isNoTill: boolean): DisplayView {
    if (isNoTill || this.#parts.isLocked()) return { kind: 'closed' };
    if (this.#paid) return this.#paid;
    const cart = this.#cart;
    if (!cart || cart.lines.length === 0) {
      this.#toldCart = null;
      return { kind: 'idle' };
    }
    const isKnown = this.#toldCart?.cartId === cart.cartId;
    this.#lastLineId = changedLine(this.#toldCart, cart) ?? (isKnown ? this.#lastLineId : null);
    this.#toldCart = cart;
    return this.#payingBy === null
      ? saleView(cart, this.#lastLineId)
      : toPayView(cart, this.#payingBy);
  }
}

// What the customer is shown of a sale. It is bounded, however long the sale is.

/** More than any screen has room for. */
const mostLines = 32;

const saleView = (cart: Cart, lastLineId: string | null): DisplayView => {
  const { totalCents, discountCents } = totals(cart);
  return {
    kind: 'sale',
    lines: latest(cart.lines, lastLineId).map(shownLine),
    lineCount: cart.lines.length,
    pieces: countPieces(cart.lines),
    discount: cart.discount,
    discountCents,
    totalCents,
    taxNumber: buyerNumber(cart),
  };
};

const toPayView = (cart: Cart, method: string): DisplayView => ({
  kind: 'to_pay',
  totalCents: totals(cart).totalCents,
  method,
  taxNumber: buyerNumber(cart),
});

export const paidView = (totalCents: Cents, { method, tenderedCents }: Payment): DisplayView => ({
  kind: 'paid',
  totalCents,
  tenderedCents: tenderedCents ?? totalCents,
  changeCents: changeOf(totalCents, tenderedCents),
  method: method.label,
});

/** Returns the line that is new or changed since `before`: the last of several, null for none. */
function changedLine(before: Cart | null, now: Cart): string | null {
  const known = new Map(
    before?.cartId === now.cartId ? before.lines.map((line) => [line.lineId, line]) : [],
  );
  const isChanged = (line: CartLine): boolean => {
    const was = known.get(line.lineId);
    return was?.quantity !== line.quantity || was.unitPrice !== line.unitPrice;
  };
  return now.lines.findLast(isChanged)?.lineId ?? null;
}

/** Picks the lines to show. The one that changed last comes last, where the eye is. */
function latest(lines: readonly CartLine[], lastLineId: string | null): readonly CartLine[] {
  const last = lines.find(({ lineId }) => lineId === lastLineId) ?? lines.at(-1);
  if (!last) return [];
  return [...lines.filter((line) => line !== last).slice(1 - mostLines), last];
}

const shownLine = (line: CartLine): DisplayLine => ({
  lineId: line.lineId,
  description: line.description,
  quantity: line.quantity,
  unit: line.unit ?? '',
  unitPrice: line.unitPrice,
  listPrice: line.listPrice ?? null,
  totalCents: lineTotalCents(line.quantity, line.unitPrice),
});
