// The outbox's loop: one sender per till, one request in flight; it sends what is queued and settles what is in doubt.
import type { Connection } from '../contract/api.ts';
import type { DocumentPage } from '../contract/documents.ts';
import type { AppError, Result } from '../contract/errors.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { Exchange } from '../service/client.ts';
import {
  dueDoubt,
  hastenLookUps,
  latestConfirmedReference,
  nextDoubtAtMs,
  noteLookUp,
  postponeLookUp,
  type Doubt,
} from '../store/doubts.ts';
import { storeError, type Store } from '../store/open.ts';
import { requireSale } from '../store/sales.ts';
import {
  claimNext,
  doubtUnfinished,
  mustStep,
  type Claim,
  type Step,
} from '../store/sale-steps.ts';
import { noteDocumentId } from '../store/till.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import { lookUp, searchReference, type ListDocuments } from './reconcile.ts';
import { Backoff, nextLookUpAtMs, type OutboxTiming } from './timing.ts';

export interface Clock {
  nowMs(): number;
  /** Resolves after the time, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The service as the outbox needs it, with the till's own token. */
export interface OutboxService {
  hasToken(): boolean;
  create(body: Uint8Array): Promise<Exchange>;
  list: ListDocuments;
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
  #connection: Connection = 'offline';
  #error: AppError | null = null;
  #probedAtMs = -Infinity;
  #running: Promise<void> | undefined;
  #stopped = false;
  #woken = false;
  #alarm = new AbortController();

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#sends = new Backoff(options.timing);
    this.#reads = new Backoff(options.timing);
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

  /** A person asks, or has just signed in: waits are cut short and a pause ends. The settling time still holds. */
  tryNow(): void {
    this.#sends.succeed();
    this.#reads.succeed();
    this.#probedAtMs = -Infinity;
    if (this.#connection === 'paused' || this.#connection === 'sign_in_needed') {
      this.#setConnection('offline', null);
    }
    hastenLookUps(this.#options.db, this.#options.clock.nowMs());
    this.start();
    this.wake();
  }

  async #run(): Promise<void> {
    await this.#untilDurable(() => {
      doubtUnfinished(this.#options.db, this.#options.clock.nowMs());
    });
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
    if (this.#connection === 'sign_in_needed' || this.#connection === 'paused') return Infinity;

    const nowMs = clock.nowMs();
    if (nowMs < this.#reads.readyAtMs) return this.#reads.readyAtMs - nowMs;

    // Nothing is claimed on a connection that is not known to work: an outage leaves no trail of failed attempts.
    if (this.#connection === 'offline') return this.#probe();

    const doubt = dueDoubt(db, nowMs);
    if (doubt) return this.#settle(doubt);

    if (nowMs >= this.#sends.readyAtMs) {
      const claim = await this.#untilDurable(() => claimNext(db, nowMs));
      if (claim) return this.#send(claim);
    }
    const probeAtMs = this.#probedAtMs + timing.probeMs;
    if (nowMs >= probeAtMs) return this.#probe();
    const wakeAtMs = Math.min(
      probeAtMs,
      nextDoubtAtMs(db) ?? Infinity,
      this.#sends.readyAtMs > nowMs ? this.#sends.readyAtMs : Infinity,
    );
    return Math.max(1, wakeAtMs - nowMs);
  }

  async #send(claim: Claim): Promise<number> {
    const { clock } = this.#options;
    const { reference } = claim;
    this.#options.onSaleChanged(requireSale(this.#options.db, reference));
    const exchange = await this.#options.service.create(claim.body);
    let outcome = outcomeOf(exchange, reference);
    if (outcome.event === 'refused') outcome = await this.#believeRefusal(reference, outcome);

    const atMs = clock.nowMs();
    await this.#record({
      reference,
      event: outcome.event,
      evidence: outcome.evidence,
      atMs,
      ...(outcome.document && { document: outcome.document }),
      ...(outcome.event === 'no_clear_answer' && { nextStepAtMs: atMs }),
    });

