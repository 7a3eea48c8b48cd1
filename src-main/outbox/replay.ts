// The outbox's loop: one sender per till, one request in flight; it sends what is queued and settles what is in doubt.
import type { Connection } from '../contract/till-state.ts';
import type { AppError, Result } from '../contract/errors.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { Exchange } from '../service/client.ts';
import type { LookUpRow } from '../service/responses.ts';
import { readDoubt } from '../store/doubts.ts';
import type { Store } from '../store/open.ts';
import { claimNext, doubtUnfinished, noteLook, type Claim } from '../store/sale-steps.ts';
import { noteDocumentId } from '../store/till.ts';
import type { Clock } from './clock.ts';
import { DurableWrites } from './durable-writes.ts';
import { Link } from './link.ts';
import { Looks } from './looks.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import {
  evidenceOf,
  lookEvidence,
  scanAbove,
  searchReference,
  type LookUpDocuments,
} from './reconcile.ts';
import { Backoff, type OutboxTiming } from './timing.ts';

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

export class Replay {
  readonly #options: ReplayOptions;
  readonly #link: Link;
  readonly #sends: Backoff;
  readonly #writes: DurableWrites;
  readonly #looks: Looks;
  /** Looking up and sending take turns, so that no number of sales in doubt holds up the others. */
  #sendsNext = true;
  #running: Promise<void> | undefined;
  #stopped = false;
  #woken = false;
  #alarm = new AbortController();
  #lastLooks: PromiseWithResolvers<number> | undefined;

