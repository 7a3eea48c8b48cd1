// The outbox at work: one lane asks whether the service is there, one sends, one looks for sales in
// doubt, one audits. The rules decide what each does next; what is learnt is written down before
// anything follows from it.
import type { DocumentDetail } from '../contract/documents.ts';
import type { AppError, Result } from '../contract/errors.ts';
import type { OutboxReport } from '../contract/outbox-report.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { Connection } from '../contract/till-state.ts';
import type { Exchange } from '../service/client.ts';
import { isMissed, noteControl, passedOver, readSought } from '../store/doubts.ts';
import type { Store } from '../store/open.ts';
import { doubtQueued, doubtUnsettled } from '../store/restored.ts';
import { doubtUnfinished } from '../store/sale-steps.ts';
import { hasSales, referencesIn } from '../store/sales.ts';
import { highestDocumentId, lowerDocumentId, noteDocumentId } from '../store/till.ts';
import { Auditor } from './audit.ts';
import { type Clock, growingWaitMs } from '../clock.ts';
import { ConnectionWatch, isOfConnection } from './connection.ts';
import { DurableWrites } from './durable-writes.ts';
import { newInstallation } from '../store/references.ts';
import { Lane } from './lane.ts';
import { firstPageSize, Lists, type LookUpDocuments, type Wait } from './lists.ts';
import { LookUps } from './look-ups.ts';
import { reportOf } from './report.ts';
import { Rules } from './rules.ts';
import { Sender } from './sender.ts';
import { ShortTurns } from './short-turns.ts';
import type { OutboxTiming } from './timing.ts';

/** What the outbox needs of the service, with the till's own token. */
export interface OutboxService {
  hasToken(): boolean;
  create(body: Uint8Array): Promise<Exchange>;
  lookUp: LookUpDocuments;
  getDocument(id: number): Promise<Result<DocumentDetail>>;
}

export interface OutboxOptions {
  readonly db: Store;
  readonly service: OutboxService;
  readonly clock: Clock;
  readonly timing: OutboxTiming;
  readonly onSaleChanged: (sale: SaleSummary) => void;
  readonly onConnectionChanged: (connection: Connection, error: AppError | null) => void;
  /** Tells a person something that they must know. */
  readonly notify: (notice: AppError) => void;
  /** Takes a bug and returns how it is shown. Selling goes on, and what failed is tried again. */
  readonly onFailure: (error: unknown) => AppError;
}

