// A refused sale while it is being put right: text until it is sent.
import { totals, type Cart } from '../../src-main/contract/cart.ts';
import { noDiscount, zeroCents, type Cents } from '../../src-main/contract/money.ts';
import { isOnAccount, type Payment, type PaymentMethod } from '../../src-main/contract/payment.ts';
import type { SaleDetail } from '../../src-main/contract/sales.ts';
import type { Customer } from '../../src-main/contract/selling.ts';
import { parsePercent } from '../lines/entry.ts';
import { foreignAsked, usableNumber } from '../lines/foreign-number.ts';
import { PaymentDraft } from '../lines/payment-draft.svelte.ts';
import type { Format } from '../bridge/format.ts';
import { LinesDraft, type LineRow } from '../lines/lines-draft.svelte.ts';

/** As it was typed before the till was locked. */
export interface KeptCorrection {
  readonly taxNumber: string;
  readonly discount: string;
  readonly customer: Customer | null;
  readonly methodId: number | undefined;
  readonly tendered: string;
  readonly rows: readonly LineRow[];
}

export class CorrectionDraft {
  readonly lines: LinesDraft;
  taxNumber = $state('');
  /** The foreign number that somebody has confirmed. */
  acceptedNumber = $state('');
  /** As typed; empty is none. */
  discount = $state('');
  /** The customer who was chosen for the sale. */
  customer = $state.raw<Customer | null>(null);
  readonly payment: PaymentDraft;
  /** How it can be paid: what was on account may stay so. */
  readonly methods: readonly PaymentMethod[];

  constructor(
    sale: SaleDetail,
    payment: Payment,
    methods: readonly PaymentMethod[],
    format: Format,
    goesIntoDrawer: (methodId: number) => boolean,
  ) {
    this.lines = new LinesDraft(sale.lines, format);
    this.customer = sale.customer ?? null;
    this.taxNumber = sale.taxNumber ?? '';
    this.acceptedNumber = this.taxNumber;
    this.discount = sale.discount === 0 ? '' : format.editable(sale.discount, 2);
    this.methods = isOnAccount(payment) ? [payment.method, ...methods] : methods;
    this.payment = new PaymentDraft(
      () => this.totalCents ?? zeroCents,
      this.methods.find(({ id }) => id === payment.method.id),
      goesIntoDrawer,
    );
    const { tenderedCents } = payment;
    this.payment.tendered = tenderedCents === undefined ? '' : format.editable(tenderedCents, 2, 2);
  }

  get kept(): KeptCorrection {
    const { taxNumber, discount, customer, payment } = this;
    const { rows } = this.lines;
    const { method, tendered } = payment;
    return { taxNumber, discount, customer, methodId: method?.id, tendered, rows };
  }

  restore(keptDraft: KeptCorrection): void {
    this.taxNumber = keptDraft.taxNumber;
    this.discount = keptDraft.discount;
    this.customer = keptDraft.customer;
    this.payment.method = this.methods.find(({ id }) => id === keptDraft.methodId);
    this.payment.tendered = keptDraft.tendered;
    this.lines.restore(keptDraft.rows);
  }

  removeCustomer(): void {
    this.customer = null;
    this.taxNumber = '';
  }

  get taxNumberWrong(): boolean {
    return this.#taxNumber === undefined;
  }

  get foreignAsked() {
    return foreignAsked(this.taxNumber, this.acceptedNumber);
  }

  get discountWrong(): boolean {
    return parsePercent(this.discount) === undefined;
  }

  /** Null while a line or the discount cannot be used. */
  get totalCents(): Cents | null {
    const { lines } = this.lines;
    const discount = parsePercent(this.discount);
    return lines === null || discount === undefined ? null : totals({ lines, discount }).totalCents;
  }

  /**
   * What is to be sent, once every field can be used. The cart's identifier is the sale's own: main
   * puts it in.
   */
  get corrected(): { cart: Cart; payment: Payment } | null {
    const { lines } = this.lines;
    const { payment } = this.payment;
    if (lines === null || payment === undefined || this.discountWrong || this.taxNumberWrong) {
      return null;
    }
    const discount = parsePercent(this.discount) ?? noDiscount;
    const taxNumber = this.#taxNumber ?? null;
    return {
      cart: {
        cartId: crypto.randomUUID(),
        lines,
        discount,
        taxNumber,
        ...(this.customer && { customer: this.customer }),
      },
      payment,
    };
  }

  /** Undefined if it cannot be used. */
  get #taxNumber(): string | null | undefined {
    return usableNumber(this.taxNumber, this.acceptedNumber);
  }
}
