// The rules of the outbox, without a file, a network or a clock: what may be sent next, when sales
// in doubt are looked for, and what the end of an attempt and a look-up prove. Times are monotonic
// milliseconds unless they say otherwise.
import { growingWaitMs } from '../clock.ts';
import type { Proof, SaleEvent } from '../contract/outbox-states.ts';
import { longestRetryAfterMs, type OutboxTiming } from './timing.ts';

/** A sale in doubt, as its row describes it. */
export interface Doubt {
  readonly reference: string;
  readonly proof: Proof;
  /** How many attempts count against it. */
  readonly failedAttempts: number;
}

/** What one complete look-up saw of a sale. */
export interface Sighting {
  readonly reference: string;
  readonly saw: 'nothing' | 'as_asked' | 'not_finalized' | 'unreadable' | 'other_kind' | 'several';
  /**
   * The control that the look-up showed, as it must if it works: a document confirmed after the
   * attempt, or only an earlier one.
   */
  readonly control: 'after' | 'before' | 'missed';
  readonly beganAtMs: number;
  /** Whether it was made in the turn in which the sale would be sent again. */
  readonly inTurn: boolean;
}

/** What ends the doubt: an event of the sale. */
type Settling = Extract<SaleEvent, 'found' | 'found_not_finalized' | 'found_mismatch' | 'missing'>;

/** `shown`: the service holds the document unfinalized, so that the sale is never sent again. */
export type Verdict = Settling | 'shown' | 'absent' | 'judged' | 'wait';

export const isSettling = (verdict: Verdict): verdict is Settling =>
  verdict === 'missing' || verdict.startsWith('found');

/** How an attempt that may have reached the service ended. */
export interface Failure {
  readonly proof: Exclude<Proof, 'none'>;
  /** 401 and 429 never count against a sale. */
  readonly counts: boolean;
  readonly retryAfterMs: number | null;
}

interface DoubtTimer {
  proof: Proof;
  failedAttempts: number;
  /** When this run first saw it in doubt, whatever was attempted since. */
  readonly doubtedAtMs: number;
  /** When its last attempt ended; when this run began, if that was in an earlier one. */
  readonly endedAtMs: number;
  /** The place of its last attempt among all attempts of this run; 0 before the first. */
  readonly attempt: number;
  /**
   * Whether the last look-up was answered: only then is a look-up in the sale's turn worth holding
   * up others.
   */
  isSeen: boolean;
  /** Until when the service makes the look-up in its turn wait. */
  turnAtMs: number;
  /** The complete look-ups that found nothing, without too long a gap. */
  series: Series | null;
  /** When the service was first seen to hold the document unfinalized. */
  draftSinceMs: number | null;
  control: Sighting['control'];
  /**
   * When the look-up was answered that proved, in the sale's turn, that the service does not hold
   * it.
   */
  provenAtMs: number | null;
}

interface Series {
  readonly sinceMs: number;
  lastMs: number;
  lookUps: number;
  /** The first of the latest look-ups that all showed a sale confirmed after the attempt. */
  freshSinceMs: number | null;
}

/** The one creation that may be in flight. */
interface Attempt {
  readonly reference: string;
  readonly number: number;
  /** What was known of the sale when it was claimed, if it was in doubt. */
  readonly former: DoubtTimer | undefined;
}

export type Creation =
  /** `which`: of the sales that were never sent, or provably did not leave. */
  | { readonly do: 'send'; readonly which: 'oldest' | 'first_of_newest_day' }
  | { readonly do: 'send_again'; readonly reference: string }
  | { readonly do: 'wait'; readonly untilMs: number };

const toPause = 3;
const toJudge = 3;
/** How many settling times a sale is watched without a sale that was confirmed after it. */
const longFactor = 6;

/** If two clocks differ by more than this, the computer slept or a clock was set. */
const jumpMs = 30_000;