/** The control that is missed while the newest id is below the highest one that was shown. */
const newestControl = 'newest id';
/** Beyond this difference, documents would be dated wrongly. */
const clockBoundMs = 300_000;
/** How long telling it once is enough: of a service's machines only one may have a wrong clock. */
const clockToldMs = 86_400_000;
const fewerToldMs = 3_600_000;

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #rules: Rules;
  readonly #connection: ConnectionWatch;
  readonly #writes: DurableWrites;
  readonly #lookUps: LookUps;
  readonly #sender: Sender;
  readonly #auditor: Auditor;
  readonly #lanes: Readonly<Record<'prober' | 'sender' | 'lookUps' | 'auditor', Lane>>;
  #begun: Promise<void> | undefined;
  #isEnding = false;
  /** Whether somebody is about to sign out: then no audit waits for a service that is too busy. */
  #isLeaving = false;
  #waits = new AbortController();
  readonly #pageSize = { most: firstPageSize };
  #nextAuditMs = 0;
  #laterAuditsMs: readonly number[] = [];
  #auditing: Promise<number> | undefined;
  #auditError: AppError | null = null;
  #clockAheadMs: number | null = null;
  #clockToldAtMs = -Infinity;
  /** The highest id that the newest page has shown in this run. */
  #highestShown: number | null = null;
  #fewerToldAtMs = -Infinity;

  constructor(options: OutboxOptions) {
    this.#options = options;
    const { db, clock, timing, onSaleChanged, onConnectionChanged } = options;
    this.#rules = new Rules(timing);
    this.#connection = new ConnectionWatch(timing, () => {
      onConnectionChanged(this.connection, this.error);
    });
    this.#writes = new DurableWrites({
      ...{ db, clock, onSaleChanged, retryMs: timing.retryFirstMs },
      onTrouble: (trouble) => {
        this.#connection.setTrouble(trouble);
      },
    });
    const shared = { rules: this.#rules, writes: this.#writes };
    this.#lookUps = new LookUps({
      ...shared,
      read: (wait = this.#wait) => this.#read(wait),
      isThere: async (id) => {
        const shown = await options.service.getDocument(id);
        // Whatever else keeps it from being shown proves nothing.
        return shown.ok || shown.error.code !== 'not_found';
      },
      onError: (error) => {
        this.#noteFailure(error);
      },
    });
    this.#sender = new Sender({
      ...{ ...shared, lookUps: this.#lookUps, onSaleChanged },
      create: (body) => options.service.create(body),
      onAttempt: (outcome, error) => {
        this.#connection.setPause(error);
        if (outcome.isSuspect) this.suspect();
        if (outcome.event !== 'accepted') this.#lanes.lookUps.wake();
      },
      onSettled: () => {
        this.#auditLater();
      },
      onIdUsedAgain: (reference) => {
        options.notify({ code: 'document_id_used_again', reference });
        this.#auditTwice();
      },
    });
    this.#auditor = new Auditor({
      writes: this.#writes,
      settlingMs: timing.settlingMs,
      read: () =>
        this.#read(async (ms) => {
          if (!this.#isLeaving) await this.#wait(ms);
          return !this.#isLeaving;
        }),
      getDocument: (id) => options.service.getDocument(id),
      onOlderFile: () => this.#doubtEverything(),
    });
    this.#lanes = {
      prober: this.#lane(() => this.#ask()),
      sender: this.#lane(() => this.#send()),
      lookUps: this.#lane(() => this.#look()),
      auditor: this.#lane(() => this.#audit()),
    };
  }

  #lane(step: () => Promise<number>): Lane {
    const { clock, timing, onFailure } = this.#options;
    return new Lane({
      clock,
      step: async () => {
        await this.#begin();
        if (this.#rules.readClocks(clock.monotonicMs(), clock.nowMs())) this.suspect();
        const waitMs = await step();
        if (!this.#rules.isPaused) this.#connection.setPause(null);
        return waitMs;
      },
      onFailure: (error) => {
        this.#connection.setTrouble(error === null ? null : onFailure(error));
      },
      waitMs: (failures) =>
        growingWaitMs(failures, { firstMs: timing.retryFirstMs, capMs: timing.pausedProbeMs }),
    });
  }

  get connection(): Connection {
    return this.#connection.connection;
  }

  get error(): AppError | null {
    return this.#connection.error;
  }

  start(): void {
    for (const lane of Object.values(this.#lanes)) lane.start();
  }

  /** Resolves when the request in flight, if any, has been answered and its outcome is durable. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    this.#cutWaits();
    this.#writes.stop();
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.stop()));
  }

  /** Tells that there is something new to do. */
  wake(): void {
    for (const lane of Object.values(this.#lanes)) lane.wake();
  }

  /**
   * Cuts waits short, because a person asks. What must be shown before a sale is sent again still
   * holds.
   */
  tryNow(): void {
    this.#rules.tryNow(this.#options.clock.monotonicMs());
    this.#cutWaits();
    if (this.#auditError) this.#nextAuditMs = 0;
    this.suspect();
  }

  signedIn(): void {
    this.#connection.signedIn();
    this.#rules.restartTimers(this.#options.clock.monotonicMs());
    this.#nextAuditMs = 0;
    this.tryNow();
  }

  /**
   * Tells that the computer slept, as it reports itself: not every clock stands still meanwhile.
   */
  resumed(): void {
    this.#rules.restartTimers(this.#options.clock.monotonicMs());
    this.suspect();
  }

  /**
   * Finds out whether the service is there, because something else at the till could not reach it,
   * or could again.
   */
  suspect(): void {
    this.#connection.suspect();
    this.wake();
  }

  /** Takes a sale that a person has put in doubt again: corrected, or to be sent once more. */
  doubt(reference: string): void {
    this.#doubt(reference);
    this.wake();
  }

  #doubt(reference: string): void {
    const { db, clock } = this.#options;
    const sale = readSought(db, reference);
    if (sale?.state === 'in_doubt') this.#rules.doubt(sale, clock.monotonicMs());
  }

  /** Takes a sale that a person has settled or cancelled. */
  ended(reference: string): void {
    this.#rules.settle(reference);
    this.#auditLater();
    this.wake();
  }

  /**
   * Lets sales go that were never attempted, as a named person asks, though the service's documents
   * could not be looked through.
   */
  release(by: string): void {
    this.#rules.release(by);
    this.wake();
  }

  /**
   * Audits before somebody signs out, unless the service makes the till wait. Returns how many
   * sales turned out to have a document too many.
   */
  async auditBeforeLeaving(): Promise<number> {
    if (!this.#connection.works) return 0;
    this.#isLeaving = true;
    this.#cutWaits();
    return this.#auditOnce().finally(() => {
      this.#isLeaving = false;
    });
  }

  /** Returns how long the till must still look before a person may settle a sale in doubt. */
  undecidableMs({ reference }: Pick<SaleSummary, 'reference'>): number {
    const watchedMs = this.#rules.watchedMs(reference, this.#options.clock.monotonicMs());
    return Math.max(0, this.#rules.doubtBoundMs(reference) - watchedMs);
  }

  /** Lets a confirmed sale follow its document, which somebody has opened. */
  follow(document: DocumentDetail): void {
    this.#writes.follow(document).catch((error: unknown) => {
      this.#options.onFailure(error);
    });
  }

  /** Sends nothing for this reason until it is called with null. What is on its way is answered. */
  hold(why: AppError | null): void {
    this.#rules.hold(why !== null);
    this.#connection.hold(why);
    if (why === null) this.wake();
  }

  /**
   * Puts in doubt what is yet to be sent, because another computer may be sending it from the
   * till's second copy. Before this returns nothing of it can be sent by what was known before.
   */
  doubtQueued(): void {
    const { db, clock } = this.#options;
    const queued = referencesIn(db, 'queued');
    doubtQueued(db, clock.nowMs());
    for (const reference of queued) this.#doubt(reference);
    this.wake();
  }

  /**
   * Goes on as a copy of the till that another computer has taken over: everything unsettled is
   * looked for before it is sent.
   */
  resumeAsCopy(): void {
    const { db, clock } = this.#options;
    doubtUnsettled(db, 'taken_over', newInstallation(), clock.nowMs());
    for (const reference of referencesIn(db, 'in_doubt')) this.#doubt(reference);
    this.wake();
  }

  report(): OutboxReport {
    const { db, clock } = this.#options;
    return reportOf(
      { db, clock, rules: this.#rules, connection: this.#connection },
      {
        isAuditing: this.#auditing !== undefined,
        auditError: this.#auditError,
        clockAheadMs: this.#clockAheadMs,
      },
    );
  }

  /** Takes up what an earlier run left: once, in whichever lane comes first. */
  #begin(): Promise<void> {
    this.#begun ??= this.#doubtUnfinished().catch((error: unknown) => {
      this.#begun = undefined;
      throw error;
    });
    return this.#begun;
  }

  async #doubtUnfinished(): Promise<void> {
    const { db, clock } = this.#options;
    await this.#writes.until(() => {
      doubtUnfinished(db, clock.nowMs());
      if (hasSales(db)) this.#rules.closeGate(clock.monotonicMs());
    });
    const turns = new ShortTurns();
    for (const reference of referencesIn(db, 'in_doubt')) {
      this.#doubt(reference);
      await turns.rest();
    }
  }

  // The lanes

  async #send(): Promise<number> {
    const { works, connection, error } = this.#connection;
    const isReleased = this.#rules.releasedBy !== undefined;
    // What a person has let go needs no readable list, but it needs somebody who is signed in.
    const isThere = connection !== 'offline' || error?.code === 'service_busy';
    const mayAsk = works || (isReleased && isThere && error?.code !== 'token_refused');
    if (!this.#options.service.hasToken() || !mayAsk) return Infinity;
    return this.#sender.send();
  }

  /**
   * Asks in the background: a look-up that hangs must not keep the sender from learning that the
   * service is there.
   */
  async #ask(): Promise<number> {
    const { clock, service } = this.#options;
    if (!service.hasToken()) {
      this.#connection.needsSignIn();
      return Infinity;
    }
    const waitMs = this.#connection.askAtMs - clock.monotonicMs();
    return waitMs > 0 ? waitMs : this.#probe();
  }

  async #look(): Promise<number> {
    if (!this.#options.service.hasToken() || !this.#connection.works) return Infinity;
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs >= this.#rules.gateLookAtMs) return this.#lookThrough();
    if (nowMs >= this.#rules.roundAtMs) {
      const before = this.#rules.doubts.length;
      await this.#lookUps.round();
      if (this.#rules.doubts.length < before) this.#auditLater();
      this.#lanes.sender.wake();
      return 0;
    }
    return Math.max(1, Math.min(this.#rules.gateLookAtMs, this.#rules.roundAtMs) - nowMs);
  }

  /**
   * Asks for the newest document: it shows that the service answers, that the token holds, and how
   * high the ids have come.
   */
  async #probe(): Promise<number> {
    const { clock, timing } = this.#options;
    const { signIns } = this.#connection;
    const page = await this.#lookUp({ search: '', descending: true, offset: 0, limit: 1 });
    const error = page.ok ? undefined : page.error;
    const nowMs = clock.monotonicMs();
    const awayMs = this.#connection.answered(error, signIns, nowMs, Math.random());
    if (awayMs > timing.settlingMs) this.#rules.restartTimers(nowMs);
    if (this.#connection.works || this.#rules.releasedBy !== undefined) this.wake();
    return 0;
  }

  /**
   * Looks through the service's documents before the first creation: one that this file does not
   * know means that the file is older than what was sent.
   */
  async #lookThrough(): Promise<number> {
    const { gateClosings } = this.#rules;
    const rows = await this.#lookUps.unsettled();
    if (rows.ok) {
      await this.#auditor.compare(Map.groupBy(rows.value, ({ ourReference }) => ourReference));
      this.#rules.openGate(gateClosings);
      this.wake();
      // If somebody has signed in meanwhile, that is no failure.
    } else if (rows.error.code !== 'overtaken') {
      this.#noteFailure(rows.error);
      this.#rules.gateLookFailed(this.#options.clock.monotonicMs());
    }
    return 0;
  }

  async #doubtEverything(): Promise<void> {
    const { db, clock, notify } = this.#options;
    const sales = await this.#writes.until(() =>
      doubtUnsettled(db, 'older_file', newInstallation(), clock.nowMs()),
    );
    // In one turn: nothing must be sent by what was known before.
    for (const reference of referencesIn(db, 'in_doubt')) this.#doubt(reference);
    notify({ code: 'store_older', sales });
  }

  async #audit(): Promise<number> {
    const { clock } = this.#options;
    if (!this.#connection.works || this.#rules.gateClosedAtMs !== null) return Infinity;
    const nowMs = clock.monotonicMs();
    const dueAtMs = Math.min(this.#nextAuditMs, ...this.#laterAuditsMs);
    if (nowMs < dueAtMs) return dueAtMs - nowMs;
    await this.#auditOnce();
    return 0;
  }

  #auditOnce(): Promise<number> {
    this.#auditing ??= this.#runAudit().finally(() => {
      this.#auditing = undefined;
    });
    return this.#auditing;
  }

  async #runAudit(): Promise<number> {
    const { clock, timing, onConnectionChanged } = this.#options;
    const { signIns } = this.#connection;
    // Larger pages may have been refused for a while only, and pages of one row prove less.
    this.#pageSize.most = firstPageSize;
    const audit = await this.#auditor.audit();
    const nowMs = clock.monotonicMs();
    this.#laterAuditsMs = this.#laterAuditsMs.filter((atMs) => atMs > nowMs);
    this.#auditError = null;
    if (audit.ok) {
      // Whether what is missing for the first time in this run is lost is known soon.
      if (audit.value.isMissingNew) this.#auditLater([timing.settlingMs]);
      this.#nextAuditMs = nowMs + (timing.auditDelaysMs.at(-1) ?? Infinity);
    } else {
      if (audit.error.code !== 'overtaken') this.#auditError = audit.error;
      this.#noteFailure(audit.error);
      this.#nextAuditMs = nowMs + timing.pausedProbeMs;
    }
    // Whoever signed in meanwhile may see other lists.
    if (signIns !== this.#connection.signIns) this.#nextAuditMs = 0;
    onConnectionChanged(this.connection, this.error);
    return audit.ok ? audit.value.alarms : 0;
  }

  /** Plans more audits after a doubt was settled, to see what the service does still later. */
  #auditLater(delaysMs = this.#options.timing.auditDelaysMs.slice(0, -1)): void {
    const nowMs = this.#options.clock.monotonicMs();
    const later = [...this.#laterAuditsMs, ...delaysMs.map((ms) => nowMs + ms)];
    later.sort((one, other) => one - other);
    // The first and the last audits of many doubts are enough.
    this.#laterAuditsMs = later.filter((_, at) => at < 10 || at >= later.length - 10);
    this.#lanes.auditor.wake();
  }

  /** Audits at once and again soon: only what two audits miss is lost. */
  #auditTwice(): void {
    this.#nextAuditMs = 0;
    this.#auditLater();
  }

  #noteFailure(error: AppError): void {
    if (isOfConnection(error)) this.suspect();
  }

  /** Begins a reading of the lists as the present sign-in shows them. */
  #read(wait: Wait): Lists {
    const { signIns } = this.#connection;
    const isOver = () => this.#isEnding || signIns !== this.#connection.signIns;
    return new Lists(this.#lookUp, { wait, isOver, pageSize: this.#pageSize });
  }

  readonly #wait: Wait = async (ms) => {
    await this.#options.clock.sleep(ms, this.#waits.signal);
    return true;
  };

  #cutWaits(): void {
    this.#waits.abort();
    this.#waits = new AbortController();
  }

  readonly #lookUp: LookUpDocuments = async (query) => {
    const { db, clock, service } = this.#options;
    const page = await service.lookUp(query);
    if (!page.ok) return page;
    this.#compareClocks(page.value.servedAtMs, clock.nowMs());
    const highest = Math.max(0, ...page.value.rows.map(({ id }) => id));
    const isNewest = query.search === '' && query.offset === 0;
    await this.#writes.until(() => {
      noteDocumentId(db, highest);
      if (isNewest) this.#compareIds(highest);
    });
    return page;
  };

  /**
   * Notices that the service shows fewer documents than it did: it may have lost some, or be
   * another one. Once that has lasted for a day, its ids count anew.
   */
  #compareIds(newest: number): void {
    const { db, clock } = this.#options;
    // One that is far too high counts for as little here as in the file.
    const shownId = Math.min(newest, highestDocumentId(db));
    this.#highestShown = Math.max(this.#highestShown ?? highestDocumentId(db), shownId);
    const isBelow = shownId < this.#highestShown;
    if (isBelow && passedOver(db, clock.nowMs()).includes(newestControl)) {
      lowerDocumentId(db, newest);
      this.#highestShown = newest;
      noteControl(db, newestControl, true, clock.nowMs());
    } else if (isBelow !== isMissed(db, newestControl)) {
      noteControl(db, newestControl, !isBelow, clock.nowMs());
      if (isBelow) this.#tellOfFewer();
    }
  }

  /** Of replicas that answer in turn one may stand still: that is told and audited once an hour. */
  #tellOfFewer(): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#fewerToldAtMs < fewerToldMs) return;
    this.#fewerToldAtMs = nowMs;
    this.#options.notify({ code: 'documents_fewer' });
    this.#auditTwice();
  }

  #compareClocks(servedAtMs: number | undefined, nowMs: number): void {
    const aheadMs = servedAtMs === undefined ? 0 : nowMs - servedAtMs;
    const isWrong = Math.abs(aheadMs) > clockBoundMs;
    const atMs = this.#options.clock.monotonicMs();
    if (isWrong && this.#clockAheadMs === null && atMs - this.#clockToldAtMs >= clockToldMs) {
      this.#clockToldAtMs = atMs;
      this.#options.notify({ code: 'clock_differs', aheadMs });
    }
    this.#clockAheadMs = isWrong ? aheadMs : null;
  }
}
