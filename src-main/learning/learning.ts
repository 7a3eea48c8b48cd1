// Learns from the service's documents, the newest first and one at a time, and gives way to every
// sale. A person may stop it and let it go on. What is learnt is offered, and changes nothing.
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { DocumentList } from '../contract/documents.ts';
import { ok, type AppError, type Result } from '../contract/errors.ts';
import type {
  LearningPhase,
  LearningState,
  LearntChoices,
  LearntMethod,
  LearntProduct,
} from '../contract/learning.ts';
import { isOfTheVariant } from '../service/endpoints.ts';
import { readHeading, type Lesson } from '../service/lenient-facts.ts';
import type { Store } from '../store/open.ts';
import { countIn } from '../store/sales.ts';
import { countSeenCustomers, notePaymentMethods } from '../store/seen-in-answers.ts';
import { Gathered, readLearnt, writeLearnt } from './gathered-facts.ts';
import type { LearningService } from './reading.ts';
import { Source } from './source.ts';

export interface LearningOptions {
  readonly folder: string;
  readonly db: Store;
  readonly clock: Clock;
  readonly service: LearningService;
  readonly onProblem: (what: string, error: unknown) => void;
}

const fileName = 'learnt.json';
const mostDocuments = 500;
/** The most documents that are read if the service shows no lines. */
const mostWithoutLines = 100;
/** How many documents that bring nothing new are enough, once the least number was read. */
const enoughWithoutNews = 150;
const leastDocuments = 200;
/** How many pages of the list of all documents are read, for its kinds and series. */
const pagesOfAll = 3;
const mostPages = 100;
/** How long reading rests after what the cashier last did in a sale. */
const restMs = 3_000;
const savedEvery = 50;
/** How many documents are enough when a sale waits for a way to pay and one is known by now. */
const enoughForMethods = 8;
/** The nature of simplified invoices (service-api, Values seen for identifiers). */
const simplifiedNature = 302;

type End = 'ended' | 'stopped' | AppError;

export class Learning {
  readonly #options: LearningOptions;
  readonly #file: string;
  readonly #source: Source;
  readonly #gathered: Gathered;
  #phase: Exclude<LearningPhase, 'waiting'>;
  #error: AppError | null = null;
  #read: number;
  #most = mostDocuments;
  #unrecognised: number;
  #sinceNews = 0;
  #soldAtMs = -Infinity;
  #run: { readonly stopping: AbortController; readonly done: Promise<void> } | null = null;
  readonly #closing = new AbortController();
  #saving: Promise<void> = Promise.resolve();

