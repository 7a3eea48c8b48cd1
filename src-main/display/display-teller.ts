// What the customer's display is told: of the sale as main knows it, a little after it has changed
// and no more often than eyes can follow. Nobody waits for it.
import type { Clock } from '../clock.ts';
import type { Cart } from '../contract/cart.ts';
import type { DisplaySettings, DisplayShown, DisplayView } from '../contract/display.ts';
import type { Cents } from '../contract/money.ts';
import type { Payment } from '../contract/payment.ts';
import type { Theme } from '../contract/settings.ts';
import { pictureAddress } from './pictures.ts';
import { changedLine, paidView, saleView, toPayView } from './views.ts';

/** Several changes of one moment are told once. */
const togetherMs = 40;
/** Then the sale is over for whoever comes next. */
const paidMs = 30_000;

export interface DisplayTellerParts {
  /** A display shows at all. */
  readonly isShown: () => boolean;
  readonly push: (shown: DisplayShown) => void;
  readonly settings: () => DisplaySettings;
  readonly theme: () => Theme;
  /** Null while no till is open. */
  readonly shop: () => Omit<NonNullable<DisplayShown['shop']>, 'address'> | null;
  /** Under the shop's name, while nobody buys. */
  readonly address: () => string;
  /** Nobody is at the till. */
  readonly isLocked: () => boolean;
  readonly clock: Pick<Clock, 'sleep'>;
  /** The till goes on without it. */
  readonly onFailure: (error: unknown) => void;
}

export class DisplayTeller {
  readonly #parts: DisplayTellerParts;
  #cart: Cart | null = null;
  /** As it was when the display was told last. */
  #toldCart: Cart | null = null;
  #lastLineId: string | null = null;
  #payingBy: string | null = null;
  #paid: DisplayView | null = null;
  #finishedCartId: string | null = null;
  #paidIsOver = new AbortController();
  #isPending = false;
  #told = '';

  constructor(parts: DisplayTellerParts) {
    this.#parts = parts;
  }

  /** The sale under way, as it is from now on. */
  cartIs(cart: Cart): void {
    // What is told late of a sale that is paid is not told to the next customer.
    if (cart.cartId === this.#finishedCartId) return;
    if (cart.lines.length > 0) this.#endPaid();
    this.#cart = cart;
    this.changed();
  }

  /** By which method the sale is being paid; null where it is not. */
  payingBy(method: string | null): void {
    this.#payingBy = method;
    this.changed();
  }

  /** The sale is saved, and nothing takes it back. */
  paid(cart: Cart, totalCents: Cents, payment: Payment): void {
    if (cart.cartId === this.#finishedCartId) return;
    this.#endPaid();
    this.#finishedCartId = cart.cartId;
    this.#cart = null;
    this.#payingBy = null;
    this.#paid = paidView(totalCents, payment);
    const { signal } = this.#paidIsOver;
    void this.#parts.clock.sleep(paidMs, signal).then(() => {
      if (signal.aborted) return;
      this.#endPaid();
      this.changed();
    });
    this.changed();
  }

  /** Another till, or none: nothing of the one before is shown. */
  tillChanged(): void {
    this.#cart = null;
    this.#payingBy = null;
    this.#finishedCartId = null;
    this.#endPaid();
    this.changed();
  }

  /** The lock, the settings or the sale has changed: the customer is to be told anew. */
  readonly changed = (): void => {
    if (this.#isPending || !this.#parts.isShown()) return;
    this.#isPending = true;
    void this.#parts.clock.sleep(togetherMs, new AbortController().signal).then(() => {
      this.#isPending = false;
      this.#tell();
    });
  };

  /** Its page is new, and knows nothing. */
  readonly pageIsNew = (): void => {
    this.#told = '';
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
      const shown = this.#shown();
      const text = JSON.stringify(shown);
      if (text === this.#told) return;
      this.#parts.push(shown);
      this.#told = text;
    } catch (error) {
      this.#parts.onFailure(error);
    }
  }

  #shown(): DisplayShown {
    const { settings, theme, shop, address } = this.#parts;
    const { language, greeting, notice, pictures } = settings();
    const found = shop();
    const view = this.#view(found === null);
    return {
      ...{ language, theme: theme(), greeting, notice, view },
      shop: found && { ...found, address: view.kind === 'idle' ? address() : '' },
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
