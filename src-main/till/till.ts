// One open till: its database, its catalogue, its way to the service, and its outbox.
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueImport, setupImportName } from '../catalogue/import.ts';
import { ManyProducts } from '../catalogue/many-products.ts';
import type { DocumentPage, DocumentQuery } from '../contract/documents.ts';
import type { Profile } from '../contract/profiles.ts';
import type { SaleSummary } from '../contract/sales.ts';
import { inTime, type Clock } from '../clock.ts';
import { err, type Result } from '../contract/errors.ts';
import { unsentStates } from '../contract/outbox-states.ts';
import { DocumentBrowser } from '../documents/browser.ts';
import { DocumentExport } from '../documents/export.ts';
import type { DocumentMemory } from '../documents/memory.ts';
import { remember, type DocumentsInAnswer } from '../documents/shown.ts';
import { CartWatch } from '../exceptions/cart-watch.ts';
import { Learning } from '../learning/learning.ts';
import { FiguresReader } from '../figures/figures-reader.ts';
import type { Log } from '../log.ts';
import { watchDay } from './day-watch.ts';
import type { Companion, TillEnvironment } from './environment.ts';
import { printLabels } from './labels.ts';
import { printByItself, printJob } from './print.ts';
import type { MarksAnswer, TillParts } from './parts.ts';
import { noteSeen } from './seen-in-answers.ts';
import { AutomaticPrinting } from '../printing/automatic.ts';
import { PrintQueue } from '../printing/print-queue.ts';
import { Outbox, type OutboxOptions } from '../outbox/outbox.ts';
import type { ServiceClient } from '../service/client.ts';
import { observed } from '../service/observed.ts';
import {
  createDocument,
  documentAsItCame,
  getDocument,
  listAsItCame,
  listDocuments,
  lookUpDocuments,
  serviceDay,
  type FetchedDocument,
} from '../service/endpoints.ts';
import { readMoneyOfFoundSale } from '../store/cash-movements.ts';
import { areDaySettingsDamaged } from '../store/day-settings.ts';
import type { Store } from '../store/open.ts';
import { countIn } from '../store/sales.ts';

/** How long closing waits for the request in flight, whose sale is in doubt if it is cut off. */
const closeGraceMs = 3_000;

export interface TillOptions extends Omit<OutboxOptions, 'db' | 'service' | 'onSaleChanged'> {
  readonly log: Log;
  readonly environment: TillEnvironment;
}

export class Till implements TillParts {
  #profile: Profile;
  readonly db: Store;
  readonly catalogue: Catalogue;
  readonly catalogueImport: CatalogueImport;
  readonly manyProducts: ManyProducts;
  readonly documents: DocumentBrowser;
  readonly documentExport: DocumentExport;
  readonly learning: Learning;
  readonly figures: FiguresReader;
  readonly outbox: Outbox;
  readonly printQueue: PrintQueue;
  /** The queue of labels. Its portions go behind what waits in the other queue. */
  readonly labelQueue: PrintQueue;
  readonly automatic: AutomaticPrinting;
  readonly environment: TillEnvironment;
  readonly clock: Clock;
  readonly openedAtMs: number;
  readonly cartWatch: CartWatch;
  readonly answeredMarks = new Map<number, MarksAnswer>();
  readonly checkedReturns: TillParts['checkedReturns'] = { auditedAtMs: null, told: new Set() };
  newestReceipt: TillParts['newestReceipt'] = null;
  readonly #memory: DocumentMemory;
  readonly #client: ServiceClient;
  /** A client for what people look at, which is remembered. */
  readonly #readers: ServiceClient;
  readonly #pageSize = { most: Infinity };
  #token: string | undefined;
  readonly #closing = new AbortController();
  readonly #companion: Companion | undefined;