    if (outcome.event === 'no_clear_answer' || outcome.error) {
      const retryAfterMs = exchange.kind === 'no_answer' ? null : exchange.retryAfterMs;
      this.#sends.fail(atMs, retryAfterMs);
    } else {
      this.#sends.succeed();
    }
    this.#learn(outcome.error, atMs);
    return noWait;
  }

  /** Finalizing comes after creating, so a refusal is believed only when a look-up finds nothing. */
  async #believeRefusal(reference: string, refused: Outcome): Promise<Outcome> {
    const found = await searchReference(this.#list, reference);
    if (found.ok && found.value.length === 0) return refused;
    return {
      event: 'no_clear_answer',
      evidence: {
        kind: 'no_clear_answer',
        what: found.ok ? '400 found' : `400 ${found.error.code}`,
      },
      ...(!found.ok && { error: found.error }),
    };
  }

  async #settle(doubt: Doubt): Promise<number> {
    const { db, clock, timing } = this.#options;
    const finding = await lookUp(this.#list, doubt, {
      timing,
      nowMs: clock.nowMs(),
      control: latestConfirmedReference(db),
    });
    const atMs = clock.nowMs();
    if (finding.ok && finding.value) {
      await this.#record({ reference: doubt.reference, atMs, ...finding.value });
    } else {
      const lookUps = finding.ok ? doubt.lookUps + 1 : doubt.lookUps;
      await this.#untilDurable(() => {
        db.transaction(() => {
          if (finding.ok) noteLookUp(db, doubt.reference, atMs);
          const nextAtMs = nextLookUpAtMs(timing, atMs, doubt.attemptEndedAtMs, lookUps);
          postponeLookUp(db, doubt.reference, nextAtMs);
        })();
      });
      this.#options.onSaleChanged(requireSale(db, doubt.reference));
    }
    this.#learn(finding.ok ? undefined : finding.error, atMs);
    return noWait;
  }

  /** The newest document: it shows that the service answers, that the token holds, and how high the ids have come. */
  async #probe(): Promise<number> {
    const page = await this.#list({
      list: 'all',
      search: '',
      natureId: null,
      statusId: null,
      orderBy: 'id',
      descending: true,
      offset: 0,
      limit: 1,
    });
    this.#learn(page.ok ? undefined : page.error, this.#options.clock.nowMs());
    return noWait;
  }

  readonly #list: ListDocuments = async (query): Promise<Result<DocumentPage>> => {
    const page = await this.#options.service.list(query);
    if (page.ok) {
      const highest = Math.max(0, ...page.value.results.map((document) => document.id));
      await this.#untilDurable(() => {
        noteDocumentId(this.#options.db, highest);
      });
    }
    return page;
  };

  /** What the last exchange says about the connection. */
  #learn(error: AppError | undefined, atMs: number): void {
    this.#probedAtMs = atMs;
    if (!error) {
      this.#reads.succeed();
      this.#setConnection('online', null);
      return;
    }
    switch (error.code) {
      case 'token_refused':
        this.#setConnection('sign_in_needed', error);
        return;
      case 'not_permitted':
      case 'not_found':
      case 'method_not_allowed':
        this.#setConnection('paused', error);
        return;
      case 'answer_invalid':
        // The service is there; what it said of some document could not be read.
        this.#reads.succeed();
        this.#setConnection('online', error);
        return;
      case 'service_busy':
        this.#reads.fail(atMs, error.retryAfterMs);
        this.#setConnection('offline', error);
        return;
      default:
        this.#reads.fail(atMs);
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
   * What the service answered must not be lost because the disk is full: the write is tried until it is durable. The
   * program ending meanwhile leaves the sale in doubt, which a look-up settles.
   */
  async #untilDurable<T>(write: () => T): Promise<T> {
    const { db, clock, timing } = this.#options;
    for (;;) {
      try {
        const written = write();
        if (this.#error?.code === 'disk_full') this.#setConnection('offline', null);
        return written;
      } catch (error) {
        const problem = storeError(error, db.name);
        if (problem?.code !== 'disk_full' || this.#stopped) throw error;
        this.#setConnection('paused', problem);
        await clock.sleep(timing.retryFirstMs, new AbortController().signal);
      }
    }
  }
}
