// Decides what the till prints by itself: after a sale, or once it is confirmed. The print job's
// row makes sure that it does so once.
import { after, systemClock, type Clock } from '../clock.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { Printing } from '../contract/printing.ts';

export interface AutomaticOptions {
  readonly mode: () => Printing['automatic'];
  readonly isOnline: () => boolean;
  /** Prints the receipt of the sale, or its slip while it waits. */
  readonly print: (reference: string) => void;
  /** How long a receipt may take to come before the slip is printed instead. */
  readonly receiptMs?: number;
  readonly clock?: Pick<Clock, 'sleep'>;
}

/** Long enough for a service that answers, short enough for a customer who waits. */
const defaultReceiptMs = 3_000;

export class AutomaticPrinting {
  readonly #options: AutomaticOptions;
  /** Sales whose receipt may come at any moment, by reference. */
  readonly #awaited = new Map<string, AbortController>();

  constructor(options: AutomaticOptions) {
    this.#options = options;
  }

  /** Handles that a sale at the counter was finished. */
  finished({ reference }: SaleSummary): void {
    const { mode, isOnline, receiptMs = defaultReceiptMs, clock = systemClock } = this.#options;
    if (mode() !== 'after_sale') return;
    if (!isOnline()) {
      this.#options.print(reference);
      return;
    }
    const over = new AbortController();
    this.#awaited.set(reference, over);
    after(clock, receiptMs, over.signal, () => this.#end(reference));
  }

  changed({ reference, state }: SaleSummary): void {
    if (this.#awaited.has(reference)) {
      // In any other state no answer comes soon: a sale that waits again has a slip.
      if (state !== 'sending' && state !== 'in_doubt') this.#end(reference);
    } else if (state === 'confirmed' && this.#options.mode() === 'when_confirmed') {
      this.#options.print(reference);
    }
  }

  #end(reference: string): void {
    this.#awaited.get(reference)?.abort();
    this.#awaited.delete(reference);
    this.#options.print(reference);
  }
}
