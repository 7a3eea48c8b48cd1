// Money of a return that the customer spends at once: it counts as handed over with the next sale
// that is paid in cash, so that only the difference is paid or given back.
import { zeroCents, type Cents } from '../../src-main/contract/money.ts';

export interface ExchangeCredit {
  /** The document that the goods came back of. */
  readonly docKey: string;
  readonly cents: Cents;
}

export class Exchange {
  #credit = $state.raw<ExchangeCredit | null>(null);

  /** Null while there is none, which is also what is kept while the till is locked. */
  get credit(): ExchangeCredit | null {
    return this.#credit;
  }

  get cents(): Cents {
    return this.#credit?.cents ?? zeroCents;
  }

  begin(credit: ExchangeCredit | null): void {
    this.#credit = credit;
  }

  /** It was spent, or the customer has got the money after all. */
  end(): void {
    this.#credit = null;
  }
}
