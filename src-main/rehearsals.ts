// What is rehearsed in practice beside the outage: the line that lies between the till and its service, which is itself left
// as honest as it is, and how each rehearsal ends.
import { setTimeout as wait } from 'node:timers/promises';
import type { Rehearsal } from './contract/rehearsals.ts';
import { isFinal } from './contract/outbox-states.ts';
import type { SaleSummary } from './contract/sales.ts';
import type { Line } from './practice-service/server.ts';

export interface RehearsalTimes {
  /** On a slow line, from the service's answer to its arrival. */
  readonly slowMs: number;
  /** For how long a service fails that has failed once. */
  readonly failingMs: number;
}

/** Slow enough to be waited for, and too quick for a sale to be in doubt; failing long enough to be seen. */
const defaultTimes: RehearsalTimes = { slowMs: 5_000, failingMs: 4_000 };

/** The outage is the plug's. */
type OfTheLine = Exclude<Rehearsal, 'outage'>;

export class Rehearsals {
  readonly #times: RehearsalTimes;
  /** Each ends when it is aborted. */
  readonly #underWay = new Map<OfTheLine, AbortController>();
  #isFailing = false;
  /** The sale that was refused since the rehearsal of that began. */
  #refused: string | undefined;
  /** To be told when one ends by itself. */
  onChanged: () => void = () => undefined;

  constructor(times: RehearsalTimes = defaultTimes) {
    this.#times = times;
  }

  get underWay(): readonly Rehearsal[] {
    return [...this.#underWay.keys()];
  }

  begin(rehearsal: OfTheLine): void {
    if (!this.#underWay.has(rehearsal)) this.#underWay.set(rehearsal, new AbortController());
  }

  end(rehearsal: OfTheLine): void {
    this.#underWay.get(rehearsal)?.abort();
    this.#underWay.delete(rehearsal);
    if (rehearsal === 'service_error') this.#isFailing = false;
    if (rehearsal === 'rejected_product') this.#refused = undefined;
  }

  endAll(): void {
    for (const rehearsal of this.#underWay.keys()) this.end(rehearsal);
  }

  /** The refused product is dealt with when its sale is. */
  saleChanged({ reference, state }: SaleSummary): void {
    if (!this.#underWay.has('rejected_product')) return;
    if (state === 'rejected') this.#refused = reference;
    if (reference === this.#refused && isFinal(state)) this.end('rejected_product');
  }

  /** To be given to the practice service. */
  readonly line: Line = async (request, answer) => {
    if (this.#isFailing) return { status: 500 };
    const slow = this.#underWay.get('slow_line');
    const answered = await answer();
    const isCreated = request.method === 'POST' && answered !== 'gone' && answered.status === 201;
    const failing = this.#underWay.get('service_error');
    if (isCreated && failing) {
      this.#isFailing = true;
      void this.#recover(failing);
      return { status: 500 };
    }
    if (slow) await pause(this.#times.slowMs, slow.signal);
    return answered;
  };

  async #recover({ signal }: AbortController): Promise<void> {
    await pause(this.#times.failingMs, signal);
    if (signal.aborted) return;
    this.end('service_error');
    this.onChanged();
  }
}

/** Until the time is over or somebody ends it; the program does not stay for it. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
