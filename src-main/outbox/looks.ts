// Looking at the service: at sales in doubt until they are settled, at fresh documents to see how soon the search finds them,
// and at sales that may turn out to have a document too many.
import type { AppError, Result } from '../contract/errors.ts';
import { isSurelyListed } from '../contract/new-document.ts';
import { next, type SaleState } from '../contract/outbox-states.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { LookUpRow } from '../service/responses.ts';
import {
  doubtfulReferences,
  latestConfirmedReference,
  noteNextLookUp,
  readDoubt,
} from '../store/doubts.ts';
import { longestFindableMs, noteFindable } from '../store/findable.ts';
import {
  dueLaterLook,
  forgetFutureLooks,
  isDue,
  nextLaterLookAtMs,
  noteLaterLook,
  plannedLaterLooks,
  postponeLaterLook,
  type LaterLook,
} from '../store/later-looks.ts';
import type { Store } from '../store/open.ts';
import { noteLook } from '../store/sale-steps.ts';
import { requireSale } from '../store/sales.ts';
import type { Clock } from './clock.ts';
import type { DurableWrites } from './durable-writes.ts';
import { Findability } from './findability.ts';
import type { Link } from './link.ts';
import {
  evidenceOf,
  findingOf,
  isSettled,
  lookEvidence,
  proveAbsence,
  searchReference,
  settlingTimeMs,
  type Finding,
  type LookUpDocuments,
} from './reconcile.ts';
import type { OutboxTiming } from './timing.ts';
import { Watch } from './watch.ts';

export interface LooksOptions {
  readonly db: Store;
  readonly clock: Clock;
  readonly timing: OutboxTiming;
  readonly link: Link;
  readonly writes: DurableWrites;
  readonly lookUp: LookUpDocuments;
  readonly onSaleChanged: (sale: SaleSummary) => void;
}

export class Looks {
  readonly #options: LooksOptions;
  readonly #watch: Watch;
  readonly #findability: Findability;

  constructor(options: LooksOptions) {
    this.#options = options;
    this.#watch = new Watch(options.timing);
    this.#findability = new Findability(options.timing);
  }

