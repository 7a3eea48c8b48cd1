// What is rehearsed in practice besides the outage. The rehearsals disturb the line between the
// till and its service; the service itself stays as honest as it is. Also how each rehearsal ends.
import type { IncomingMessage } from 'node:http';
import { systemClock } from '../clock.ts';
import type { DaySnapshot } from '../contract/day-report.ts';
import type { Rehearsal } from '../contract/rehearsals.ts';
import { isFinal } from '../contract/outbox-states.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { OutboxTiming } from '../outbox/timing.ts';
import { badRequest, type Answer } from '../practice-service/http.ts';
import type { Line } from '../practice-service/server.ts';
export { withdrawnCode } from '../practice-service/reference.ts';
import { isRehearsedClosing } from './drawer-rehearsal.ts';

/** Nobody in practice waits ten minutes as a real till does; the texts say so. */
export const practiceTiming: Partial<OutboxTiming> = {
  settlingMs: 15_000,
  lookUpCapMs: 5_000,
  retryCapMs: 5_000,
  pausedProbeMs: 20_000,
};

export interface RehearsalTimes {
  /** How long an answer of the service takes to arrive on a slow line. */
  readonly slowMs: number;
  /** How long the service fails after its first failure. */
  readonly failingMs: number;
  /** How long the service refuses everything, from its first refusal on. */
  readonly refusingMs: number;
}

/**
 * A slow line is slow enough to be waited for, and too quick for a sale to be in doubt. Failing and
 * refusing last long enough to be seen.
 */
const defaultTimes: RehearsalTimes = { slowMs: 5_000, failingMs: 4_000, refusingMs: 60_000 };

/** A refusal in the documented form. The service's own words for that are not known. */
const refusal: Answer = badRequest([
  { message: 'No documents can be issued at present.', code: 'rehearsal', field: '' },
]);

/** The outage is rehearsed by the plug. */
type BesidesOutage = Exclude<Rehearsal, 'outage'>;

export class Rehearsals {
  readonly #times: RehearsalTimes;
  /** The rehearsals under way. Each ends when it is aborted. */
  readonly #underWay = new Map<BesidesOutage, AbortController>();
  #isFailing = false;
  /** True once the first refusal was sent. */
  #isRefusing = false;
  /** The reference of the sale that was refused since the rehearsal of that began. */
  #refused: string | undefined;
  /** Called when a rehearsal ends by itself. */
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
   * Ends the rehearsal of a refused product once its sale is dealt with. A sale that is refused
   * like everything else does not count.
   */
  readonly saleChanged = ({ reference, state, lastEvidence }: SaleSummary): void => {
    if (!this.#underWay.has('rejected_product') || this.#underWay.has('refuses_all')) return;
    if (lastEvidence.kind === 'refused') this.#refused = reference;
    if (reference === this.#refused && isFinal(state)) this.end('rejected_product');
  };

  /**
   * Handles that the practice till has closed a day. The rehearsal of the drawer that does not
   * agree ends if it was closed as it should be.
   */
  dayClosed(snapshot: DaySnapshot): void {
    if (!this.#underWay.has('wrong_drawer') || !isRehearsedClosing(snapshot)) return;
    this.end('wrong_drawer');
    this.onChanged();
  }

  /** The line to give to the practice service. */
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
    if (slow) await systemClock.sleep(this.#times.slowMs, slow.signal);
    return this.#underWay.has('unlinked_return') ? withoutOrigin(answered) : answered;
  };

  async #endAfter(
    rehearsal: BesidesOutage,
    ms: number,
    { signal }: AbortController,
  ): Promise<void> {
    await systemClock.sleep(ms, signal);
    if (signal.aborted) return;
    this.end(rehearsal);
    this.onChanged();
  }
}

const originFields: readonly string[] = ['origin_document_header_id', 'origin_document_header'];

/** Returns the answer with no document in it naming the one that it corrects. */
function withoutOrigin(answered: Answer | 'gone'): Answer | 'gone' {
  if (answered === 'gone' || answered.json === undefined) return answered;
  const text = JSON.stringify(answered.json, (name, value: unknown) =>
    originFields.includes(name) ? null : value,
  );
  return { ...answered, json: JSON.parse(text) as object };
}

const isCreation = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && url?.startsWith('/documents/new/') === true;
