// How long the service's search needs to find a fresh document: measured on ordinary sales, one at a time and not often.
// Until the one under measurement is found, the time that it has taken so far counts.
import type { OutboxTiming } from './timing.ts';

interface Measurement {
  readonly reference: string;
  readonly sinceMs: number;
  looks: number;
  dueAtMs: number;
}

export class Findability {
  readonly #timing: OutboxTiming;
  #nextAtMs = -Infinity;
  #measured: Measurement | undefined;

  constructor(timing: OutboxTiming) {
    this.#timing = timing;
  }

  /** The service has confirmed a sale: answers whether it is the one to be measured. */
  confirmed(reference: string, nowMs: number): boolean {
    if (this.#measured || nowMs < this.#nextAtMs) return false;
    this.#measured = { reference, sinceMs: nowMs, looks: 0, dueAtMs: nowMs };
    this.#nextAtMs = nowMs + this.#timing.measureMs;
    return true;
  }

  /** A look that comes much later than it should, after an outage perhaps, would measure the outage: it is given up. */
  due(nowMs: number): string | undefined {
    const { lookUpCapMs } = this.#timing;
    if (this.#measured && nowMs > this.#measured.dueAtMs + lookUpCapMs) this.end();
    return this.#measured && this.#measured.dueAtMs <= nowMs ? this.#measured.reference : undefined;
  }

  get dueAtMs(): number {
    return this.#measured?.dueAtMs ?? Infinity;
  }

  /** Of the document under measurement, so far; 0 where there is none. */
  lagMs(nowMs: number): number {
    return this.#measured ? nowMs - this.#measured.sinceMs : 0;
  }

  /**
   * Looked at again after a growing time; given up after six settling times, because a document that was taken away at the
   * service would hold up every sale in doubt for ever.
   */
  notFound(nowMs: number): void {
    if (!this.#measured) return;
    const { firstLookUpMs, lookUpCapMs, settlingMs } = this.#timing;
    if (this.lagMs(nowMs) > 6 * settlingMs) {
      this.end();
      return;
    }
    this.#measured.dueAtMs =
      nowMs + Math.min(firstLookUpMs * 2 ** this.#measured.looks, lookUpCapMs);
    this.#measured.looks += 1;
  }

  end(): void {
    this.#measured = undefined;
  }
}
