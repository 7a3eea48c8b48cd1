// How the customer pays, while it is being typed: what is missing, and what goes back.
import { addCents, zeroCents, type Cents } from '../../src-main/contract/money.ts';
import {
  changeOf,
  stillToPay,
  type Payment,
  type PaymentMethod,
} from '../../src-main/contract/payment.ts';
import { parseCents } from './entry.ts';

/**
 * The largest change. It is less than the largest note, as a customer who would get more back had
 * no need to hand that note over.
 */
const largestChangeCents = 50_000;

export class PaymentDraft {
  readonly #total: () => Cents;
  readonly #goesIntoDrawer: (methodId: number) => boolean;
  readonly #credit: () => Cents;
  method = $state.raw<PaymentMethod | undefined>();
  /** The amount as it is typed; empty means the exact amount. It counts for cash alone. */
  tendered = $state('');

  /** `total` is asked each time, as a scan that was still being looked up may yet add to it. */
  constructor(
    total: () => Cents,
    method: PaymentMethod | undefined,
    goesIntoDrawer: (methodId: number) => boolean,
    /** What the customer has of returns, and hands over with what is typed. */
    credit: () => Cents = () => zeroCents,
  ) {
    this.#total = total;
    this.method = method;
    this.#goesIntoDrawer = goesIntoDrawer;
    this.#credit = credit;
  }

  /** True if an amount is handed over and may have change: nothing but cash is. */
  get isCash(): boolean {
    return this.method !== undefined && this.#goesIntoDrawer(this.method.id);
  }

  get totalCents(): Cents {
    return this.#total();
  }

  /** What is left to be handed over besides what the customer has of returns. */
  get restCents(): Cents {
    return this.isCash ? stillToPay(this.totalCents, this.#credit()) : this.totalCents;
  }

  /** Undefined if what was typed is no amount. */
  get tenderedCents(): Cents | undefined {
    if (!this.isCash) return this.totalCents;
    const typed = this.tendered.trim() === '' ? this.restCents : parseCents(this.tendered);
    return typed === undefined ? undefined : addCents(typed, this.#credit());
  }

  get missingCents(): Cents {
    const tendered = this.tenderedCents;
    return tendered === undefined ? zeroCents : stillToPay(this.totalCents, tendered);
  }

  get changeCents(): Cents {
    const tendered = this.tenderedCents;
    return tendered === undefined ? zeroCents : changeOf(this.totalCents, tendered);
  }

  /**
   * True for an impossible amount, as when a product is scanned into the field. What goes back of
   * returns alone may be any amount.
   */
  get tooMuch(): boolean {
    const ofReturns = changeOf(this.totalCents, this.#credit());
    return this.changeCents - ofReturns > largestChangeCents;
  }

  /** The payment, once it is complete. */
  get payment(): Payment | undefined {
    const { method, tenderedCents } = this;
    return method === undefined ||
      tenderedCents === undefined ||
      this.missingCents > 0 ||
      this.tooMuch
      ? undefined
      : { method, ...(this.isCash && { tenderedCents }) };
  }
}
