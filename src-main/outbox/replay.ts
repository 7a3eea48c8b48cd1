// The outbox's loop: one sender per till, one request in flight; it sends what is queued and settles what is in doubt.
import type { Connection } from '../contract/api.ts';
import type { AppError, Result } from '../contract/errors.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { Exchange } from '../service/client.ts';
import {
  doubtfulReferences,
  latestConfirmedReference,
  noteNextLookUp,
  readDoubt,
} from '../store/doubts.ts';
import {
  dueLaterLook,
  nextLaterLookAtMs,
  noteLaterLook,
  postponeLaterLook,
  type LaterLook,
} from '../store/later-looks.ts';
import { storeError, type Store } from '../store/open.ts';
import {
  claimNext,
  doubtUnfinished,
  mustStep,
  type Claim,
  type Step,
} from '../store/sale-steps.ts';
import { requireSale } from '../store/sales.ts';
import { noteDocumentId } from '../store/till.ts';
import { Link } from './link.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import {
  evidenceOf,
  findingOf,
  isSettled,
  proveAbsence,
  scanAbove,
  searchReference,
  type Finding,
  type LookUpDocuments,
} from './reconcile.ts';
import { Backoff, type OutboxTiming } from './timing.ts';
import { Watch } from './watch.ts';

export interface Clock {
  /** Of the wall: for what is written down, and shown. */
  nowMs(): number;
  /** Never set by anybody: for everything that waits. */
  monotonicMs(): number;
  /** Resolves after the time, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The service as the outbox needs it, with the till's own token. */
export interface OutboxService {
  hasToken(): boolean;
  create(body: Uint8Array): Promise<Exchange>;
  lookUp: LookUpDocuments;
}

export interface ReplayOptions {
  readonly db: Store;
  readonly service: OutboxService;
  readonly clock: Clock;
  readonly timing: OutboxTiming;
  readonly onSaleChanged: (sale: SaleSummary) => void;
  readonly onConnectionChanged: (connection: Connection, error: AppError | null) => void;
  /** A bug ended the loop: says how it is to be shown. Selling goes on; "Try now" begins the loop again. */
  readonly onFailure: (error: unknown) => AppError;
}

const noWait = 0;

export class Replay {
  readonly #options: ReplayOptions;
  readonly #link: Link;
  readonly #sends: Backoff;
  readonly #watch: Watch;
  /** Looking up and sending take turns, so that no number of sales in doubt holds up the others. */
  #sendsNext = true;
  #running: Promise<void> | undefined;
  #stopped = false;
  #woken = false;
  #alarm = new AbortController();

  constructor(options: ReplayOptions) {
    this.#options = options;
    const { timing, clock, onConnectionChanged } = options;
    this.#link = new Link(timing, () => clock.monotonicMs(), onConnectionChanged);
    this.#sends = new Backoff(timing);
    this.#watch = new Watch(timing);
  }

  get connection(): Connection {
    return this.#link.connection;
  }

  get error(): AppError | null {
    return this.#link.error;
  }