  constructor(options: LearningOptions) {
    this.#options = options;
    this.#file = join(options.folder, fileName);
    const keptState = this.#recall();
    this.#gathered = new Gathered(keptState?.gathered);
    this.#phase = keptState?.phase ?? 'never';
    this.#read = keptState?.read ?? 0;
    this.#unrecognised = keptState?.unrecognised ?? 0;
    const { clock, service, db } = options;
    const mustWait = () =>
      clock.monotonicMs() - this.#soldAtMs < restMs ||
      (!service.isAway() && db.open && countIn(db, ['queued', 'sending']) > 0);
    this.#source = new Source({ clock, service, mustWait }, keptState?.withoutLines ?? false);
    if (this.#phase === 'ended') this.#most = this.#read;
  }

  get state(): LearningState {
    const { waitsFor, withoutLines } = this.#source;
    const isWaiting = this.#phase === 'reading' && waitsFor !== null;
    return {
      phase: isWaiting ? 'waiting' : this.#phase,
      read: this.#read,
      most: this.#most,
      error: isWaiting && waitsFor !== 'sale' ? waitsFor : this.#error,
      withoutLines,
      unrecognised: this.#unrecognised,
      found: { ...this.#gathered.counts, customers: countSeenCustomers(this.#options.db) },
    };
  }

  methods(): readonly LearntMethod[] {
    return this.#gathered.methods();
  }

  products(): readonly LearntProduct[] {
    return this.#gathered.products();
  }

  choices(): LearntChoices {
    return this.#gathered.choices();
  }

  /** Begins by itself at a till that never learnt; goes on where closing cut it off. */
  goOn(isFirstDay: boolean): void {
    const isBegun = this.#phase === 'reading' || this.#error !== null;
    if (isBegun || (isFirstDay && this.#phase === 'never')) this.start();
  }

  /** Begins, or goes on where it was stopped. After it has ended, it looks for what is new. */
  start(): void {
    if (this.#run || this.#closing.signal.aborted) return;
    if (this.#phase === 'ended' || this.#phase === 'never') {
      this.#read = 0;
      this.#unrecognised = 0;
    }
    this.#phase = 'reading';
    this.#error = null;
    this.#sinceNews = 0;
    this.#most = mostDocuments;
    this.#source.begin();
    const stopping = new AbortController();
    const signal = AbortSignal.any([stopping.signal, this.#closing.signal]);
    const done = this.#reading(signal).then(
      (end) => this.#end(end),
      (error: unknown) => {
        this.#options.onProblem('learning from the documents stopped', error);
        return this.#end('stopped');
      },
    );
    this.#run = { stopping, done };
  }

  async stop(): Promise<void> {
    this.#run?.stopping.abort();
    await this.finished();
  }

  /** Resolves once nothing is under way. */
  async finished(): Promise<void> {
    await this.#run?.done;
  }

  /** Ends what is under way. It goes on when the till is opened again. */
  async close(): Promise<void> {
    const wasReading = this.#phase === 'reading';
    this.#closing.abort();
    await this.finished();
    if (wasReading) {
      this.#phase = 'reading';
      await this.#save();
    }
    await this.#saving;
  }

  /** Makes reading wait, as somebody works on a sale, until they rest. */
  giveWay(): void {
    this.#soldAtMs = this.#options.clock.monotonicMs();
  }

  /**
   * Looks at once for a way to pay, for a sale that waits for one, and reads no more documents than
   * that takes. Errors: those of asking the service.
   */
  async findMethods(): Promise<Result<readonly LearntMethod[]>> {
    if (this.#gathered.counts.methods > 0) return ok(this.methods());
    let askedDocuments = 0;
    const looked = await this.#source.atOnce(
      (id) => {
        const isEnough = askedDocuments >= enoughForMethods && this.#gathered.counts.methods > 0;
        if (isEnough || this.#gathered.hasRead(id)) return false;
        askedDocuments += 1;
        return true;
      },
      (lesson) => this.#take(lesson, !lesson.isNote),
      this.#closing.signal,
    );
    const isFound = this.#gathered.counts.methods > 0;
    return looked.ok || isFound ? ok(this.methods()) : looked;
  }

  /** Reads the sales first, for payments and lines, then all documents, for kinds and series. */
  async #reading(signal: AbortSignal): Promise<End> {
    const sales = await this.#readList('sales', signal);
    // A user who may not see that list may see the one of all documents.
    const isRefused = typeof sales === 'object' && isOfTheVariant(sales);
    const end = isRefused ? await this.#readList('all', signal) : sales;
    if (end !== 'ended' || isRefused) return end;
    let offset = 0;
    for (let page = 0; page < pagesOfAll; page += 1) {
      const answer = await this.#source.page('all', offset, signal);
      if (!answer.ok) return endOf(answer.error) === 'stopped' ? 'stopped' : 'ended';
      const { rows, hasNext } = answer.value;
      this.#takeHeadings(rows);
      offset += rows.length;
      if (!hasNext) break;
    }
    return 'ended';
  }

  async #readList(list: DocumentList, signal: AbortSignal): Promise<End> {
    // Documents that arrive meanwhile move the others on, so that a page may repeat some of them.
    const listed = new Set<number>();
    let offset = 0;
    for (let page = 0; page < mostPages; page += 1) {
      const answer = await this.#source.page(list, offset, signal);
      if (!answer.ok) return endOf(answer.error);
      const { rows, hasNext, count } = answer.value;
      if (count !== null) this.#most = Math.max(this.#read, Math.min(mostDocuments, count));
      for (const { id, natureId, isNote } of this.#takeHeadings(rows)) {
        if (listed.has(id) || this.#gathered.hasRead(id)) continue;
        listed.add(id);
        const isOfSales = list === 'sales' || natureId === simplifiedNature;
        const end = await this.#readDocument(id, isOfSales && !isNote, signal);
        if (end !== null) return end;
      }
      offset += rows.length;
      if (!hasNext) break;
    }
    return 'ended';
  }

  #takeHeadings(rows: readonly unknown[]) {
    const headings = rows.flatMap((row) => readHeading(row) ?? []);
    for (const heading of headings) this.#gathered.takeHeading(heading);
    return headings;
  }

  /** Returns null if reading goes on. */
  async #readDocument(id: number, isSale: boolean, signal: AbortSignal): Promise<End | null> {
    const answer = await this.#source.document(id, signal);
    if (!answer.ok && !isOfTheVariant(answer.error)) return endOf(answer.error);
    this.#read += 1;
    this.#sinceNews += 1;
    this.#gathered.noteRead(id);
    if (answer.ok && answer.value) this.#take(answer.value, isSale);
    else this.#unrecognised += 1;
    if (this.#read % savedEvery === 0) await this.#save();
    // Sales get their turn between two documents.
    await nextTurn();
    if (signal.aborted) return 'stopped';
    const { isShut, withoutLines } = this.#source;
    const hasEnough = this.#sinceNews >= enoughWithoutNews && this.#read >= leastDocuments;
    const most = withoutLines ? mostWithoutLines : mostDocuments;
    return isShut || hasEnough || this.#read >= most ? 'ended' : null;
  }

  #take(lesson: Lesson, isSale: boolean): void {
    const { methods, lines } = lesson;
    const isRecognised = methods.length > 0 || lines.some(({ code }) => code !== '');
    if (!isRecognised) this.#unrecognised += 1;
    if (this.#gathered.takeLesson(lesson, isSale)) this.#sinceNews = 0;
    const { db } = this.#options;
    const named = new Set(methods.map(({ id }) => id));
    const namedMethods = this.methods().filter(({ id }) => named.has(id));
    if (!db.open || namedMethods.length === 0) return;
    notePaymentMethods(
      db,
      namedMethods.map(({ id, label }) => ({ id, label })),
    );
  }

  async #end(end: End): Promise<void> {
    this.#run = null;
    this.#source.rest();
    this.#phase = end === 'ended' ? 'ended' : 'stopped';
    if (end === 'ended') this.#most = this.#read;
    this.#error = typeof end === 'object' ? end : null;
    await this.#save();
  }

  #save(): Promise<void> {
    const learnt = {
      ...{ version: 1 as const, phase: this.#phase, read: this.#read },
      ...{ unrecognised: this.#unrecognised, withoutLines: this.#source.withoutLines },
      gathered: this.#gathered.toKeep(),
    };
    this.#saving = this.#saving
      .then(() => writeLearnt(this.#file, learnt))
      .catch((error: unknown) => {
        this.#options.onProblem('what was learnt is kept until the till is closed', error);
      });
    return this.#saving;
  }

  #recall() {
    try {
      return readLearnt(this.#file);
    } catch (error) {
      this.#options.onProblem('what was learnt could not be read', error);
      return undefined;
    }
  }
}

const endOf = (error: AppError): End => (error.code === 'overtaken' ? 'stopped' : error);
