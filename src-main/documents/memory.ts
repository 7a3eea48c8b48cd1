// The documents that this till has seen, in a file of their own. It is a cache, so that people can
// look at them without the service. Damage to it costs what was in it, and nothing else.
import { join } from 'node:path';
import { systemClock, type Clock } from '../clock.ts';
import type {
  DocumentChoices,
  DocumentDetail,
  DocumentList,
  DocumentQuery,
  DocumentSummary,
} from '../contract/documents.ts';
import type { SeenDocuments } from '../contract/figures.ts';
import type { InvoiceKind } from '../contract/invoice-kind.ts';
import type { Days } from '../contract/periods.ts';
import type { Store } from '../store/open.ts';
import { isOwnReference } from '../store/sales.ts';
import { storeError } from '../store/store-errors.ts';
import { fillInSome } from './fill-in.ts';
import { recallInvoiceKinds, recallReturnKinds } from './invoice-kinds.ts';
import { keepShown } from './write-memory.ts';
import {
  recallChoices,
  recallDetail,
  recallPage,
  recallSummary,
  readListOf,
  type Recalled,
  type RecalledPage,
} from './read-memory.ts';
import { isUseless, openMemory, replaceMemory, type OnProblem } from './memory-file.ts';
import type { DocumentsInAnswer } from './shown.ts';
import * as v from 'valibot';
import { sumSchema } from '../contract/day.ts';
import { integer, readRows } from '../store/prepared.ts';

/** The pause between two turns of filling in. */
const pauseMs = 10;

export class DocumentMemory {
  readonly #file: string;
  readonly #sales: Store;
  readonly #onProblem: OnProblem;
  readonly #clock: Pick<Clock, 'sleep'>;
  #db: Store;

  /**
   * Never fails. A file that is damaged or of another version is replaced by a new one. If no file
   * can be used, what is seen is remembered until the till is closed. `sales` is the till's own
   * database.
   */
  constructor(
    folder: string,
    sales: Store,
    onProblem: OnProblem,
    clock: Pick<Clock, 'sleep'> = systemClock,
  ) {
    this.#clock = clock;
    this.#file = join(folder, 'documents.db');
    this.#sales = sales;
    this.#onProblem = onProblem;
    this.#db = openMemory(this.#file, onProblem);
    void this.#fillIn();
  }

  note(answer: DocumentsInAnswer, nowMs: number): void {
    const { summaries, detail } = answer;
    if (!this.#db.open || (summaries.length === 0 && !detail)) return;
    const documents = detail ? [detail] : summaries;
    const own = documents.filter((each) => this.#isOwn(each)).map(({ id }) => id);
    this.#using((db) => keepShown(db, answer, new Set(own), nowMs), undefined);
  }

  /** Notes the till's own documents among those that the outbox has looked through. */
  noteOwn(answer: DocumentsInAnswer, nowMs: number): void {
    if (!this.#db.open) return;
    const summaries = answer.summaries.filter((each) => this.#isOwn(each));
    this.note({ ...answer, summaries }, nowMs);
  }

  #isOwn({ ourReference }: DocumentSummary): boolean {
    return isOwnReference(this.#sales, ourReference);
  }

  page(query: DocumentQuery): RecalledPage {
    const { offset } = query;
    const nothing = { count: 0, offset, results: [], hasNext: false, seenAtMs: [] };
    return this.#using((db) => recallPage(db, query), nothing);
  }

  summary(id: number): Recalled<DocumentSummary> | undefined {
    return this.#using((db) => recallSummary(db, id), undefined);
  }

  /** Returns a document that was opened on a page of its own. */
  detail(id: number): Recalled<DocumentDetail> | undefined {
    return this.#using((db) => recallDetail(db, id), undefined);
  }

  /** The list besides the one of all documents that shows the nature, once one has. */
  listOf(natureId: number): DocumentList | null {
    return this.#using((db) => readListOf(db, natureId), null);
  }

  choices(): DocumentChoices {
    return this.#using(recallChoices, { natures: [], statuses: [] });
  }

  /** Returns the documents that are dated in these days. */
  seenIn(days: Days): SeenDocuments {
    return this.#using((db) => recallSeen(db, days), { kinds: [], lastSeenAtMs: null });
  }

  invoiceKinds(): readonly InvoiceKind[] {
    return this.#using(recallInvoiceKinds, []);
  }

  returnKinds(): readonly InvoiceKind[] {
    return this.#using(recallReturnKinds, []);
  }

  close(): void {
    this.#db.close();
  }

  /** Returns `otherwise` if the memory cannot be used, or is closed. */
  #using<Value>(use: (db: Store) => Value, otherwise: Value): Value {
    if (!this.#db.open) return otherwise;
    try {
      return use(this.#db);
    } catch (error) {
      this.#onProblem('the documents that were seen could not be used', error);
      if (isUseless(error)) {
        this.#db.close();
        this.#db = replaceMemory(this.#file, this.#onProblem);
        void this.#fillIn();
      } else if (!storeError(error, this.#file)) {
        throw error;
      }
      return otherwise;
    }
  }

  async #fillIn(): Promise<void> {
    try {
      do await this.#clock.sleep(pauseMs);
      while (this.#db.open && fillInSome(this.#db, this.#sales));
    } catch (error) {
      this.#onProblem('own sales could not be put among the documents that were seen', error);
    }
  }
}

const kindRow = v.object({
  name: v.string(),
  status: v.string(),
  ...sumSchema.entries,
  seenAtMs: integer,
});

const firstNonEmpty = (field: string): string =>
  `coalesce(nullif(summary ->> '$.${field}.description', ''), summary ->> '$.${field}.code', '')`;

/** Returns the kinds with the most documents first; natures differ in sign. */
function recallSeen(db: Store, { from, until }: Days): SeenDocuments {
  const rows = readRows(
    db,
    kindRow,
    `SELECT coalesce(nullif(summary ->> '$.documentName', ''), ${firstNonEmpty('nature')}) AS name,
       ${firstNonEmpty('status')} AS status, count(*) AS count,
       sum(summary ->> '$.totalCents') AS totalCents, max(seen_at_ms) AS seenAtMs
     FROM document WHERE document_date BETWEEN ? AND ?
     GROUP BY name, status ORDER BY count DESC, name, status`,
    from,
    until,
  );
  return {
    kinds: rows.map(({ name, status, count, totalCents }) => ({ name, status, count, totalCents })),
    lastSeenAtMs: rows.length === 0 ? null : Math.max(...rows.map(({ seenAtMs }) => seenAtMs)),
  };
}