  start(): void {
    this.#running ??= this.#run().catch((error: unknown) => {
      this.#running = undefined;
      this.#link.set('paused', this.#options.onFailure(error));
    });
  }

  /** Resolves when the request in flight, if any, has been answered and its outcome is durable. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#running;
  }

  /** There is something new to do. */
  wake(): void {
    this.#woken = true;
    this.#alarm.abort();
  }

  /** A person asks: waits are cut short and a pause ends. The settling time still holds. */
  tryNow(): void {
    this.#sends.succeed();
    this.#link.tryNow();
    this.#watch.hasten(this.#options.clock.monotonicMs());
    this.start();
    this.wake();
  }

  signedIn(): void {
    this.#link.signedIn();
    this.tryNow();
  }

  /** Something else at the till could not reach the service, or could again: find out what is so. */
  suspect(): void {
    this.#link.suspect();
    this.wake();
  }

  async #run(): Promise<void> {
    const { db, clock } = this.#options;
    await this.#untilDurable(() => {
      doubtUnfinished(db, clock.nowMs());
    });
    for (const reference of doubtfulReferences(db)) {
      this.#watch.begin(reference, clock.monotonicMs());
    }
    while (!this.#stopped) {
      const waitMs = await this.#next();
      if (waitMs > noWait) await this.#sleep(waitMs);
    }
  }

  async #sleep(ms: number): Promise<void> {
    if (!this.#woken) await this.#options.clock.sleep(ms, this.#alarm.signal);
    this.#woken = false;
    this.#alarm = new AbortController();
  }

  /** Does the one thing that is most due, and answers how long nothing else will be. */
  async #next(): Promise<number> {
    const { db, clock, service } = this.#options;
    if (!service.hasToken()) this.#link.set('sign_in_needed', null);
    if (this.#link.connection === 'sign_in_needed') return Infinity;

    const nowMs = clock.monotonicMs();
    const { connection, readyAtMs, probeAtMs } = this.#link;
    if (nowMs < readyAtMs) return readyAtMs - nowMs;
    if (connection === 'paused') return nowMs < probeAtMs ? probeAtMs - nowMs : this.#probe();
    // Nothing is claimed on a connection that is not known to work: an outage leaves no trail of failed attempts.
    if (connection === 'offline') return this.#probe();

    const doubtful = this.#watch.due(nowMs);
    if (nowMs >= this.#sends.readyAtMs && (this.#sendsNext || doubtful === undefined)) {
      this.#sendsNext = false;
      const claim = await this.#untilDurable(() => claimNext(db, clock.nowMs()));
      if (claim) return this.#send(claim);
    }
    this.#sendsNext = true;
    if (doubtful !== undefined) return this.#settle(doubtful);

    const laterLook = dueLaterLook(db, clock.nowMs());
    if (laterLook) return this.#lookLater(laterLook);
    if (nowMs >= probeAtMs) return this.#probe();
    return this.#idleMs(nowMs);
  }

  #idleMs(nowMs: number): number {
    const { db, clock } = this.#options;
    const laterLookAtMs = nextLaterLookAtMs(db) ?? Infinity;
    const wakeAtMs = Math.min(
      this.#link.probeAtMs,
      this.#watch.nextDueAtMs() ?? Infinity,
      this.#sends.readyAtMs > nowMs ? this.#sends.readyAtMs : Infinity,
      nowMs + (laterLookAtMs - clock.nowMs()),
    );
    return Math.max(1, wakeAtMs - nowMs);
  }

  async #send(claim: Claim): Promise<number> {
    const { db, clock, service } = this.#options;
    const { reference } = claim;
    const { signIns } = this.#link;
    this.#options.onSaleChanged(requireSale(db, reference));
    const exchange = await service.create(claim.body);
    let outcome = outcomeOf(exchange, readDoubt(db, reference));
    if (outcome.event === 'refused') outcome = await this.#believeRefusal(reference, outcome);

    const { event, evidence, document } = outcome;
    const step = { reference, event, evidence, atMs: clock.nowMs() };
    await this.#record({ ...step, ...(document && { document }) });

    const nowMs = clock.monotonicMs();
    if (event === 'no_clear_answer') this.#watch.begin(reference, nowMs);
    if (event === 'no_clear_answer' || outcome.error) {
      this.#sends.fail(nowMs, exchange.kind === 'no_answer' ? null : exchange.retryAfterMs);
    } else {
      this.#sends.succeed();
    }
    this.#link.learn(outcome.error, signIns);
    return noWait;
  }

  /** Finalizing comes after creating, so a refusal is believed only when neither search nor scan finds anything. */
  async #believeRefusal(reference: string, refused: Outcome): Promise<Outcome> {
    const { mark } = readDoubt(this.#options.db, reference);
    let found = await searchReference(this.#lookUp, reference);
    if (found.ok && found.value.length === 0) {
      found = await scanAbove(this.#lookUp, mark, reference);
    }
    if (found.ok && found.value.length === 0) return refused;
    return {
      event: 'no_clear_answer',
      evidence: {
        kind: 'no_clear_answer',
        what: found.ok ? '400 found' : `400 ${found.error.code}`,
      },
    };
  }

  async #settle(reference: string): Promise<number> {
    const { db, clock } = this.#options;
    const { signIns } = this.#link;
    const finding = await this.#find(reference);
    if (finding.ok && finding.value) {
      this.#watch.end(reference);
      await this.#record({ reference, atMs: clock.nowMs(), ...finding.value });
    } else {
      const nowMs = clock.monotonicMs();
      if (!finding.ok) this.#watch.failed(reference, nowMs);
      const nextAtMs = clock.nowMs() + this.#watch.dueAtMs(reference) - nowMs;
      await this.#untilDurable(() => {
        noteNextLookUp(db, reference, nextAtMs);
      });
      this.#options.onSaleChanged(requireSale(db, reference));
    }
    if (finding.ok) this.#link.learn(undefined, signIns);
    else this.#link.learnFromLookUp(finding.error, signIns);
    return noWait;
  }

  /** Null when nothing was found and absence is not proven yet. */
  async #find(reference: string): Promise<Result<Finding | null>> {
    const { db, clock, timing } = this.#options;
    const doubt = readDoubt(db, reference);
    const found = await searchReference(this.#lookUp, reference);
    if (!found.ok) return found;
    const finding = findingOf(doubt, found.value);
    if (finding) return { ok: true, value: finding };
    const quiet = this.#watch.foundNothing(reference, clock.monotonicMs());
    if (!isSettled(timing, quiet)) return { ok: true, value: null };
    return proveAbsence(this.#lookUp, doubt, quiet, latestConfirmedReference(db));
  }

  /** A second document for one reference cannot be prevented once it is made, but it must be seen. */
  async #lookLater(look: LaterLook): Promise<number> {
    const { db, clock } = this.#options;
    const { signIns } = this.#link;
    const { reference, state, expected } = look;
    const found = await searchReference(this.#lookUp, reference);
    if (!found.ok) {
      await this.#untilDurable(() => {
        postponeLaterLook(db, look, clock.nowMs());
      });
      this.#link.learnFromLookUp(found.error, signIns);
      return noWait;
    }
    // A person may have decided about the sale meanwhile: what was expected of it no longer holds then.
    const holds = requireSale(db, reference).state === state;
    if (holds && found.value.length > expected) {
      await this.#record({
        reference,
        event: 'found_second',
        evidence: evidenceOf(found.value),
        atMs: clock.nowMs(),
      });
    } else if (holds) {
      await this.#untilDurable(() => {
        noteLaterLook(db, look, clock.nowMs());
      });
    }
    this.#link.learn(undefined, signIns);
    return noWait;
  }

  /** The newest document: it shows that the service answers, that the token holds, and how high the ids have come. */
  async #probe(): Promise<number> {
    const { signIns } = this.#link;
    const page = await this.#lookUp({ search: '', descending: true, offset: 0, limit: 1 });
    this.#link.learn(page.ok ? undefined : page.error, signIns);
    return noWait;
  }

  readonly #lookUp: LookUpDocuments = async (query) => {
    const page = await this.#options.service.lookUp(query);
    if (page.ok) {
      const highest = Math.max(0, ...page.value.rows.map(({ id }) => id));
      await this.#untilDurable(() => {
        noteDocumentId(this.#options.db, highest);
      });
    }
    return page;
  };

  async #record(step: Step): Promise<void> {
    const sale = await this.#untilDurable(() => mustStep(this.#options.db, step));
    this.#options.onSaleChanged(sale);
  }

  /**
   * What the service answered must not be lost because the disk is full or busy: the write is tried until it is durable.
   * The program ending meanwhile leaves the sale in doubt, which a look-up settles.
   */
  async #untilDurable<T>(write: () => T): Promise<T> {
    const { db, clock, timing } = this.#options;
    let waited = false;
    for (;;) {
      try {
        const written = write();
        if (waited) this.#link.set('offline', null);
        return written;
      } catch (error) {
        const problem = storeError(error, db.name);
        if (!problem || problem.code === 'store_damaged' || this.#stopped) throw error;
        waited = true;
        this.#link.set('paused', problem);
        await clock.sleep(timing.retryFirstMs, new AbortController().signal);
      }
    }
  }
}
