// The documents that this till has seen, in a file of their own: a cache, so that they can be
// looked at without the service. What is wrong with it costs what was in it, and nothing else.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import {
  knownNatures,
  knownStatuses,
  type DocumentChoices,
  type DocumentDetail,
  type DocumentQuery,
  type DocumentSummary,
} from '../contract/documents.ts';
import type { InvoiceKind } from '../contract/invoice-kind.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { storeError, type Store } from '../store/open.ts';
import { fillInSome } from './fill-in.ts';
import { recallInvoiceKinds } from './invoice-kinds.ts';
import { keepNature, keepShown, keepStatus } from './keep.ts';
import { isOwn } from './own-sales.ts';
import {
  recallChoices,
  recallDetail,
  recallPage,
  recallSummary,
  type Recalled,
  type RecalledPage,
} from './recall.ts';
import { schema, schemaVersion } from './schema.ts';
import type { Shown } from './shown.ts';

/** Another program may be reading the file; selling does not wait for it. */
const lockTimeoutMs = 100;

/** Between two turns of filling in. */
const pauseMs = 10;

type OnProblem = (what: string, error: unknown) => void;

export class DocumentMemory {
  readonly #file: string;
  readonly #sales: Store;
  readonly #onProblem: OnProblem;
  #db: Store;

  /**
   * Always answers a memory. A file that is damaged or of another version is replaced by a new one;
   * where none can be used, what is seen is remembered until the till is closed. `sales`: the
   * till's own database.
   */
  static open(folder: string, sales: Store, onProblem: OnProblem): DocumentMemory {
    const file = join(folder, 'documents.db');
    const memory = new DocumentMemory(file, sales, onProblem);
    memory.#fillIn();
    return memory;
  }

  private constructor(file: string, sales: Store, onProblem: OnProblem) {
    this.#file = file;
    this.#sales = sales;
    this.#onProblem = onProblem;
    this.#db = openOrReplace(file, onProblem);
  }

  note(shown: Shown, nowMs: number): void {
    const { summaries, detail } = shown;
    if (!this.#db.open || (summaries.length === 0 && !detail)) return;
    const documents = detail ? [detail] : summaries;
    const own = documents.filter((each) => isOwn(this.#sales, each)).map(({ id }) => id);
    this.#using((db) => {
      keepShown(db, shown, new Set(own), nowMs);
    }, undefined);
  }

  /** Of what the outbox has looked through, which nobody has looked at. */
  noteOwn(shown: Shown, nowMs: number): void {
    if (!this.#db.open) return;
    const summaries = shown.summaries.filter((each) => isOwn(this.#sales, each));
    this.note({ ...shown, summaries }, nowMs);
  }

  page(query: DocumentQuery): RecalledPage {
    const { offset } = query;
    const nothing = { count: 0, offset, results: [], hasNext: false, seenAtMs: [] };
    return this.#using((db) => recallPage(db, query), nothing);
  }

  summary(id: number): Recalled<DocumentSummary> | undefined {
    return this.#using((db) => recallSummary(db, id), undefined);
  }

  /** Of a document that was opened on a page of its own. */
  detail(id: number): Recalled<DocumentDetail> | undefined {
    return this.#using((db) => recallDetail(db, id), undefined);
  }

  choices(): DocumentChoices {
    return this.#using(recallChoices, { natures: [], statuses: [] });
  }

  invoiceKinds(): readonly InvoiceKind[] {
    return this.#using(recallInvoiceKinds, []);
  }

  close(): void {
    this.#db.close();
  }

  /** `otherwise`, where the memory cannot be used, or is closed. */
  #using<Value>(use: (db: Store) => Value, otherwise: Value): Value {
    if (!this.#db.open) return otherwise;
    try {
      return use(this.#db);
    } catch (error) {
      this.#onProblem('the documents that were seen could not be used', error);
      if (isUseless(error)) {
        this.#db.close();
        this.#db = replace(this.#file, this.#onProblem);
        this.#fillIn();
      } else if (!storeError(error, this.#file)) {
        throw error;
      }
      return otherwise;
    }
  }

  #fillIn(): void {
    const turn = (): void => {
      try {
        if (this.#db.open && fillInSome(this.#db, this.#sales)) setTimeout(turn, pauseMs).unref();
      } catch (error) {
        this.#onProblem('own sales could not be put among the documents that were seen', error);
      }
    };
    setTimeout(turn, pauseMs).unref();
  }
}

function openOrReplace(file: string, onProblem: OnProblem): Store {
  try {
    const db = openFile(file);
    if (db) return db;
  } catch (error) {
    onProblem('the documents that were seen could not be opened', error);
    if (!isUseless(error)) return inMemory();
  }
  return replace(file, onProblem);
}

function replace(file: string, onProblem: OnProblem): Store {
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    const db = openFile(file);
    if (db) return db;
  } catch (error) {
    onProblem('documents that are seen are remembered only until the till is closed', error);
  }
  return inMemory();
}

function inMemory(): Store {
  const db = new Database(':memory:');
  create(db);
  return db;
}

/** Undefined for a file of another version. It is read through for damage only as it is used. */
function openFile(file: string): Store | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const db = new Database(file, { timeout: lockTimeoutMs });
  try {
    // A power cut may take the last rows with it, but not the file: what was lost can be seen
    // again, and no write waits for the disk.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    const version = db.pragma('user_version', { simple: true });
    if (version === 0) create(db);
    if (version === 0 || version === schemaVersion) return db;
  } catch (error) {
    db.close();
    throw error;
  }
  db.close();
  return undefined;
}

function create(db: Store): void {
  inTransaction(db, () => {
    db.exec(schema);
    // Until a document shows the service's own words.
    for (const { id, code, list } of knownNatures) keepNature(db, id, code, list);
    for (const { id, code } of knownStatuses) keepStatus(db, id, code);
    db.pragma(`user_version = ${schemaVersion}`);
  });
}

/** Damaged, or a file of SQLite's that is not one of ours. */
const isUseless = (error: unknown): boolean =>
  v.isValiError(error) ||
  (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|ERROR$)/.test(error.code));