export class Rules {
  readonly #timing: OutboxTiming;
  readonly #random: () => number;
  readonly #timers = new Map<string, DoubtTimer>();
  /**
   * Since when nothing is created because one look-up for the whole outbox must be answered first;
   * null once it was.
   */
  #gateClosedAtMs: number | null = null;
  #gateClosings = 0;
  #gateFailures = 0;
  #gateLookAtMs = 0;
  #releasedBy: string | undefined;
  /** Whether nothing at all may be sent: another computer may be sending the same sales. */
  #isHeld = false;
  #clockOffsetMs: number | null = null;
  #attempts = 0;
  #attempt: Attempt | null = null;
  #lastAccepted = 0;
  /** The sales that were sent and not accepted since the last acceptance, each once, in order. */
  #failing: { readonly reference: string; readonly attempt: number }[] = [];
  #failures = 0;
  #sendAtMs = 0;
  /** Whether a further attempt is next: it takes turns with a first one. */
  #againNext = true;
  /** Whether, while paused, the first sale of the newest day is next. */
  #newestNext = true;
  #roundAtMs = Infinity;
  #rounds = 0;
  #roundsFailed = 0;

  constructor(timing: OutboxTiming, random: () => number = Math.random) {
    this.#timing = timing;
    this.#random = random;
  }

  // The gate

  closeGate(nowMs: number): void {
    this.#gateClosings += 1;
    this.#gateClosedAtMs ??= nowMs;
  }

  /** Which look opens the gate: one that began before the last closing does not. */
  get gateClosings(): number {
    return this.#gateClosings;
  }

