// How the customer pays, while it is being typed: what is missing, and what goes back.
import { subtractCents, zeroCents, type Cents } from '../../src-main/contract/money.ts';
import type { Payment, PaymentMethod } from '../../src-main/contract/sales.ts';
import { parseCents } from './entry.ts';

export class PaymentDraft {
  readonly totalCents: Cents;
  method = $state.raw<PaymentMethod | undefined>();
  /** As typed; empty is the exact amount. */
  tendered = $state('');

  constructor(totalCents: Cents, method: PaymentMethod | undefined) {
    this.totalCents = totalCents;
    this.method = method;
  }

  /** Undefined when what was typed is no amount. */
  get tenderedCents(): Cents | undefined {
    return this.tendered.trim() === '' ? this.totalCents : parseCents(this.tendered);
  }

  get missingCents(): Cents {
    const tendered = this.tenderedCents;
    return tendered !== undefined && tendered < this.totalCents
      ? subtractCents(this.totalCents, tendered)
      : zeroCents;
  }

  get changeCents(): Cents {
    const tendered = this.tenderedCents;
    return tendered !== undefined && tendered > this.totalCents
      ? subtractCents(tendered, this.totalCents)
      : zeroCents;
  }

  /** The payment, once it is one. */
  get payment(): Payment | undefined {
    const { method, tenderedCents } = this;
    return method === undefined || tenderedCents === undefined || this.missingCents > 0
      ? undefined
      : { method, tenderedCents };
  }
}
