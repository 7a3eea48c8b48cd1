// The latest finished sale: what became of it is told while the next one is already under way.
import { subtractCents, type Cents } from '../../src-main/contract/money.ts';
import type { Payment } from '../../src-main/contract/payment.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import type { Till } from '../bridge/till.svelte.ts';

export interface Finished {
  readonly cartId: string;
  readonly sale: SaleSummary;
  readonly payment: Payment;
}

export class LatestSale {
  #finished = $state.raw<Finished | null>(null);
  #isNew = $state(false);
  /**
   * The latest events: a sale may be confirmed before the screen has been told that it is finished.
   */
  #heard: readonly SaleSummary[] = [];

  /** Listens for as long as the component that makes it. */
  constructor(till: Till) {
    $effect(() =>
      till.onSaleChanged((sale) => {
        this.#heard = [...this.#heard, sale].slice(-20);
        if (this.#finished?.sale.reference === sale.reference)
          this.#finished = { ...this.#finished, sale };
      }),
    );
  }

  get finished(): Finished | null {
    return this.#finished;
  }

  /** Until the cashier goes on to the next sale. */
  get isNew(): boolean {
    return this.#isNew;
  }

  finish(finished: Finished): void {
    const { reference } = finished.sale;
    const sale = this.#heard.findLast((heard) => heard.reference === reference) ?? finished.sale;
    this.#finished = { ...finished, sale };
    this.#isNew = true;
  }

  goOn(): void {
    this.#isNew = false;
  }
}

/** Where the service's total differs, it is the one that the customer pays. */
const totalOf = ({ serviceTotalCents, totalCents }: SaleSummary): Cents =>
  serviceTotalCents ?? totalCents;

/** Below zero where the customer has still to pay. */
export const changeOf = ({ sale, payment }: Finished): Cents =>
  subtractCents(payment.tenderedCents, totalOf(sale));

export const nameOf = ({ docKey, reference }: SaleSummary): string => docKey ?? reference;