  openGate(closings = this.#gateClosings): void {
    this.#gateFailures = 0;
    this.#gateLookAtMs = 0;
    if (closings === this.#gateClosings) this.#gateClosedAtMs = null;
  }

  /** When the whole outbox is looked for. */
  get gateLookAtMs(): number {
    return this.#gateClosedAtMs === null ? Infinity : this.#gateLookAtMs;
  }

  gateLookFailed(nowMs: number): void {
    this.#gateFailures += 1;
    this.#gateLookAtMs = nowMs + growingWaitMs(this.#gateFailures, this.#spacing, this.#random());
  }

  get gateClosedAtMs(): number | null {
    return this.#gateClosedAtMs;
  }

  /** Lets sales that were never attempted go, as a named person asks, until the next start. */
  release(by: string): void {
    this.#releasedBy = by;
  }

  /** Who lets sales go although the gate is closed. */
  get releasedBy(): string | undefined {
    return this.#gateClosedAtMs === null ? undefined : this.#releasedBy;
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Whether sales that were never attempted may go. */
  get letsGo(): boolean {
    if (this.#isHeld) return false;
    return this.#gateClosedAtMs === null || this.#releasedBy !== undefined;
  }

  /**
   * Begins every timer anew and closes the gate if the computer slept or a clock was set. Returns
   * whether so.
   */
  readClocks(nowMs: number, wallMs: number): boolean {
    const offsetMs = wallMs - nowMs;
    const byMs = this.#clockOffsetMs === null ? 0 : offsetMs - this.#clockOffsetMs;
    this.#clockOffsetMs = offsetMs;
    if (Math.abs(byMs) <= jumpMs) return false;
    this.restartTimers(nowMs);
    return true;
  }

  /** Forgets what was seen before an outage, a sleep or a sign-in: it says little about now. */
  restartTimers(nowMs: number): void {
    for (const timer of this.#timers.values()) {
      timer.series = null;
      timer.provenAtMs = null;
    }
    this.closeGate(nowMs);
    this.#roundAtMs = this.#timers.size > 0 ? nowMs : Infinity;
  }

  // Sales in doubt

  /**
   * Takes a sale that an earlier run left in doubt, or that a person or an older file put there.
   */
  doubt(doubt: Doubt, nowMs: number): void {
    this.#startTimer(doubt, nowMs, 0);
  }

  #startTimer(
    { reference, proof, failedAttempts }: Doubt,
    nowMs: number,
    attempt: number,
    doubtedAtMs = nowMs,
  ): void {
    this.#timers.set(reference, {
      ...{ proof, failedAttempts, doubtedAtMs },
      endedAtMs: nowMs,
      attempt,
      isSeen: false,
      turnAtMs: 0,
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

  /** Forgets a sale that is no longer in doubt. */
  settle(reference: string): void {
    this.#stopTimer(reference);
    // A sale that has ended pauses nothing any more.
    this.#stillFail((failing) => failing.reference !== reference);
  }

  #stopTimer(reference: string): void {
    this.#timers.delete(reference);
    if (this.#timers.size === 0) this.#roundAtMs = Infinity;
  }

  get doubts(): readonly string[] {
    return [...this.#timers.keys()];
  }

  /** Returns how long, and how often, a sale has been looked for without a gap. */
  shownOf(reference: string): { readonly lookUps: number; readonly settledMs: number } {
    const series = this.#timers.get(reference)?.series;
    const settledMs = series ? Math.round(series.lastMs - series.sinceMs) : 0;
    return { lookUps: series?.lookUps ?? 0, settledMs };
  }

  /** Begins the count against a sale anew, because a person has corrected it. */
  forgive(reference: string): void {
    const timer = this.#timers.get(reference);
    if (timer) timer.failedAttempts = 0;
  }

  // Sending

  get isPaused(): boolean {
    return this.#failing.length >= toPause;
  }

  /** Until when nothing may be sent after a failure. */
  get sendAtMs(): number {
    return this.#sendAtMs;
  }

  /**
   * Returns what to create next. `hasQueued`: there is a sale that was never sent, or provably did
   * not leave. While paused, the sale that has waited longest and the first of the newest day take
   * turns: one day's refusals do not hold up the next day's sales.
   */
  nextCreation(hasQueued: boolean, nowMs: number): Creation {
    if (!this.letsGo) return { do: 'wait', untilMs: Infinity };
    if (nowMs < this.#sendAtMs) return { do: 'wait', untilMs: this.#sendAtMs };
    const again = this.#gateClosedAtMs === null ? this.#firstTurn(nowMs) : null;
    const isRipe = again !== null && again.turnAtMs <= nowMs;
    if (hasQueued && this.isPaused && this.#newestNext) {
      this.#newestNext = false;
      return { do: 'send', which: 'first_of_newest_day' };
    }
    this.#newestNext = true;
    if (hasQueued && !(isRipe && (this.isPaused || this.#againNext))) {
      this.#againNext = true;
      return { do: 'send', which: 'oldest' };
    }
    if (!isRipe) return { do: 'wait', untilMs: again?.turnAtMs ?? Infinity };
    this.#againNext = false;
    return { do: 'send_again', reference: again.reference };
  }

  /**
   * Returns the sale that may be sent again first; if several may go now, the one tried longest
   * ago.
   */
  #firstTurn(nowMs: number): { reference: string; turnAtMs: number } | null {
    const turns = [...this.#timers].map(([reference, timer]) => ({
      ...{ reference, attempt: timer.attempt },
      turnAtMs: Math.max(nowMs, timer.turnAtMs, this.#ripeAtMs(timer, nowMs)),
    }));
    const [first = null] = turns
      .filter(({ turnAtMs }) => turnAtMs < Infinity)
      .sort((one, other) => one.turnAtMs - other.turnAtMs || one.attempt - other.attempt);
    return first;
  }

  /** Returns when everything is shown but what the look-up in the sale's turn must show. */
  #ripeAtMs(timer: DoubtTimer, nowMs: number): number {
    if (!timer.isSeen) return Infinity;
    const { proof, series } = timer;
    if (proof === 'none') return 0;
    if (proof === 'never' || !series || this.#isBroken(series, nowMs)) return Infinity;
    return series.lookUps + 1 < this.#timing.lookUpsNeeded ? Infinity : this.#shownAtMs(series);
  }

  /**
   * Returns when the look-ups have shown enough. An earlier control shows less, so that it takes
   * six settling times. Look-ups before the control was there do not tell how late the lists are:
   * lists that are older than the document show an earlier control as well.
   */
  #shownAtMs({ sinceMs, freshSinceMs }: Series): number {
    const { settlingMs } = this.#timing;
    const longMs = sinceMs + longFactor * settlingMs;
    return freshSinceMs === null ? longMs : Math.min(longMs, freshSinceMs + settlingMs);
  }

  /** Takes that the service makes the look-up in the sale's turn wait: others go first. */
  waitInTurn(reference: string, untilMs: number): void {
    const timer = this.#timers.get(reference);
    if (timer) timer.turnAtMs = untilMs;
  }

  #isBroken({ lastMs }: Pick<Series, 'lastMs'>, nowMs: number): boolean {
    return nowMs - lastMs > 3 * this.#timing.lookUpCapMs;
  }

  /**
   * Returns whether the proof still holds: seen a moment ago, no document since, and the gate
   * stayed open.
   */
  isProvenAbsent(reference: string, nowMs: number): boolean {
    const lastMs = this.#timers.get(reference)?.provenAtMs ?? null;
    return lastMs !== null && this.#gateClosedAtMs === null && !this.#isBroken({ lastMs }, nowMs);
  }

  /** Tells that the request is about to leave. */
  begin(reference: string): void {
    this.#attempts += 1;
    const former = this.#timers.get(reference);
    this.#attempt = { reference, number: this.#attempts, former };
    this.#stopTimer(reference);
  }

  #endAttempt(): Attempt {
    const attempt = this.#attempt;
    if (!attempt) throw new Error('no attempt is under way');
    this.#attempt = null;
    return attempt;
  }

  /** Ends the attempt: the answer says that the document is there as it was asked for. */
  accepted(): void {
    this.#acceptedSince(this.#endAttempt().number);
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

  /** Ends the attempt: nothing left the till, so that what was known of the sale still holds. */
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
   * Ends an attempt that may have reached the service. It counts against the sale only if another
   * sale was accepted since this sale's previous attempt: no sale is judged alone. Returns what the
   * sale's row says from now on.
   */
  failed(
    failure: Failure,
    nowMs: number,
  ): { readonly proof: Proof; readonly failedAttempts: number } {
    const { reference, number, former } = this.#endAttempt();
    const isForPerson = this.releasedBy !== undefined || former?.proof === 'never';
    const proof = isForPerson ? 'never' : failure.proof;
    const counts = failure.counts && this.#lastAccepted > (former?.attempt ?? 0);
    const failedAttempts = (former?.failedAttempts ?? 0) + (counts ? 1 : 0);
    this.#startTimer({ reference, proof, failedAttempts }, nowMs, number, former?.doubtedAtMs);
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
    const firstMs = this.#timing.retryFirstMs;
    return growingWaitMs(this.#failures, { firstMs, capMs }, this.#random());
  }

  /**
   * Cuts waits short, because a person asks. What must be shown before a sale is sent again still
   * holds.
   */
  tryNow(nowMs: number): void {
    this.#sendAtMs = 0;
    this.#gateLookAtMs = 0;
    for (const timer of this.#timers.values()) timer.turnAtMs = 0;
    if (this.#timers.size > 0) this.#roundAtMs = Math.min(this.#roundAtMs, nowMs);
  }

  // Looking

  /** When all sales in doubt are looked for next. */
  get roundAtMs(): number {
    return this.#roundAtMs;
  }

  /** Ends a round. If no look of it was answered, the next one comes later. */
  roundEnded(wasAnswered: boolean, nowMs: number): void {
    if (this.#timers.size === 0) return;
    const { firstMs, capMs } = this.#spacing;
    this.#rounds += 1;
    this.#roundsFailed = wasAnswered ? 0 : this.#roundsFailed + 1;
    this.#roundAtMs =
      nowMs +
      (wasAnswered
        ? Math.min(firstMs * 3 ** Math.min(this.#rounds - 1, 20), capMs)
        : growingWaitMs(this.#roundsFailed, this.#spacing, this.#random()));
  }

  get #spacing() {
    return { firstMs: this.#timing.firstLookUpMs, capMs: this.#timing.lookUpCapMs };
  }

  /** Takes a complete look-up of a sale in doubt and returns what it means. */
  looked(sighting: Sighting, nowMs: number): Verdict {
    const { reference } = sighting;
    const timer = this.#timers.get(reference);
    if (!timer) return 'wait';
    const verdict = this.#verdict(timer, sighting, nowMs);
    // A sale that was found as asked is an acceptance, dated by its attempt.
    if (verdict === 'found') this.#acceptedSince(timer.attempt);
    if (isSettling(verdict)) this.settle(reference);
    return verdict;
  }

  #verdict(timer: DoubtTimer, sighting: Sighting, nowMs: number): Verdict {
    // A look-up in the sale's turn that shows too little waits for the next round.
    timer.isSeen = !sighting.inTurn;
    if (sighting.saw !== 'nothing') timer.provenAtMs = null;
    switch (sighting.saw) {
      case 'as_asked':
        return 'found';
      case 'other_kind':
      case 'several':
        return 'found_mismatch';
      case 'not_finalized':
      case 'unreadable': {
        // Finalizing comes after creating: what is not finalized yet, or has no key or total yet,
        // may be in a moment.
        timer.proof = 'never';
        timer.draftSinceMs ??= nowMs;
        if (nowMs - timer.draftSinceMs < this.#timing.settlingMs) return 'shown';
        return sighting.saw === 'unreadable' ? 'found_mismatch' : 'found_not_finalized';
      }
      case 'nothing':
        return this.#sawNothing(timer, sighting, nowMs);
    }
  }

  #sawNothing(timer: DoubtTimer, sighting: Sighting, nowMs: number): Verdict {
    const { control, beganAtMs, inTurn } = sighting;
    // The sale was sent once more while it was looked for: this look shows the time before.
    if (beganAtMs < timer.endedAtMs) return 'wait';
    // A look-up that takes so long leaves a gap itself. In the turn enough was shown before it.
    const isLong = this.#isBroken({ lastMs: beganAtMs }, nowMs);
    if (isLong && !inTurn) return 'wait';
    const counts = control !== 'missed' || timer.proof === 'never';
    if (counts) {
      if (!timer.series || this.#isBroken(timer.series, beganAtMs)) {
        timer.series = { sinceMs: nowMs, lastMs: nowMs, lookUps: 0, freshSinceMs: null };
      }
      if (!isLong) timer.series.lastMs = nowMs;
      timer.series.lookUps += 1;
      timer.series.freshSinceMs = control === 'after' ? (timer.series.freshSinceMs ?? nowMs) : null;
      timer.control = control;
    }
    if (timer.proof === 'never') {
      const searchedMs = nowMs - (timer.series?.sinceMs ?? nowMs);
      return searchedMs >= this.#timing.settlingMs ? 'missing' : 'wait';
    }
    const { series } = timer;
    if (!inTurn || !counts || !series || series.lookUps < this.#timing.lookUpsNeeded) return 'wait';
    if (beganAtMs < this.#shownAtMs(series)) return 'wait';
    timer.provenAtMs = nowMs;
    return timer.failedAttempts >= toJudge ? 'judged' : 'absent';
  }

  /** Takes a failed look-up: it proves nothing. */
  lookUpFailed(reference: string): void {
    const timer = this.#timers.get(reference);
    if (timer) timer.isSeen = false;
  }

  /** Returns how long a sale may be in doubt before a person is told, and may settle it. */
  doubtBoundMs(reference: string): number {
    const timer = this.#timers.get(reference);
    const isSlow = timer?.proof === 'absence' && timer.control === 'before';
    const { settlingMs, decisionDelayMs } = this.#timing;
    return (isSlow ? longFactor : 1) * settlingMs + decisionDelayMs;
  }

  /**
   * Returns how long this run has watched the sale: no clock that is wrong makes that longer.
   */
  watchedMs(reference: string, nowMs: number): number {
    return nowMs - (this.#timers.get(reference)?.doubtedAtMs ?? nowMs);
  }
}
