// The outbox's loop: one sender per till, one request in flight; it sends what is queued and settles what is in doubt.
import type { Connection } from '../contract/api.ts';
import type { AppError, Result } from '../contract/errors.ts';
import { seen, type SaleSummary } from '../contract/sales.ts';
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
import { outcomeOf, type Outcome } from './outcome.ts';
import {
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
  readonly #sends: Backoff;
  readonly #reads: Backoff;
  readonly #watch: Watch;
  #connection: Connection = 'offline';
  #error: AppError | null = null;
  #probedAtMs = -Infinity;
  /** Looking up and sending take turns, so that no number of sales in doubt holds up the others. */
  #sendsNext = true;
  /** Rises when somebody signs in: what was asked before that says nothing about the new token. */
  #signIns = 0;
  #running: Promise<void> | undefined;
  #stopped = false;
  #woken = false;
  #alarm = new AbortController();

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#sends = new Backoff(options.timing);
    this.#reads = new Backoff(options.timing);
    this.#watch = new Watch(options.timing);
  }

  get connection(): Connection {
    return this.#connection;
  }

  get error(): AppError | null {
    return this.#error;
  }

  start(): void {
    this.#running ??= this.#run().catch((error: unknown) => {
      this.#running = undefined;
      this.#setConnection('paused', this.#options.onFailure(error));
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
    this.#reads.succeed();
    this.#probedAtMs = -Infinity;
    this.#watch.hasten(this.#options.clock.monotonicMs());
    if (this.#connection === 'paused' || this.#connection === 'sign_in_needed') {
      this.#setConnection('offline', null);
    }
    this.start();
    this.wake();
  }

  signedIn(): void {
    this.#signIns += 1;
    this.tryNow();
  }

  /** Something else at the till could not reach the service, or could again: find out what is so. */
  suspect(): void {
    this.#probedAtMs = -Infinity;
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
    const { db, clock, timing, service } = this.#options;
    if (!service.hasToken()) this.#setConnection('sign_in_needed', null);
    if (this.#connection === 'sign_in_needed') return Infinity;

    const nowMs = clock.monotonicMs();
    if (nowMs < this.#reads.readyAtMs) return this.#reads.readyAtMs - nowMs;
    if (this.#connection === 'paused') {
      const askAgainAtMs = this.#probedAtMs + timing.pausedProbeMs;
      return nowMs < askAgainAtMs ? askAgainAtMs - nowMs : this.#probe();
    }
    // Nothing is claimed on a connection that is not known to work: an outage leaves no trail of failed attempts.
    if (this.#connection === 'offline') return this.#probe();

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
    if (nowMs >= this.#probedAtMs + timing.probeMs) return this.#probe();
    return this.#idleMs(nowMs);
  }

  #idleMs(nowMs: number): number {
    const { db, clock, timing } = this.#options;
    const laterLookAtMs = nextLaterLookAtMs(db) ?? Infinity;
    const wakeAtMs = Math.min(
      this.#probedAtMs + timing.probeMs,
      this.#watch.nextDueAtMs() ?? Infinity,
      this.#sends.readyAtMs > nowMs ? this.#sends.readyAtMs : Infinity,
      nowMs + (laterLookAtMs - clock.nowMs()),
    );
    return Math.max(1, wakeAtMs - nowMs);
  }

  async #send(claim: Claim): Promise<number> {
    const { db, clock, service } = this.#options;
    const { reference } = claim;
    const signIns = this.#signIns;
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
    this.#learn(outcome.error, signIns);
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
    const signIns = this.#signIns;
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
    if (finding.ok) this.#learn(undefined, signIns);
    else this.#learnFromLookUp(finding.error, signIns);
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
    const signIns = this.#signIns;
    const { reference, expected } = look;
    const found = await searchReference(this.#lookUp, reference);
    if (!found.ok) {
      await this.#untilDurable(() => {
        postponeLaterLook(db, look, clock.nowMs());
      });
      this.#learnFromLookUp(found.error, signIns);
      return noWait;
    }
    if (found.value.length > expected) {
      const documents = found.value.flatMap(({ summary }) => (summary ? [seen(summary)] : []));
      await this.#record({
        reference,
        event: 'found_second',
        evidence: { kind: 'found', documents },
        atMs: clock.nowMs(),
      });
    } else {
      await this.#untilDurable(() => {
        noteLaterLook(db, look, clock.nowMs());
      });
    }
    this.#learn(undefined, signIns);
    return noWait;
  }

  /** The newest document: it shows that the service answers, that the token holds, and how high the ids have come. */
  async #probe(): Promise<number> {
    const signIns = this.#signIns;
    const page = await this.#lookUp({ search: '', descending: true, offset: 0, limit: 1 });
    this.#learn(page.ok ? undefined : page.error, signIns);
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

  /** What failed may be the look-up alone: only what concerns every request counts for the connection. */
  #learnFromLookUp(error: AppError, signIns: number): void {
    switch (error.code) {
      case 'service_unreachable':
      case 'token_refused':
      case 'not_permitted':
      case 'not_found':
      case 'method_not_allowed':
        this.#learn(error, signIns);
        return;
      default:
    }
  }

  /** What the last exchange says about the connection. */
  #learn(error: AppError | undefined, signIns: number): void {
    const nowMs = this.#options.clock.monotonicMs();
    this.#probedAtMs = nowMs;
    if (!error) {
      this.#reads.succeed();
      this.#setConnection('online', null);
      return;
    }
    switch (error.code) {
      case 'token_refused':
        // Perhaps it was the old one.
        if (signIns === this.#signIns) this.#setConnection('sign_in_needed', error);
        else this.#probedAtMs = -Infinity;
        return;
      case 'not_permitted':
      case 'not_found':
      case 'method_not_allowed':
        this.#setConnection('paused', error);
        return;
      case 'answer_invalid':
        // The service is there; what it said could not be read.
        this.#reads.succeed();
        this.#setConnection('online', error);
        return;
      case 'service_busy':
        this.#reads.fail(nowMs, error.retryAfterMs);
        this.#setConnection('offline', error);
        return;
      default:
        this.#reads.fail(nowMs);
        this.#setConnection('offline', error);
    }
  }

  #setConnection(connection: Connection, error: AppError | null): void {
    if (connection === this.#connection && error?.code === this.#error?.code) return;
    this.#connection = connection;
    this.#error = error;
    this.#options.onConnectionChanged(connection, error);
  }

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
        if (waited) this.#setConnection('offline', null);
        return written;
      } catch (error) {
        const problem = storeError(error, db.name);
        if (!problem || problem.code === 'store_damaged' || this.#stopped) throw error;
        waited = true;
        this.#setConnection('paused', problem);
        await clock.sleep(timing.retryFirstMs, new AbortController().signal);
      }
    }
  }
}
