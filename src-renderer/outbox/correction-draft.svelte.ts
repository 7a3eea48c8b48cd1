// A refused sale while it is being put right: text until it is sent.
import { totals, type Cart, type CartLine } from '../../src-main/contract/cart.ts';
import {
  noDiscount,
  zeroCents,
  type Cents,
  type UnitPriceMicros,
} from '../../src-main/contract/money.ts';
import type { Payment, PaymentMethod } from '../../src-main/contract/payment.ts';
import type { SaleDetail } from '../../src-main/contract/sales.ts';
import type { Customer } from '../../src-main/contract/selling.ts';
import { isTaxNumber } from '../../src-main/contract/tax-number.ts';
import { parseFreeLine, parsePercent, type FreeLineEntry } from '../sell/entry.ts';
import { PaymentDraft } from '../sell/payment-draft.svelte.ts';
import type { Format } from '../ui/format.ts';

export interface CorrectionRow extends FreeLineEntry {
  code: string;
  description: string;
  quantity: string;
  unitPrice: string;
  readonly lineId: string;
  /** Of the line that was refused. */
  readonly unit?: string;
  readonly listPrice?: UnitPriceMicros;
  /** Its place in the sale that was refused; null for a line that is new. */
  readonly position: number | null;
}

export class CorrectionDraft {
  rows = $state<CorrectionRow[]>([]);
  taxNumber = $state('');
  /** As typed; empty is none. */
  discount = $state('');
  #customer = $state.raw<Customer | null>(null);
  readonly payment: PaymentDraft;

  constructor(
    sale: SaleDetail,
    payment: Payment,
    methods: readonly PaymentMethod[],
    format: Format,
  ) {
    this.rows = sale.lines.map((line, position) => ({
      lineId: line.lineId,
      position,
      code: line.code,
      description: line.description,
      quantity: format.editable(line.quantity, 3),
      unitPrice: format.editable(line.unitPrice, 6, 2),
      ...(line.unit !== undefined && { unit: line.unit }),
      ...(line.listPrice !== undefined && { listPrice: line.listPrice }),
    }));
    this.#customer = sale.customer ?? null;
    this.taxNumber = sale.taxNumber ?? '';
    this.discount = sale.discount === 0 ? '' : format.editable(sale.discount, 2);
    this.payment = new PaymentDraft(
      () => this.totalCents ?? zeroCents,
      methods.find(({ id }) => id === payment.method.id),
    );
    this.payment.tendered = format.editable(payment.tenderedCents, 2, 2);
  }

  add(code: string): void {
    const lineId = crypto.randomUUID();
    this.rows.push({ lineId, position: null, code, description: '', quantity: '1', unitPrice: '' });
  }

  remove(row: CorrectionRow): void {
    this.rows = this.rows.filter(({ lineId }) => lineId !== row.lineId);
  }

  /** The customer who was chosen for the sale. */
  get customer(): Customer | null {
    return this.#customer;
  }

  removeCustomer(): void {
    this.#customer = null;
    this.taxNumber = '';
  }

  get taxNumberWrong(): boolean {
    return this.#taxNumber !== '' && !isTaxNumber(this.#taxNumber);
  }

  get discountWrong(): boolean {
    return parsePercent(this.discount) === undefined;
  }

  /** Null while a line or the discount cannot be used. */
  get totalCents(): Cents | null {
    const lines = this.#lines;
    const discount = parsePercent(this.discount);
    return lines === null || discount === undefined
      ? null
      : totals({ lines: [...lines], discount }).totalCents;
  }

  /** What is to be sent, once every field can be used. The cart's identifier is the sale's own: main puts it in. */
  get corrected(): { cart: Cart; payment: Payment } | null {
    const lines = this.#lines;
    const { payment } = this.payment;
    if (lines === null || payment === undefined || this.discountWrong || this.taxNumberWrong) {
      return null;
    }
    const discount = parsePercent(this.discount) ?? noDiscount;
    const taxNumber = this.#taxNumber === '' ? null : this.#taxNumber;
    return {
      cart: {
        cartId: crypto.randomUUID(),
        lines: [...lines],
        discount,
        taxNumber,
        ...(this.#customer && { customer: this.#customer }),
      },
      payment,
    };
  }

  get #taxNumber(): string {
    return this.taxNumber.replaceAll(' ', '');
  }

  get #lines(): readonly CartLine[] | null {
    const lines = this.rows.map((row) => {
      const parsed = parseFreeLine(row.lineId, row);
      return 'line' in parsed ? [asCorrected(row, parsed.line)] : [];
    });
    return lines.every((line) => line.length > 0) ? lines.flat() : null;
  }
}

/** A price that is no longer below the list price has none beside it. */
const asCorrected = ({ unit, listPrice }: CorrectionRow, line: CartLine): CartLine => ({
  ...line,
  ...(unit !== undefined && { unit }),
  ...(listPrice !== undefined && line.unitPrice < listPrice && { listPrice }),
});
