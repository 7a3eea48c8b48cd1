// Nothing waits in silence: what a till must tell a person by when, measured by a clock of our own.
import type { SaleState } from '../../src-main/contract/outbox-states.ts';
import type { Proof } from '../../src-main/contract/outbox-states.ts';
import { outboxTiming, scale } from './times.ts';

/** What a till says at one moment, and what its file then holds. Times are of its own clock. */
export interface Seen {
  readonly nowMs: number;
  readonly unsent: readonly {
    readonly reference: string;
    readonly state: SaleState;
    readonly proof: Proof;
    /**
     * Since when, as the till recorded it; a time in the future means that it may have been for
     * ever.
     */
    readonly recordedMs: number;
  }[];
  readonly overdue: readonly string[];
  readonly connection: string;
  readonly isPauseTold: boolean;
  readonly nextTryAtMs: number | null;
  readonly gateSinceMs: number | null;
  readonly clockAheadMs: number | null;
  /** How many different sales were sent since the last acceptance; null while one is sending. */
  readonly failing: number | null;
}

const sendingBoundMs = 200_000;
const queuedBoundMs = 300_000;
const heldBoundMs = 3_600_000;
const doubtGraceMs = 300_000;
/** A clock may be corrected by so much every day. */
const clockToleranceMs = 60_000;
const toPause = 3;
/** A till may be seen between two of its own steps. */
const timesSeen = 4;

interface Wait {
  readonly as: 'queued' | 'sending' | 'in_doubt';
  readonly sinceMs: number;
  /** By the till's clock. */
  readonly wallMs: number;
  /** Another time means another attempt. */
  readonly recordedMs: number;
}

export interface NeverTold {
  readonly reference: string;
  readonly what: string;
}

/** Watches one till over all its starts. */
export class Waiting {
  readonly neverTold: NeverTold[] = [];
  readonly #waits = new Map<string, readonly Wait[]>();
  #silentPauses = 0;
  #silentStops = 0;

  /** `elapsedMs`: in our time, by a clock that is never set. */
  see(seen: Seen, elapsedMs: number): void {
    const atMs = elapsedMs * scale;
    const known = new Set(seen.unsent.map(({ reference }) => reference));
    for (const reference of this.#waits.keys()) {
      if (!known.has(reference)) this.#waits.delete(reference);
    }
    const told = new Set(seen.overdue);
    for (const sale of seen.unsent) {
      const waits = this.#waitsOf(sale, atMs, seen.nowMs);
      this.#waits.set(sale.reference, waits);
      const wait = waits.find(({ as }) => as === sale.state);
      if (!wait || told.has(sale.reference)) continue;
      const boundMs = boundOf(sale, seen);
      const isLong = atMs - wait.sinceMs > boundMs;
      // For a till whose clock was set back only the recorded time counts.
      const sinceMs = Math.max(wait.wallMs, sale.recordedMs);
      const isLongByTheWall =
        seen.nowMs - sinceMs > boundMs || sale.recordedMs > seen.nowMs + clockToleranceMs;
      if (isLong && isLongByTheWall) {
        const seconds = Math.round((atMs - wait.sinceMs) / 1000);
        this.#complain(sale.reference, `${sale.state} for ${seconds} s, ${sale.proof}`);
      }
    }
    this.#seePause(seen);
  }

  /** A person has restarted the sale's life. */
  begunAnew(reference: string): void {
    this.#waits.delete(reference);
  }

  #waitsOf(
    { reference, state, recordedMs }: Seen['unsent'][number],
    sinceMs: number,
    wallMs: number,
  ): readonly Wait[] {
    const before = this.#waits.get(reference) ?? [];
    // A sale that is sending again is still in doubt.
    const kept = before.filter(
      (wait) =>
        (wait.as === state && (state !== 'sending' || wait.recordedMs === recordedMs)) ||
        (wait.as === 'in_doubt' && state === 'sending'),
    );
    if (state !== 'queued' && state !== 'sending' && state !== 'in_doubt') return [];
    return kept.some(({ as }) => as === state)
      ? kept
      : [...kept, { as: state, sinceMs, wallMs, recordedMs }];
  }

  #seePause({ failing, connection, isPauseTold, nextTryAtMs }: Seen): void {
    if (failing === null) return;
    const isOnline = connection === 'online';
    this.#silentPauses =
      failing >= toPause && isOnline && !isPauseTold ? this.#silentPauses + 1 : 0;
    this.#silentStops = !isOnline && nextTryAtMs === null ? this.#silentStops + 1 : 0;
    if (this.#silentPauses === timesSeen) this.#complain('a pause', `${failing} sales failed`);
    if (this.#silentStops === timesSeen) this.#complain('a next try', connection);
  }

  #complain(reference: string, what: string): void {
    if (this.neverTold.some((one) => one.reference === reference)) return;
    this.neverTold.push({ reference, what });
  }
}

function boundOf({ state, proof }: Seen['unsent'][number], seen: Seen): number {
  switch (state) {
    case 'sending':
      return sendingBoundMs;
    case 'in_doubt':
      return (proof === 'absence' ? 6 : 1) * outboxTiming.settlingMs + doubtGraceMs;
    default: {
      const { connection, gateSinceMs, nextTryAtMs, isPauseTold } = seen;
      const maySend =
        connection === 'online' && gateSinceMs === null && nextTryAtMs === null && !isPauseTold;
      return maySend ? queuedBoundMs : heldBoundMs;
    }
  }
}