  /** At the start of the program: every sale in doubt is watched anew. */
  begin(): void {
    for (const reference of doubtfulReferences(this.#options.db)) this.doubted(reference);
  }

  doubted(reference: string): void {
    this.#watch.begin(reference, this.#options.clock.monotonicMs());
  }

  /** How soon a document is found is measured where it is sure to be found. */
  confirmed({ reference, asked }: Pick<SaleSummary, 'reference' | 'asked'>): void {
    if (!isSurelyListed(asked)) return;
    this.#findability.confirmed(reference, this.#options.clock.monotonicMs());
  }

  hasten(): void {
    this.#watch.hasten(this.#options.clock.monotonicMs());
  }

  /** The sale in doubt that is to be looked up now. */
  dueDoubt(): string | undefined {
    return this.#watch.due(this.#options.clock.monotonicMs());
  }

  /** The fresh document that is to be looked for now. */
  dueMeasurement(): string | undefined {
    return this.#findability.due(this.#options.clock.monotonicMs());
  }

  dueLater(): Promise<LaterLook | undefined> {
    const { db, clock, timing, writes } = this.#options;
    return writes.until(() => {
      forgetFutureLooks(db, clock.nowMs());
      return dueLaterLook(db, timing.laterLooksMs, clock.nowMs());
    });
  }

  /** On the monotonic clock. */
  nextAtMs(): number {
    const { db, clock, timing } = this.#options;
    return Math.min(
      this.#watch.nextDueAtMs() ?? Infinity,
      this.#findability.dueAtMs,
      clock.monotonicMs() + nextLaterLookAtMs(db, timing.laterLooksMs) - clock.nowMs(),
    );
  }

  async settle(reference: string): Promise<void> {
    const { signIns } = this.#options.link;
    const finding = await this.#find(reference);
    // A person may settle it meanwhile; what was found then is for the later looks to see again.
    if (requireSale(this.#options.db, reference).state !== 'in_doubt') {
      this.#watch.end(reference);
    } else if (finding.ok && finding.value) {
      this.#watch.end(reference);
      const atMs = this.#options.clock.nowMs();
      await this.#options.writes.recordFrom('in_doubt', { reference, atMs, ...finding.value });
    } else {
      await this.#lookAgain(reference, finding.ok ? null : finding.error);
    }
    if (finding.ok) this.#options.link.learn(undefined, signIns);
    else this.#options.link.learnFromLookUp(finding.error, signIns);
  }

  /** Nothing is decided: what the look saw is written down, and when the next one is due. */
  async #lookAgain(reference: string, failure: AppError | null): Promise<void> {
    const { db, clock } = this.#options;
    const monotonicMs = clock.monotonicMs();
    if (failure) this.#watch.failed(reference, monotonicMs);
    const nowMs = clock.nowMs();
    await this.#options.writes.until(() => {
      noteLook(db, { reference, atMs: nowMs, evidence: lookEvidence(failure ?? 0) });
      noteNextLookUp(db, reference, nowMs + this.#watch.dueAtMs(reference) - monotonicMs);
    });
    this.#options.onSaleChanged(requireSale(db, reference));
  }

  #settlingMs(nowMs: number): number {
    const { db, timing } = this.#options;
    const findableMs = Math.max(longestFindableMs(db), this.#findability.lagMs(nowMs));
    return settlingTimeMs(timing, findableMs);
  }

  /** How long the till has still to watch a sale in doubt before a person may decide about it. */
  undecidableMs(reference: string): number {
    const nowMs = this.#options.clock.monotonicMs();
    const watchedMs = this.#watch.watchedMs(reference, nowMs) ?? 0;
    return Math.max(0, this.#settlingMs(nowMs) - watchedMs);
  }

  /** Null when nothing was found and absence is not proven yet. */
  async #find(reference: string): Promise<Result<Finding | null>> {
    const { db, clock, timing } = this.#options;
    const doubt = readDoubt(db, reference);
    const found = await searchReference(this.#options.lookUp, reference);
    if (!found.ok) return found;
    const finding = findingOf(doubt, found.value);
    if (finding) return { ok: true, value: finding };
    const nowMs = clock.monotonicMs();
    const settlingMs = this.#settlingMs(nowMs);
    const quiet = this.#watch.foundNothing(reference, nowMs, settlingMs);
    if (!isSettled(timing, quiet, settlingMs)) return { ok: true, value: null };
    const control = latestConfirmedReference(db, doubt.asked);
    return proveAbsence(this.#options.lookUp, doubt, quiet, control);
  }

  /** Whether the search finds the document of a sale that has just been confirmed, and how long that took. */
  async measure(reference: string): Promise<void> {
    const { db, clock } = this.#options;
    const { signIns } = this.#options.link;
    const found = await searchReference(this.#options.lookUp, reference);
    const nowMs = clock.monotonicMs();
    if (!found.ok) {
      // A search that fails measures nothing.
      this.#findability.end();
      this.#options.link.learnFromLookUp(found.error, signIns);
      return;
    }
    if (found.value.length === 0) {
      this.#findability.notFound(nowMs);
      return;
    }
    const lagMs = this.#findability.lagMs(nowMs);
    this.#findability.end();
    await this.#options.writes.until(() => {
      noteFindable(db, lagMs);
    });
    await this.#checkCount(reference, 'confirmed', 1, found.value);
  }

  /**
   * A second document for one reference cannot be prevented once it is made, but it must be seen. A look that is made before
   * it is due does not count as one of those that were planned.
   */
  async lookLater(look: LaterLook): Promise<'as_expected' | 'alarm' | 'failed'> {
    const { db, clock, timing } = this.#options;
    const { signIns } = this.#options.link;
    const { reference, state, expected } = look;
    const found = await searchReference(this.#options.lookUp, reference);
    const atMs = clock.nowMs();
    const counts = isDue(look, timing.laterLooksMs, atMs);
    if (!found.ok) {
      await this.#options.writes.until(() => {
        noteLook(db, { reference, atMs, evidence: lookEvidence(found.error) });
        if (counts) postponeLaterLook(db, look, timing.laterLooksMs, atMs);
      });
      this.#options.link.learnFromLookUp(found.error, signIns);
      return 'failed';
    }
    this.#options.link.learn(undefined, signIns);
    if (await this.#checkCount(reference, state, expected, found.value)) return 'alarm';
    await this.#options.writes.until(() => {
      // A person may have decided about the sale meanwhile, and with that replaced or ended the look.
      if (requireSale(db, reference).state !== state) return;
      noteLook(db, { reference, atMs, evidence: lookEvidence(found.value.length) });
      if (counts) noteLaterLook(db, look, timing.laterLooksMs, atMs);
    });
    return 'as_expected';
  }

  /** Every look that is planned, now; until one fails or `isStopped`. Answers how many alarms were raised. */
  async lookAtAllLater(isStopped: () => boolean): Promise<number> {
    let alarms = 0;
    for (const look of plannedLaterLooks(this.#options.db)) {
      if (isStopped()) break;
      const seen = await this.lookLater(look);
      if (seen === 'failed') break;
      if (seen === 'alarm') alarms += 1;
    }
    return alarms;
  }

  /** Raises the alarm where more documents bear the reference than should, and the sale is still what it was. */
  async #checkCount(
    reference: string,
    state: SaleState,
    expected: number,
    rows: readonly LookUpRow[],
  ): Promise<boolean> {
    const { clock, writes } = this.#options;
    const event = 'found_second';
    if (rows.length <= expected || next(state, event) === undefined) return false;
    const step = { reference, event, evidence: evidenceOf(rows), atMs: clock.nowMs() } as const;
    return writes.recordFrom(state, step);
  }
}
