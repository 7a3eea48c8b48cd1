// Sales in doubt, as this run of the program has watched them: when each is looked up next, and for how long it has been
// quiet. Kept in memory and by the monotonic clock: neither a wrong wall clock nor an outage before the first complete look
// can pass for quiet time, and a new start watches anew.
import type { OutboxTiming } from './timing.ts';

interface Vigil {
  readonly beganAtMs: number;
  /** Complete look-ups that found nothing. */
  lookUps: number;
  /** Look-ups that failed since the last complete one: they prove nothing, and space themselves out. */
  failures: number;
  /** When the first complete look-up found nothing. */
  quietSinceMs: number | undefined;
  dueAtMs: number;
}

export interface Quiet {
  readonly lookUps: number;
  readonly quietMs: number;
}

export class Watch {
  readonly #timing: OutboxTiming;
  readonly #vigils = new Map<string, Vigil>();

  constructor(timing: OutboxTiming) {
    this.#timing = timing;
  }

  /** Looked up at once, and everything known of earlier attempts is forgotten. */
  begin(reference: string, nowMs: number): void {
    const vigil = {
      beganAtMs: nowMs,
      lookUps: 0,
      failures: 0,
      quietSinceMs: undefined,
      dueAtMs: nowMs,
    };
    this.#vigils.set(reference, vigil);
  }

  end(reference: string): void {
    this.#vigils.delete(reference);
  }

  /** The one that has been due for longest. */
  due(nowMs: number): string | undefined {
    const first = this.#earliest();
    return first && first.dueAtMs <= nowMs ? first.reference : undefined;
  }

  nextDueAtMs(): number | undefined {
    return this.#earliest()?.dueAtMs;
  }

  /** "Try now": every look-up is due at once. The settling time still holds before anything is sent again. */
  hasten(nowMs: number): void {
    for (const vigil of this.#vigils.values()) vigil.dueAtMs = Math.min(vigil.dueAtMs, nowMs);
  }

  /** A complete look-up found nothing: answers what has been seen so far, this one included. */
  foundNothing(reference: string, nowMs: number, settlingMs: number): Quiet {
    const vigil = this.#require(reference);
    const { firstLookUpMs, lookUpCapMs } = this.#timing;
    vigil.lookUps += 1;
    vigil.failures = 0;
    vigil.quietSinceMs ??= nowMs;
    // At growing distances, and once exactly when the settling time ends.
    const growingMs = Math.min(firstLookUpMs * 3 ** (vigil.lookUps - 1), lookUpCapMs);
    const settledAtMs = vigil.quietSinceMs + settlingMs;
    vigil.dueAtMs =
      nowMs < settledAtMs ? Math.min(nowMs + growingMs, settledAtMs) : nowMs + growingMs;
    return { lookUps: vigil.lookUps, quietMs: nowMs - vigil.quietSinceMs };
  }

  failed(reference: string, nowMs: number): void {
    const vigil = this.#require(reference);
    const { firstLookUpMs, lookUpCapMs } = this.#timing;
    const growingMs = Math.min(firstLookUpMs * 2 ** Math.min(vigil.failures, 30), lookUpCapMs);
    // A proof that fails after a complete look must not bring the next one forward.
    vigil.dueAtMs = Math.max(vigil.dueAtMs, nowMs + growingMs);
    vigil.failures += 1;
  }

  /** For how long the sale has been watched, in this run of the program; undefined where it is not. */
  watchedMs(reference: string, nowMs: number): number | undefined {
    const vigil = this.#vigils.get(reference);
    return vigil && nowMs - vigil.beganAtMs;
  }

  dueAtMs(reference: string): number {
    return this.#require(reference).dueAtMs;
  }

  #require(reference: string): Vigil {
    const vigil = this.#vigils.get(reference);
    if (!vigil) throw new Error(`${reference} is not watched`);
    return vigil;
  }

  #earliest(): { readonly reference: string; readonly dueAtMs: number } | undefined {
    let earliest: { reference: string; dueAtMs: number } | undefined;
    for (const [reference, { dueAtMs }] of this.#vigils) {
      if (!earliest || dueAtMs < earliest.dueAtMs) earliest = { reference, dueAtMs };
    }
    return earliest;
  }
}