  constructor(
    profile: Profile,
    db: Store,
    catalogue: Catalogue,
    memory: DocumentMemory,
    client: ServiceClient,
    token: string | undefined,
    options: TillOptions,
  ) {
    this.#profile = profile;
    this.db = db;
    this.cartWatch = new CartWatch(db);
    this.catalogue = catalogue;
    const { clock, environment, log } = options;
    // What may fail comes before any part works by itself: nobody could stop it.
    if (areDaySettingsDamaged(db)) environment.notify({ code: 'day_settings_damaged' });
    this.environment = environment;
    this.clock = clock;
    this.openedAtMs = clock.nowMs();
    const folder = dirname(db.name);
    const { startHelper } = environment;
    this.catalogueImport = new CatalogueImport(startHelper, catalogue, folder);
    this.manyProducts = new ManyProducts(startHelper, catalogue, this.catalogueImport);
    const ofSetup = new CatalogueImport(startHelper, catalogue, folder, undefined, setupImportName);
    for (const imports of [this.catalogueImport, ofSetup]) {
      imports.discard().catch((error: unknown) => {
        log.failure('what an import has left behind stays there', error);
      });
    }
    const nowMs = () => clock.nowMs();
    const onProblem = (what: string, error: unknown) => log.error(what, error);
    this.#memory = memory;
    const observing = (note: (shown: DocumentsInAnswer, atMs: number) => void) =>
      observed(client, [noteSeen(db, nowMs), remember(note, nowMs)], onProblem);
    this.#client = client;
    this.#readers = observing((shown, atMs) => memory.note(shown, atMs));
    const outboxClient = observing((shown, atMs) => memory.noteOwn(shown, atMs));
    this.#token = token;
    this.documents = new DocumentBrowser({
      db,
      memory,
      service: {
        list: (query, signal) =>
          this.#read(
            (to) => listDocuments(this.#readers, to, query, signal, this.#pageSize),
            signal,
          ),
        get: (id, signal) => this.getDocument(id, signal),
        isAway: () => this.outbox.connection === 'offline',
      },
      follow: (document) => this.outbox.follow(document),
      productOf: (code) => catalogue.byCode(code),
    });
    this.documentExport = new DocumentExport((query, signal) => this.listDocuments(query, signal));
    this.figures = new FiguresReader({
      ...{ file: db.name, startHelper },
      documents: (days) => memory.seenIn(days),
    });
    environment.inBackground('files of an earlier version stay there', async () => {
      // The sums of the sales, and catalogues from before a change. A kill may have left the
      // products in such a catalogue alone.
      const isEmpty = catalogue.obstacle !== null || catalogue.summary().products === 0;
      const isOlder = isEmpty
        ? /^(figures|catalogue-many)\.db(-\w+)?$/
        : /^(figures|catalogue-many|catalogue-before-[0-9a-f]{8})\.db(-\w+)?$/;
      for (const name of await readdir(folder))
        if (isOlder.test(name)) await rm(join(folder, name), { force: true });
    });
    this.automatic = new AutomaticPrinting({
      mode: () => environment.printing().automatic,
      isOnline: () => this.outbox.connection === 'online',
      print: (reference) =>
        environment.inBackground('nothing was printed by itself', () =>
          printByItself(this, reference),
        ),
    });
    this.outbox = new Outbox({
      ...options,
      db,
      onSaleChanged: (sale) => this.saleChanged(sale),
      service: {
        hasToken: () => this.#token !== undefined,
        create: (body) => createDocument(outboxClient, this.#requireToken(), body),
        lookUp: (query) => this.#ask((token) => lookUpDocuments(outboxClient, token, query)),
        getDocument: (id) => this.#ask((token) => getDocument(outboxClient, token, id)),
      },
    });
    // What is read to learn from is not remembered among the documents.
    const learner = observed(client, [noteSeen(db, nowMs)], onProblem);
    this.learning = new Learning({
      ...{ folder: dirname(db.name), db, clock, onProblem },
      service: {
        list: (query, signal) => this.#learn((to) => listAsItCame(learner, to, query, signal)),
        get: (id, isExtended, signal) =>
          this.#learn((to) => documentAsItCame(learner, to, id, isExtended, signal)),
        isAway: () => this.outbox.connection === 'offline',
      },
    });
    const printing = {
      ...{ db, log, onJobChanged: environment.jobChanged },
      onFailure: (error: unknown) =>
        environment.notify({ code: 'unexpected', id: log.failure('printing stopped', error) }),
    };
    this.printQueue = new PrintQueue({
      ...printing,
      print: (job, signal) => printJob(this, job, signal),
    });
    this.labelQueue = new PrintQueue({
      ...printing,
      lane: 'labels',
      print: (job, signal) => printLabels(this, job, signal),
    });
    this.#companion = environment.openCompanion?.(this);
    this.outbox.start();
    // Practice has no shop whose day it could be.
    if (profile.kind !== 'practice') {
      const ask = () => this.#ask((token) => serviceDay(client, token));
      environment.inBackground('the day was not compared with the service’s', () =>
        watchDay({ clock, ask, environment }, this.#closing.signal),
      );
    }
  }

  get whoIsAtIt(): string {
    return this.environment.doneBy()?.name ?? this.#profile.userName;
  }

  /** Handles that a sale has moved on: whoever shows it must know, and it may be printed. */
  saleChanged(sale: SaleSummary): void {
    for (const hear of this.environment.saleListeners) hear(sale);
    const movedCents =
      sale.state === 'confirmed' ? readMoneyOfFoundSale(this.db, sale.reference) : null;
    if (movedCents !== null) {
      const { reference } = sale;
      this.environment.notify({ code: 'money_given_back', reference, movedCents });
    }
    this.automatic.changed(sale);
  }

  /**
   * The time of an audit since this start; null if there was none. An audit of an earlier start
   * says nothing of what was sent since.
   */
  get auditedAtMs(): number | null {
    const { audit } = this.outbox.report();
    return audit && audit.atMs >= this.openedAtMs ? audit.atMs : null;
  }

  /** Aborts when the till closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get token(): string | undefined {
    return this.#token;
  }

  get profile(): Profile {
    return this.#profile;
  }

  /** Call it after signing in again to the same company and till, perhaps as somebody else. */
  signedIn(profile: Profile, token: string): void {
    this.#profile = profile;
    this.#token = token;
    this.documents.signedIn();
    this.outbox.signedIn();
    this.learning.goOn(false);
  }

  getDocument(id: number, signal?: AbortSignal): Promise<Result<FetchedDocument>> {
    return this.#read((token) => getDocument(this.#readers, token, id, signal), signal);
  }

  /** Remembers no document: a long list would push out what a person has looked at. */
  listDocuments(query: DocumentQuery, signal?: AbortSignal): Promise<Result<DocumentPage>> {
    return this.#read(
      (token) => listDocuments(this.#client, token, query, signal, this.#pageSize),
      signal,
    );
  }

  async #ask<Value>(ask: (token: string) => Promise<Result<Value>>): Promise<Result<Value>> {
    return this.#token === undefined ? err({ code: 'not_signed_in' }) : ask(this.#token);
  }

  /** Reads from the service. A failed one that was not given up may be the first of an outage. */
  async #read<Value>(
    ask: (token: string) => Promise<Result<Value>>,
    signal?: AbortSignal,
  ): Promise<Result<Value>> {
    const answer = await this.#ask(ask);
    if (!answer.ok && signal?.aborted !== true) this.outbox.suspect();
    return answer;
  }

