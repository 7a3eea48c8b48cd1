// The rules of the outbox, without a file, a network or a clock: what may be sent next, when sales
// in doubt are looked for, and what the end of an attempt and a look-up prove. Times are monotonic
// milliseconds unless they say otherwise.
import type { Proof } from '../contract/outbox-states.ts';
import { growingWaitMs, longestRetryAfterMs, type OutboxTiming } from './timing.ts';

/** A sale in doubt, as its row tells it. */
export interface Doubt {
  readonly reference: string;
  readonly proof: Proof;
  /** When its last attempt began, by the computer's clock. */
  readonly attemptedAtMs: number;
  /** Attempts that count against it. */
  readonly failedAttempts: number;
}

/** What one complete look-up saw of a sale. */
export interface Sighting {
  readonly reference: string;
  readonly saw: 'nothing' | 'as_asked' | 'not_finalized' | 'other_kind' | 'several';
  /**
   * Whether the look-up showed what it must show if it works: a document confirmed after the
   * attempt, or only an earlier one.
   */
  readonly control: 'after' | 'before' | 'missed';
  readonly beganAtMs: number;
  /** Made in the turn in which the sale would be sent again. */
  readonly inTurn: boolean;
}

/** `shown`: the service holds it unfinalized, so that it is never sent again. */
export type Verdict =
  'found' | 'shown' | 'incomplete' | 'mismatch' | 'missing' | 'absent' | 'judged' | 'wait';

/** How an attempt ended that may have reached the service. */
export interface Failure {
  readonly proof: Exclude<Proof, 'none'>;
  /** 401 and 429 never count against a sale. */
  readonly counts: boolean;
  readonly retryAfterMs: number | null;
}

interface DoubtTimer {
  proof: Proof;
  failedAttempts: number;
  attemptedAtMs: number;
  /** When its last attempt ended; for an earlier run's, when this one began. */
  readonly endedAtMs: number;
  /** The order of its last attempt among all of this run; 0 before the first. */
  readonly attempt: number;
  /**
   * The last look-up was answered: only then a look-up in its turn is worth holding up others for.
   */
  isSeen: boolean;
  /** Complete look-ups that found nothing, without too long a gap. */
  series: Series | null;
  /** When the service was first seen to hold it unfinalized. */
  draftSinceMs: number | null;
  control: Sighting['control'];
  /** When the look-up was answered that proved, in its turn, that the service does not hold it. */
  provenAtMs: number | null;
}

interface Series {
  readonly sinceMs: number;
  lastMs: number;
  lookUps: number;
  /** The first of those that, without a break, showed a sale confirmed after the attempt. */
  freshSinceMs: number | null;
}

/** The one creation that may be in flight. */
interface Attempt {
  readonly reference: string;
  readonly attemptedAtMs: number;
  readonly number: number;
  /** What was known of the sale when it was claimed, where it was in doubt. */
  readonly former: DoubtTimer | undefined;
}

export type Creation =
  | { readonly do: 'send' }
  | { readonly do: 'send_again'; readonly reference: string }
  | { readonly do: 'wait'; readonly untilMs: number };

const dayMs = 86_400_000;
const toPause = 3;
const toJudge = 3;

/** Two clocks that part by more than this: the computer slept, or a clock was set. */
const jumpMs = 30_000;

export class Rules {
  readonly #timing: OutboxTiming;
  readonly #random: () => number;
  readonly #timers = new Map<string, DoubtTimer>();
  /** Nothing is created before one look-up for the whole outbox was answered. */
  #gateClosedAtMs: number | null = null;
  #gateClosings = 0;
  #released = false;
  #clockOffsetMs: number | null = null;
  #attempts = 0;
  #attempt: Attempt | null = null;
  #lastAccepted = 0;
  /** Sent and not accepted since the last acceptance, each sale once, in order. */
  #failing: { readonly reference: string; readonly attempt: number }[] = [];
  #failures = 0;
  #sendAtMs = 0;
  /** A first attempt and one more take turns. */
  #againNext = true;
  #roundAtMs = Infinity;
  #rounds = 0;
  #roundsFailed = 0;
  #lagMs = 0;
  #lagLearntAtMs = -Infinity;

