// The latest finished sale. What became of it is told while the next one is already under way.
import type { Cents } from '../../src-main/contract/money.ts';
import { changeOf, type Payment } from '../../src-main/contract/payment.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';

export interface Finished {
  readonly cartId: string;
  readonly sale: SaleSummary;
  readonly payment: Payment;
}

export interface FinishedDraft extends Finished {
  readonly isNew: boolean;
}

export class LatestSale {
  readonly #till: Till;
  #finished = $state.raw<Finished | null>(null);
  #isNew = $state(false);
  readonly #news = new LatestAnswer();
  /**
   * The latest events, as a sale may be confirmed before the screen has been told that it is
   * finished.
   */
  #heard: readonly SaleSummary[] = [];

  /** Listens for as long as the component that makes it lives. */
  constructor(till: Till) {
    this.#till = till;
    $effect(() =>
      till.on('outbox.saleChanged', (sale) => {
        this.#heard = [...this.#heard, sale].slice(-20);
        if (this.#finished?.sale.reference !== sale.reference) return;
        this.#news.begin();
        this.#finished = { ...this.#finished, sale };
      }),
    );
  }

  get finished(): Finished | null {
    return this.#finished;
  }

  /** True until the cashier goes on to the next sale. */
  get isNew(): boolean {
    return this.#isNew;
  }

  finish(finished: Finished): void {
    const { reference } = finished.sale;
    const sale = this.#heard.findLast((heard) => heard.reference === reference) ?? finished.sale;
    this.#finished = { ...finished, sale };
    this.#isNew = true;
  }

  /** Null while there is nothing to keep. */
  get draft(): FinishedDraft | null {
    return this.#finished && { ...this.#finished, isNew: this.#isNew };
  }

  /** Takes back the sale as it was when the till was locked, and asks what became of it since. */
  restore(draft: FinishedDraft | null): void {
    if (!draft) return;
    const { isNew, ...finished } = draft;
    this.finish(finished);
    this.#isNew = isNew;
    void this.#readAgain(finished);
  }

  async #readAgain({ cartId, sale: { reference } }: Finished): Promise<void> {
    const answer = await this.#news.of(this.#till.request('outbox.get', { reference }));
    if (answer?.ok && this.#finished?.cartId === cartId)
      this.#finished = { ...this.#finished, sale: answer.value };
  }

  goOn(): void {
    this.#isNew = false;
  }
}

/**
 * Returns what goes back to the customer: of the total that the till has said, as the drawer
 * expects it, whatever total the service comes to.
 */
export const changeOfSale = ({ sale, payment }: Finished): Cents =>
  changeOf(sale.totalCents, payment.tenderedCents);

export const nameOf = ({ docKey, reference }: SaleSummary): string => docKey ?? reference;