  /** Asks in order to learn. Only an answer that does not come says anything of the connection. */
  async #learn<Value>(ask: (token: string) => Promise<Result<Value>>): Promise<Result<Value>> {
    const answer = await this.#ask(ask);
    const isAway = !answer.ok && answer.error.code === 'service_unreachable';
    if (isAway && this.db.open) this.outbox.suspect();
    return answer;
  }

  /** The number of sales that the outbox has yet to bring to the service. */
  get unsent(): number {
    return countIn(this.db, unsentStates);
  }

  get unsentOrRejected(): number {
    return unsentOrRejected(this.db);
  }

  /**
   * Closes the till and returns how many of its sales are unsent. Even if a part fails to end,
   * nothing of the till works on, so that the same till may be opened again.
   */
  async close(): Promise<number> {
    this.#closing.abort();
    const stopping = [this.outbox, this.labelQueue, this.printQueue].map((part) => part.stop());
    const stopped = Promise.all(stopping);
    let unsent = 0;
    await endAll([
      () => this.catalogue.endChange(),
      () => this.documentExport.stop(),
      () => this.learning.close(),
      () => this.#companion?.close(),
      async () => {
        if (!(await inTime(this.clock, stopped, closeGraceMs))) await this.#client.close();
        await stopped;
      },
      () => this.#client.close(),
      () => this.figures.close(),
      () => this.#memory.close(),
      () => {
        ({ unsent } = this);
      },
      () => this.manyProducts.stop(),
      () => this.catalogueImport.discard(),
      () => this.catalogue.close(),
      () => {
        this.db.close();
      },
    ]);
    return unsent;
  }

  /**
   * Closes the till's files before this returns, and waits for nothing: what is being sent is in
   * doubt at the next start. The program must end then. Even if a part fails to end, the others do.
   */
  closeNow(): void {
    endAllNow([
      () => {
        this.#companion?.closeNow();
      },
      () => {
        this.db.close();
      },
      () => this.#memory.close(),
      () => this.catalogue.close(),
    ]);
  }

  #requireToken(): string {
    if (this.#token === undefined) throw new Error('a sale was claimed without a token');
    return this.#token;
  }
}

/** Returns the number of sales that the service may not have, refused ones included. */
export const unsentOrRejected = (db: Store): number => countIn(db, [...unsentStates, 'rejected']);

/** Does as `endAll` with steps that nobody has to wait for. */
function endAllNow([step, ...others]: readonly (() => void)[]): void {
  if (!step) return;
  try {
    step();
  } finally {
    endAllNow(others);
  }
}

/** Takes each step, even after one that has failed. @throws what failed last. */
async function endAll([step, ...others]: readonly (() => unknown)[]): Promise<void> {
  if (!step) return;
  try {
    await step();
  } finally {
    await endAll(others);
  }
}