  constructor(timing: OutboxTiming, random: () => number = Math.random) {
    this.#timing = timing;
    this.#random = random;
  }

  // The gate

  closeGate(nowMs: number): void {
    this.#gateClosings += 1;
    this.#gateClosedAtMs ??= nowMs;
  }

  /** Which look opens it: one that began before it was closed once more does not. */
  get gateClosings(): number {
    return this.#gateClosings;
  }

  openGate(closings = this.#gateClosings): void {
    if (closings === this.#gateClosings) this.#gateClosedAtMs = null;
  }

  get gateClosedAtMs(): number | null {
    return this.#gateClosedAtMs;
  }

  /** A named person lets sales that were never attempted go, until the next start. */
  release(): void {
    this.#released = true;
  }

  get isReleased(): boolean {
    return this.#released && this.#gateClosedAtMs !== null;
  }

  /** Sales that were never attempted may go. */
  get letsGo(): boolean {
    return this.#released || this.#gateClosedAtMs === null;
  }

  /**
   * A sleep of the computer, or a clock that was set, begins every timer anew and closes the gate.
   * Returns whether so.
   */
  readClocks(nowMs: number, wallMs: number): boolean {
    const offsetMs = wallMs - nowMs;
    const byMs = this.#clockOffsetMs === null ? 0 : offsetMs - this.#clockOffsetMs;
    this.#clockOffsetMs = offsetMs;
    if (Math.abs(byMs) <= jumpMs) return false;
    // No attempt is older for it.
    for (const timer of this.#timers.values()) timer.attemptedAtMs += byMs;
    this.restartTimers(nowMs);
    return true;
  }

  /** What was seen before an outage, a sleep or a sign-in says little about now. */
  restartTimers(nowMs: number): void {
    for (const timer of this.#timers.values()) {
      timer.series = null;
      timer.provenAtMs = null;
    }
    this.closeGate(nowMs);
    this.#roundAtMs = this.#timers.size > 0 ? nowMs : Infinity;
  }

  // Sales in doubt

  /** A sale that an earlier run left in doubt, or that a person or an older file put there. */
  doubt(doubt: Doubt, nowMs: number): void {
    this.#startTimer(doubt, nowMs, 0);
  }

  #startTimer({ reference, ...doubt }: Doubt, nowMs: number, attempt: number): void {
    this.#timers.set(reference, {
      ...doubt,
      endedAtMs: nowMs,
      attempt,
      isSeen: false,
      series: null,
      draftSinceMs: null,
      control: 'missed',
      provenAtMs: null,
    });
    this.#lookAtOnce(nowMs);
  }

  #lookAtOnce(nowMs: number): void {
    this.#rounds = 0;
    this.#roundAtMs = nowMs;
  }

  /** It is in doubt no more. */
  settle(reference: string): void {
    this.#stopTimer(reference);
    // What was ended pauses nothing any more.
    this.#stillFail((failing) => failing.reference !== reference);
  }

  #stopTimer(reference: string): void {
    this.#timers.delete(reference);
    if (this.#timers.size === 0) this.#roundAtMs = Infinity;
  }

  get doubts(): readonly string[] {
    return [...this.#timers.keys()];
  }

  /** How long, and how often, a sale has been looked for without a gap. */
  shownOf(reference: string): { readonly lookUps: number; readonly settledMs: number } {
    const series = this.#timers.get(reference)?.series;
    const settledMs = series ? Math.round(series.lastMs - series.sinceMs) : 0;
    return { lookUps: series?.lookUps ?? 0, settledMs };
  }

  /** A person has corrected it: the count of what speaks against it begins anew. */
  forgive(reference: string): void {
    const timer = this.#timers.get(reference);
    if (timer) timer.failedAttempts = 0;
  }

  // Sending

  get isPaused(): boolean {
    return this.#failing.length >= toPause;
  }

  /** While nothing may be sent for having failed. */
  get sendAtMs(): number {
    return this.#sendAtMs;
  }

  /** `hasQueued`: a sale is there that was never sent, or provably did not leave. */
  nextCreation(hasQueued: boolean, nowMs: number, wallMs: number): Creation {
    if (!this.letsGo) return { do: 'wait', untilMs: Infinity };
    if (nowMs < this.#sendAtMs) return { do: 'wait', untilMs: this.#sendAtMs };
    const again = this.#gateClosedAtMs === null ? this.#firstTurn(wallMs, nowMs) : null;
    const isRipe = again !== null && again.turnAtMs <= nowMs;
    if (hasQueued && (this.isPaused || !this.#againNext || !isRipe)) {
      this.#againNext = true;
      return { do: 'send' };
    }
    if (!isRipe) return { do: 'wait', untilMs: again?.turnAtMs ?? Infinity };
    this.#againNext = false;
    return { do: 'send_again', reference: again.reference };
  }

  /**
   * Of those whose rows allow another attempt, the one that may go first; where several may go now,
   * the one tried longest ago.
   */
  #firstTurn(wallMs: number, nowMs: number): { reference: string; turnAtMs: number } | null {
    let first: { reference: string; turnAtMs: number; attempt: number } | null = null;
    for (const [reference, timer] of this.#timers) {
      const turnAtMs = Math.max(nowMs, this.#ripeAtMs(timer, nowMs, wallMs));
      const { attempt } = timer;
      const isFirst =
        first === null ||
        turnAtMs < first.turnAtMs ||
        (turnAtMs === first.turnAtMs && attempt < first.attempt);
      if (isFirst && turnAtMs < Infinity) first = { reference, turnAtMs, attempt };
    }
    return first;
  }

  /** When all is shown but what the look-up in its turn must show. */
  #ripeAtMs(timer: DoubtTimer, nowMs: number, wallMs: number): number {
    if (!timer.isSeen) return Infinity;
    switch (timer.proof) {
      case 'none':
        return 0;
      case 'look':
        return timer.endedAtMs + this.#patienceMs();
      case 'absence': {
        const { series } = timer;
        if (!series || series.lookUps + 1 < this.#timing.lookUpsNeeded) return Infinity;
        return this.#isBroken(series, nowMs) ? Infinity : this.#shownAtMs(timer, series, wallMs);
      }
      case 'never':
        return Infinity;
    }
  }

  #patienceMs(): number {
    return Math.max(this.#timing.settlingMs / 5, 2 * this.#lagMs);
  }

  get #settlingMs(): number {
    return this.#timing.settlingMs + 2 * this.#lagMs;
  }

  /**
   * An earlier control shows less: six settling times are watched, but a day after the attempt one
   * suffices.
   */
  #neededMs({ attemptedAtMs }: DoubtTimer, control: Sighting['control'], wallMs: number): number {
    const isOld = wallMs - attemptedAtMs >= dayMs;
    return control === 'after' || isOld ? this.#settlingMs : 6 * this.#settlingMs;
  }

  /**
   * When the look-ups have shown enough. Those before the control was there say nothing of how late
   * the lists are: lists as of a time before the document was made show an earlier control as well.
   */
  #shownAtMs(timer: DoubtTimer, { sinceMs, freshSinceMs }: Series, wallMs: number): number {
    const longMs = sinceMs + this.#neededMs(timer, 'before', wallMs);
    return freshSinceMs === null ? longMs : Math.min(longMs, freshSinceMs + this.#settlingMs);
  }

  #isBroken({ lastMs }: { readonly lastMs: number }, nowMs: number): boolean {
    return nowMs - lastMs > 3 * this.#timing.lookUpCapMs;
  }

  /** Still so: seen a moment ago, no document since, and the gate stayed open. */
  isProvenAbsent(reference: string, nowMs: number): boolean {
    const lastMs = this.#timers.get(reference)?.provenAtMs ?? null;
    return lastMs !== null && this.#gateClosedAtMs === null && !this.#isBroken({ lastMs }, nowMs);
  }

  /** The request is about to leave. */
  begin(reference: string, wallMs: number): void {
    this.#attempts += 1;
    const former = this.#timers.get(reference);
    this.#attempt = { reference, attemptedAtMs: wallMs, number: this.#attempts, former };
    this.#stopTimer(reference);
  }

  #endAttempt(): Attempt {
    const attempt = this.#attempt;
    if (!attempt) throw new Error('no attempt is under way');
    this.#attempt = null;
    return attempt;
  }

  /** The answer says that the document is there as it was asked for. */
  accepted(): void {
    this.#acceptedSince(this.#endAttempt().number);
  }

  /** Being found as asked is an acceptance, dated by its attempt. */
  found(reference: string): void {
    this.#acceptedSince(this.#timers.get(reference)?.attempt ?? 0);
    this.settle(reference);
  }

  #acceptedSince(attempt: number): void {
    this.#lastAccepted = Math.max(this.#lastAccepted, attempt);
    this.#stillFail((failing) => failing.attempt > attempt);
  }

  #stillFail(does: (failing: { reference: string; attempt: number }) => boolean): void {
    this.#failing = this.#failing.filter(does);
    if (this.#failing.length > 0) return;
    this.#failures = 0;
    this.#sendAtMs = 0;
  }

  /** Nothing left the till: what was known of the sale is still so. */
  notSent(nowMs: number): void {
    const { reference, former } = this.#endAttempt();
    if (former) {
      this.#timers.set(reference, former);
      this.#lookAtOnce(nowMs);
    }
    this.#failures += 1;
    this.#sendAtMs = nowMs + this.#waitMs(this.#timing.retryCapMs);
  }

  /**
   * It may have reached the service. It counts against the sale only if another was accepted since
   * its attempt before: no sale is judged alone. Returns what its row says from now on.
   */
  failed(
    failure: Failure,
    nowMs: number,
  ): { readonly proof: Proof; readonly failedAttempts: number } {
    const { reference, number, former, attemptedAtMs } = this.#endAttempt();
    const isForPerson = this.isReleased || former?.proof === 'never';
    const proof = isForPerson ? 'never' : failure.proof;
    const counts = failure.counts && this.#lastAccepted > (former?.attempt ?? 0);
    const failedAttempts = (former?.failedAttempts ?? 0) + (counts ? 1 : 0);
    this.#startTimer({ reference, proof, attemptedAtMs, failedAttempts }, nowMs, number);
    const others = this.#failing.filter((failing) => failing.reference !== reference);
    this.#failing = [...others, { reference, attempt: number }];
    this.#failures += 1;
    const { retryCapMs, pausedProbeMs } = this.#timing;
    const retryAfterMs = Math.min(failure.retryAfterMs ?? 0, longestRetryAfterMs);
    const waitMs = this.#waitMs(this.isPaused ? pausedProbeMs : retryCapMs);
    this.#sendAtMs = nowMs + Math.max(retryAfterMs, waitMs);
    return { proof, failedAttempts };
  }

  #waitMs(capMs: number): number {
    return growingWaitMs(
      this.#failures,
      { firstMs: this.#timing.retryFirstMs, capMs },
      this.#random(),
    );
  }

  /**
   * A person asks: waits are cut short. What must be shown before a sale is sent again still holds.
   */
  tryNow(nowMs: number): void {
    this.#sendAtMs = 0;
    if (this.#timers.size > 0) this.#roundAtMs = Math.min(this.#roundAtMs, nowMs);
  }

  // Looking

  /** When all sales in doubt are looked for next. */
  get roundAtMs(): number {
    return this.#roundAtMs;
  }

  /** A round ended; one in which no look was answered spaces the next one out further. */
  roundEnded(wasAnswered: boolean, nowMs: number): void {
    if (this.#timers.size === 0) return;
    const { firstLookUpMs, lookUpCapMs } = this.#timing;
    this.#rounds += 1;
    this.#roundsFailed = wasAnswered ? 0 : this.#roundsFailed + 1;
    const spacing = { firstMs: firstLookUpMs, capMs: lookUpCapMs };
    this.#roundAtMs =
      nowMs +
      (wasAnswered
        ? Math.min(firstLookUpMs * 3 ** Math.min(this.#rounds - 1, 20), lookUpCapMs)
        : growingWaitMs(this.#roundsFailed, spacing, this.#random()));
  }

  /** What a complete look-up at a sale in doubt means for it. */
  looked(sighting: Sighting, nowMs: number, wallMs: number): Verdict {
    const timer = this.#timers.get(sighting.reference);
    if (!timer) return 'wait';
    // One in its turn that shows too little waits for the next round.
    timer.isSeen = !sighting.inTurn;
    if (sighting.saw !== 'nothing') timer.provenAtMs = null;
    switch (sighting.saw) {
      case 'as_asked':
        return 'found';
      case 'other_kind':
      case 'several':
        return 'mismatch';
      case 'not_finalized': {
        // Finalizing comes after creating: what is not finalized yet may be in a moment.
        timer.proof = 'never';
        timer.draftSinceMs ??= nowMs;
        return nowMs - timer.draftSinceMs >= this.#settlingMs ? 'incomplete' : 'shown';
      }
      case 'nothing':
        return this.#sawNothing(timer, sighting, nowMs, wallMs);
    }
  }

  #sawNothing(timer: DoubtTimer, sighting: Sighting, nowMs: number, wallMs: number): Verdict {
    const { control, beganAtMs, inTurn } = sighting;
    // It was sent once more while it was looked for: what was seen is of before.
    if (beganAtMs < timer.endedAtMs) return 'wait';
    const counts = control !== 'missed' || timer.proof !== 'absence';
    if (counts) {
      if (!timer.series || this.#isBroken(timer.series, beganAtMs)) {
        timer.series = { sinceMs: nowMs, lastMs: nowMs, lookUps: 0, freshSinceMs: null };
      }
      timer.series.lastMs = nowMs;
      timer.series.lookUps += 1;
      timer.series.freshSinceMs = control === 'after' ? (timer.series.freshSinceMs ?? nowMs) : null;
      timer.control = control;
    }
    if (timer.proof === 'never') {
      const searchedMs = nowMs - (timer.series?.sinceMs ?? nowMs);
      return searchedMs >= this.#settlingMs ? 'missing' : 'wait';
    }
    if (inTurn && counts && this.#isAbsent(timer, sighting, wallMs)) {
      timer.provenAtMs = nowMs;
      return timer.failedAttempts >= toJudge ? 'judged' : 'absent';
    }
    return 'wait';
  }

  #isAbsent(timer: DoubtTimer, { beganAtMs }: Sighting, wallMs: number): boolean {
    if (timer.proof === 'look') return beganAtMs >= timer.endedAtMs + this.#patienceMs();
    const { series } = timer;
    return (
      series !== null &&
      series.lookUps >= this.#timing.lookUpsNeeded &&
      beganAtMs >= this.#shownAtMs(timer, series, wallMs)
    );
  }

  /** A look-up that failed proves nothing. */
  lookUpFailed(reference: string): void {
    const timer = this.#timers.get(reference);
    if (timer) timer.isSeen = false;
  }

  /** A control was found that an earlier look-up had missed, so long after it was confirmed. */
  learnLag(lagMs: number, nowMs: number): void {
    if (nowMs < this.#lagLearntAtMs + this.#timing.measureMs && lagMs <= this.#lagMs) return;
    this.#lagLearntAtMs = nowMs;
    this.#lagMs = Math.min(lagMs, this.#timing.settlingMs);
  }

  /** How long a sale may be in doubt before a person is told, and may settle it. */
  doubtBoundMs(reference: string, wallMs: number): number {
    const timer = this.#timers.get(reference);
    const isSlow =
      timer?.proof === 'absence' &&
      timer.control === 'before' &&
      this.#neededMs(timer, timer.control, wallMs) > this.#settlingMs;
    return (isSlow ? 6 : 1) * this.#timing.settlingMs + 300_000;
  }
}