  constructor(options: ReplayOptions) {
    this.#options = options;
    const { db, clock, timing, onSaleChanged, onConnectionChanged } = options;
    const link = new Link(timing, () => clock.monotonicMs(), onConnectionChanged);
    const retryMs = timing.retryFirstMs;
    const writes = new DurableWrites({ db, clock, retryMs, link, onSaleChanged });
    const lookUp = this.#lookUp;
    this.#link = link;
    this.#sends = new Backoff(timing);
    this.#writes = writes;
    this.#looks = new Looks({ db, clock, timing, link, writes, lookUp, onSaleChanged });
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
      this.#endLastLooks(0);
      this.#link.set('paused', this.#options.onFailure(error));
    });
  }

  /** Resolves when the request in flight, if any, has been answered and its outcome is durable. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#writes.stop();
    this.wake();
    await this.#running;
  }

  /**
   * Before somebody signs out: every later look that is still to come is made now, as far as the service can be reached;
   * the others follow when this till is open again. Answers how many sales turned out to have a document too many.
   */
  async lookBeforeLeaving(): Promise<number> {
    if (!this.#running || this.#link.connection !== 'online') return 0;
    this.#lastLooks ??= Promise.withResolvers<number>();
    const { promise } = this.#lastLooks;
    this.wake();
    return promise;
  }

  /** How long the till has still to look before a person may decide about a sale in doubt. */
  undecidableMs(reference: string): number {
    return this.#looks.undecidableMs(reference);
  }

  #endLastLooks(alarms: number): void {
    this.#lastLooks?.resolve(alarms);
    this.#lastLooks = undefined;
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
    this.#looks.hasten();
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
    await this.#writes.until(() => {
      doubtUnfinished(db, clock.nowMs());
    });
    this.#looks.begin();
    while (!this.#stopped) {
      if (this.#lastLooks)
        this.#endLastLooks(await this.#looks.lookAtAllLater(() => this.#stopped));
      const waitMs = await this.#next();
      if (waitMs > 0) await this.#sleep(waitMs);
    }
    this.#endLastLooks(0);
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

    const measured = this.#looks.dueMeasurement();
    if (measured !== undefined) return this.#then(this.#looks.measure(measured));
    const doubtful = this.#looks.dueDoubt();
    if (nowMs >= this.#sends.readyAtMs && (this.#sendsNext || doubtful === undefined)) {
      this.#sendsNext = false;
      const claim = await this.#writes.until(() => claimNext(db, clock.nowMs()));
      if (claim) return this.#then(this.#sendOn(claim));
    }
    this.#sendsNext = true;
    if (doubtful !== undefined) return this.#then(this.#looks.settle(doubtful));
    const laterLook = await this.#looks.dueLater();
    if (laterLook) return this.#then(this.#looks.lookLater(laterLook));
    if (nowMs >= probeAtMs) return this.#probe();
    return this.#idleMs(nowMs);
  }

  /** Something was done: what comes next is to be seen at once. */
  async #then(done: Promise<unknown>): Promise<number> {
    await done;
    return 0;
  }

  #idleMs(nowMs: number): number {
    const wakeAtMs = Math.min(
      this.#link.probeAtMs,
      this.#looks.nextAtMs(),
      this.#sends.readyAtMs > nowMs ? this.#sends.readyAtMs : Infinity,
    );
    return Math.max(1, wakeAtMs - nowMs);
  }

  /** Sends the claimed sale, and the ones after it while nothing else is due. */
  async #sendOn(first: Claim): Promise<void> {
    let claim: Claim | undefined = first;
    while (claim) claim = await this.#send(claim);
  }

  /** Answers the next sale where it was claimed with the outcome: it must be sent at once. */
  async #send(claim: Claim): Promise<Claim | undefined> {
    const { clock, service } = this.#options;
    const { reference } = claim.sale;
    const { signIns } = this.#link;
    this.#options.onSaleChanged(claim.sale);
    if (claim.wasRefused && !(await this.#isStillAbsent(reference))) return undefined;
    const exchange = await service.create(claim.body);
    let outcome = outcomeOf(exchange, claim.sale);
    if (outcome.event === 'refused') outcome = await this.#believeRefusal(reference, outcome);

    const { event, evidence, document } = outcome;
    const step = { reference, event, evidence, atMs: clock.nowMs() };
    // Before the outcome is durable, so that a measurement that begins comes before the next sale.
    if (event === 'accepted') this.#looks.confirmed(claim.sale);
    const next = await this.#writes.recordAndClaim(
      { ...step, ...(document && { document }) },
      () => event === 'accepted' && this.#maySendOn(),
    );

    const nowMs = clock.monotonicMs();
    if (event === 'no_clear_answer') this.#looks.doubted(reference);
    if (event === 'no_clear_answer' || outcome.error) {
      this.#sends.fail(nowMs, exchange.kind === 'no_answer' ? null : exchange.retryAfterMs);
    } else {
      this.#sends.succeed();
    }
    this.#link.learn(outcome.error, signIns);
    return next;
  }

  /** After a sale that was accepted: whether sending the next one is what is most due. */
  #maySendOn(): boolean {
    return (
      !this.#stopped &&
      !this.#lastLooks &&
      this.#options.service.hasToken() &&
      this.#looks.dueMeasurement() === undefined &&
      this.#looks.dueDoubt() === undefined
    );
  }

  /** Finalizing comes after creating, so a refusal is believed only when neither search nor scan finds anything. */
  async #believeRefusal(reference: string, refused: Outcome): Promise<Outcome> {
    const found = await this.#searchAndScan(reference);
    if (found.ok && found.value.length === 0) return refused;
    const what = found.ok ? '400 found' : `400 ${found.error.code}`;
    return { event: 'no_clear_answer', evidence: { kind: 'no_clear_answer', what } };
  }

  /**
   * A refused sale that has been put right is looked up before it is sent again: its document may have shown by now.
   * Where it has, or where that cannot be seen, the sale is in doubt instead of being sent.
   */
  async #isStillAbsent(reference: string): Promise<boolean> {
    const { signIns } = this.#link;
    const found = await this.#searchAndScan(reference);
    if (found.ok && found.value.length === 0) return true;
    await this.#writes.record({
      reference,
      event: 'no_clear_answer',
      evidence: found.ok ? evidenceOf(found.value) : lookEvidence(found.error),
      atMs: this.#options.clock.nowMs(),
    });
    this.#looks.doubted(reference);
    if (!found.ok) this.#link.learnFromLookUp(found.error, signIns);
    return false;
  }

  /** The documents that bear the reference. That there are none is written into the history. */
  async #searchAndScan(reference: string): Promise<Result<readonly LookUpRow[]>> {
    const { db, clock } = this.#options;
    const searched = await searchReference(this.#lookUp, reference);
    if (!searched.ok || searched.value.length > 0) return searched;
    const scanned = await scanAbove(this.#lookUp, readDoubt(db, reference).mark, reference);
    if (scanned.ok && scanned.value.length === 0) {
      await this.#writes.until(() => {
        noteLook(db, { reference, atMs: clock.nowMs(), evidence: lookEvidence(0) });
      });
    }
    return scanned;
  }

  /** The newest document: it shows that the service answers, that the token holds, and how high the ids have come. */
  async #probe(): Promise<number> {
    const { signIns } = this.#link;
    const page = await this.#lookUp({ search: '', descending: true, offset: 0, limit: 1 });
    this.#link.learn(page.ok ? undefined : page.error, signIns);
    return 0;
  }

  readonly #lookUp: LookUpDocuments = async (query) => {
    const page = await this.#options.service.lookUp(query);
    if (page.ok) {
      const highest = Math.max(0, ...page.value.rows.map(({ id }) => id));
      await this.#writes.until(() => {
        noteDocumentId(this.#options.db, highest);
      });
    }
    return page;
  };
}
