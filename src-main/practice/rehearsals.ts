// What is rehearsed in practice besides the outage: the line that lies between the till and its
// service, which is itself left as honest as it is, and how each rehearsal ends.
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { DaySnapshot } from '../contract/day-report.ts';
import type { Rehearsal } from '../contract/rehearsals.ts';
import { isFinal } from '../contract/outbox-states.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { OutboxTiming } from '../outbox/timing.ts';
import { badRequest, type Answer } from '../practice-service/http.ts';
import type { Line } from '../practice-service/server.ts';
import { isRehearsedClosing } from './drawer-rehearsal.ts';

/**
 * Nobody waits ten minutes in practice for what a real till is careful to wait for: the texts say
 * so.
 */
export const practiceTiming: Partial<OutboxTiming> = {
  settlingMs: 30_000,
  lookUpCapMs: 10_000,
  retryCapMs: 5_000,
  pausedProbeMs: 20_000,
};

export interface RehearsalTimes {
  /** On a slow line, from the service's answer to its arrival. */
  readonly slowMs: number;
  /** For how long a service fails that has failed once. */
  readonly failingMs: number;
  /** For how long a service refuses everything, from its first refusal. */
  readonly refusingMs: number;
}

/**
 * Slow enough to be waited for, and too quick for a sale to be in doubt; failing and refusing long
 * enough to be seen.
 */
const defaultTimes: RehearsalTimes = { slowMs: 5_000, failingMs: 4_000, refusingMs: 60_000 };

/**
 * As the service says it of everything that it refuses, in its documented form; its own words are
 * not known.
 */
const refusal: Answer = badRequest([
  { message: 'No documents can be issued at present.', code: 'rehearsal', field: '' },
]);

/** The outage is the plug's. */
type BesidesOutage = Exclude<Rehearsal, 'outage'>;

export class Rehearsals {
  readonly #times: RehearsalTimes;
  /** Each ends when it is aborted. */
  readonly #underWay = new Map<BesidesOutage, AbortController>();
  #isFailing = false;
  /** The first refusal was sent. */
  #isRefusing = false;
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

  begin(rehearsal: BesidesOutage): void {
    if (!this.#underWay.has(rehearsal)) this.#underWay.set(rehearsal, new AbortController());
  }

  end(rehearsal: BesidesOutage): void {
    this.#underWay.get(rehearsal)?.abort();
    this.#underWay.delete(rehearsal);
    if (rehearsal === 'service_error') this.#isFailing = false;
    if (rehearsal === 'refuses_all') this.#isRefusing = false;
    if (rehearsal === 'rejected_product') this.#refused = undefined;
  }

  endAll(): void {
    for (const rehearsal of this.#underWay.keys()) this.end(rehearsal);
  }

  /**
   * The refused product is dealt with when its sale is. What is refused like everything else is
   * another matter.
   */
  saleChanged({ reference, state, lastEvidence }: SaleSummary): void {
    if (!this.#underWay.has('rejected_product') || this.#underWay.has('refuses_all')) return;
    if (lastEvidence.kind === 'refused') this.#refused = reference;
    if (reference === this.#refused && isFinal(state)) this.end('rejected_product');
  }

  /** Of the practice till. The drawer that does not agree is dealt with when it was closed so. */
  dayClosed(snapshot: DaySnapshot): void {
    if (!this.#underWay.has('wrong_drawer') || !isRehearsedClosing(snapshot)) return;
    this.end('wrong_drawer');
    this.onChanged();
  }

  /** To be given to the practice service. */
  readonly line: Line = async (request, answer) => {
    if (this.#isFailing) return { status: 500 };
    const refusing = this.#underWay.get('refuses_all');
    if (refusing && isCreation(request)) {
      if (!this.#isRefusing) void this.#endAfter('refuses_all', this.#times.refusingMs, refusing);
      this.#isRefusing = true;
      return refusal;
    }
    const slow = this.#underWay.get('slow_line');
    const answered = await answer();
    const isCreated = isCreation(request) && answered !== 'gone' && answered.status === 201;
    const failing = this.#underWay.get('service_error');
    if (isCreated && failing) {
      this.#isFailing = true;
      void this.#endAfter('service_error', this.#times.failingMs, failing);
      return { status: 500 };
    }
    if (slow) await pause(this.#times.slowMs, slow.signal);
    return answered;
  };

  async #endAfter(
    rehearsal: BesidesOutage,
    ms: number,
    { signal }: AbortController,
  ): Promise<void> {
    await pause(ms, signal);
    if (signal.aborted) return;
    this.end(rehearsal);
    this.onChanged();
  }
}

const isCreation = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && url?.startsWith('/documents/new/') === true;

/** Until the time is over or somebody ends it; the program does not stay for it. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
