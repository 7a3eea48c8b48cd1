// Asks the service's lists for documents: whole pages in an order that can be checked. Nothing is
// taken for granted.
import { growingWaitMs } from '../clock.ts';
import {
  compareDocument,
  type ComparedSale,
  type Difference,
} from '../contract/compare-document.ts';
import { detailOfSummary, type DocumentDetail } from '../contract/documents.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { isTillReference, seen, type Evidence } from '../contract/sales.ts';
import type { LookUpQuery } from '../service/endpoints.ts';
import type { LookUpPage, LookUpRow } from '../service/responses.ts';
import type { Sighting } from './rules.ts';
import { ShortTurns } from './short-turns.ts';
import { longestRetryAfterMs } from './timing.ts';

/** Asks for one page of all documents. */
export type LookUpDocuments = (query: LookUpQuery) => Promise<Result<LookUpPage>>;

export const firstPageSize = 100;
/** More pages than any finite list has: a search without an end fails. */
const maxPages = 100_000;
const mostIdlePages = 10;
/** How often a page is asked for again that failed for a reason that passes. */
const mostRetries = 3;

/** An empty page claimed to have a next one, or pages brought nothing new. */
const endless = err({ code: 'answer_invalid', field: 'next' });
const unordered = err({ code: 'answer_invalid', field: 'ordering' });

interface Walk {
  readonly search: string;
  /** Ends with the page on which an id is this low or lower; without it every page is read. */
  readonly downTo?: number;
  /**
   * Whether a newest id below `downTo` means that the service has begun anew, so that everything is
   * read.
   */
  readonly isOfAll?: boolean;
}

/** Returns what tells rows apart: an id may stand for several documents, of different kinds. */
const placeOf = ({ id, ourReference, summary }: LookUpRow): string =>
  [id, ourReference, summary?.typeId ?? '', summary?.nature.id ?? ''].join(' ');

/** Waits and returns true; false if nobody can wait, so that the reading fails. */
export type Wait = (ms: number) => Promise<boolean>;

interface Reading {
  readonly wait?: Wait;
  /**
   * "Maximum page size: not shown": a size that the service refuses is halved, and stays smaller
   * for all readings that share it.
   */
  readonly pageSize?: { most: number };
  /** Whether the program ends, or somebody else has signed in, who may see other lists. */
  readonly isOver?: () => boolean;
}

const forNow = (): Required<Reading> => ({
  wait: () => Promise.resolve(false),
  pageSize: { most: firstPageSize },
  isOver: () => false,
});

/** One reading of the service's lists. */
export class Lists {
  readonly #ask: LookUpDocuments;
  readonly #reading: Required<Reading>;

  constructor(ask: LookUpDocuments, reading: Reading = {}) {
    this.#ask = ask;
    this.#reading = { ...forNow(), ...reading };
  }

  /**
   * Hands over every row once, newest first. Pages overlap by a row, so that a document that
   * disappears meanwhile hides none. A search that the service orders otherwise is read to its end.
   * Errors: what the service answered, and `answer_invalid` for lists that prove nothing.
   */
  async walk(
    { search, downTo, isOfAll = false }: Walk,
    see: (row: LookUpRow) => void,
  ): Promise<Result<null>> {
    const places = new Set<string>();
    const turns = new ShortTurns();
    // Documents that make an answer too large make only the pages of this walk smaller.
    const size = { rows: this.#reading.pageSize.most };
    let offset = 0;
    let lowest = Infinity;
    let endsOdd = false;
    let end = downTo ?? -Infinity;
    let overlaps = false;
    let idle = 0;
    for (let pages = 0; pages < maxPages; pages += 1) {
      const page = await this.patiently(() => this.#page(search, offset, size), offset > 0);
      if (!page.ok) return page;
      const { rows, hasNext } = page.value;
      // A row whose id cannot be read has no place in the order.
      const ordered = rows.map(({ id }) => id).filter((id) => id !== 0);
      const first = ordered[0] ?? -Infinity;
      if (offset === 0 && isOfAll && first < end) end = -Infinity;
      const isSameOdd = endsOdd && rows[0]?.id === 0;
      const isOverlapping = !overlaps || rows.length === 0 || isSameOdd || first >= lowest;
      const isDescending = ordered.every((id, index) => id <= (ordered[index - 1] ?? Infinity));
      if (downTo !== undefined && !(isDescending && isOverlapping)) {
        if (search === '') return unordered;
        end = -Infinity;
      }
      const isNew = rows.filter((row) => row.id === 0 || !places.has(placeOf(row)));
      for (const row of isNew) {
        if (row.id !== 0) places.add(placeOf(row));
        see(row);
        await turns.rest();
      }
      lowest = Math.min(lowest, ...ordered);
      // If the service does not say whether there is more, reading goes on until a page brings
      // nothing new. Rows without an id may be the same ones again and again.
      idle = isNew.some(({ id }) => id !== 0) ? 0 : idle + 1;
      const hasMore = hasNext ?? (isNew.length > 0 && idle < 2);
      if (!hasMore || lowest <= end) return ok(null);
      if (isNew.length === 0 || idle > mostIdlePages) return endless;
      endsOdd = rows.at(-1)?.id === 0;
      overlaps = rows.length > 1;
      offset += overlaps ? rows.length - 1 : 1;
    }
    return endless;
  }

  /**
   * Asks until there is an answer: a long reading goes on where it was, however often it waits.
   * `isUnderWay`: also failures that pass are no reason to begin it again.
   */
  async patiently<T>(ask: () => Promise<Result<T>>, isUnderWay: boolean): Promise<Result<T>> {
    const { wait, isOver } = this.#reading;
    let waitedMs = 0;
    for (let failures = 1; ; failures += 1) {
      if (isOver()) return err({ code: 'overtaken' });
      const answer = await ask();
      if (isOver()) return err({ code: 'overtaken' });
      if (answer.ok) return answer;
      const { error } = answer;
      const toldMs = error.code === 'service_busy' ? error.retryAfterMs : null;
      const mayPass = error.code === 'service_busy' || (isUnderWay && passing.has(error.code));
      if (toldMs === null && !(mayPass && failures <= mostRetries)) return answer;
      // A person is told of a service that is busy for that long.
      if (waitedMs >= longestRetryAfterMs) return answer;
      const growingMs = growingWaitMs(failures, { firstMs: 2_000, capMs: 60_000 }, Math.random());
      const waitMs = Math.max(Math.min(toldMs ?? 0, longestRetryAfterMs), growingMs);
      waitedMs += waitMs;
      if (!(await wait(waitMs))) return answer;
    }
  }

  async #page(search: string, offset: number, size: { rows: number }): Promise<Result<LookUpPage>> {
    const { pageSize } = this.#reading;
    let isRefused = false;
    for (let limit = size.rows; ; limit = Math.floor(limit / 2)) {
      const page = await this.#ask({ search, descending: true, offset, limit });
      if (page.ok) {
        size.rows = limit;
        if (isRefused) pageSize.most = Math.min(pageSize.most, limit);
        return page;
      }
      if (!tooLarge.has(page.error.code) || limit <= 1) return page;
      isRefused ||= page.error.code === 'service_refused';
    }
  }

  /**
   * Returns every document that bears the reference. `search` means contains, so equality is
   * checked here.
   */
  async bearing(reference: string): Promise<Result<readonly LookUpRow[]>> {
    const found = await this.naming(reference);
    return found.ok
      ? ok(found.value.filter(({ ourReference }) => ourReference === reference))
      : found;
  }

  /** Returns every document that bears the reference, or has it within a longer text. */
  async naming(reference: string): Promise<Result<readonly LookUpRow[]>> {
    const found: LookUpRow[] = [];
    const walked = await this.walk({ search: reference }, (row) => {
      if (row.ourReference.includes(reference)) found.push(row);
    });
    return walked.ok ? ok(found) : walked;
  }

  /**
   * Returns every document with an id above the high-water mark, and the others on the last page.
   */
  async above(highWaterMark: number): Promise<Result<readonly LookUpRow[]>> {
    const rows: LookUpRow[] = [];
    const walked = await this.walk({ search: '', downTo: highWaterMark, isOfAll: true }, (row) => {
      rows.push(row);
    });
    return walked.ok ? ok(rows) : walked;
  }
}

const tooLarge: ReadonlySet<AppError['code']> = new Set(['service_refused', 'answer_too_large']);
const passing: ReadonlySet<AppError['code']> = new Set(['service_unreachable', 'service_failed']);

export interface Found {
  readonly saw: Sighting['saw'];
  readonly evidence: Evidence;
  readonly document?: DocumentDetail;
  /** Every document that bears the reference; without one, those that name it. */
  readonly documentIds: readonly number[];
  /** The ids of those that are of a kind that was asked for. */
  readonly ofKind: readonly number[];
  /** In what the sale's own document differs from it. */
  readonly differences: readonly Difference[];
}

/**
 * Returns each row once, wherever it was found: as it was found last, and where it could be read.
 */
export function merged(...found: readonly (readonly LookUpRow[])[]): readonly LookUpRow[] {
  const rows = [...new Map(found.flat().map((row) => [placeOf(row), row])).values()];
  const readable = new Set(
    rows.filter(({ summary }) => summary).map((row) => placeOf({ ...row, summary: null })),
  );
  return rows.filter((row) => row.summary !== null || !readable.has(placeOf(row)));
}

/**
 * Returns a function that finds the rows that bear a reference, or have it within a longer text. No
 * reference is within another, so only other texts are searched, of which there are few.
 */
export function namingIn(rows: readonly LookUpRow[]): (reference: string) => readonly LookUpRow[] {
  const bearing = Map.groupBy(rows, ({ ourReference }) => ourReference);
  const others = rows.filter(({ ourReference }) => !isTillReference(ourReference));
  return (reference) => [
    ...(bearing.get(reference) ?? []),
    ...others.filter(({ ourReference }) => ourReference.includes(reference)),
  ];
}

/**
 * Works out what the documents that bear the sale's reference mean for it. If none does, those
 * that have it within a longer text count: the service may have added to it, so that the sale must
 * not be sent again, but whose they are a person has to say. `lastDay`: as for the
 * comparison.
 */
export function sightingOf(
  sale: ComparedSale,
  found: readonly LookUpRow[],
  lastDay: string,
): Found {
  const bearing = found.filter(({ ourReference }) => ourReference === sale.reference);
  const rows = bearing.length > 0 ? bearing : found;
  const compared = bearing.map(({ id, summary }) => ({
    ...{ id, summary },
    // An unreadable document may be of any kind.
    comparison: summary && compareDocument(sale, summary, lastDay),
  }));
  const ofKind = compared.filter(({ comparison }) => comparison?.is !== 'other_kind');
  const [first] = ofKind;
  const saw = (): Sighting['saw'] => {
    if (rows.length === 0) return 'nothing';
    if (ofKind.length > 1) return 'several';
    switch (first?.comparison?.is) {
      case 'own':
        return 'as_asked';
      case 'draft':
        return 'not_finalized';
      default:
        return 'other_kind';
    }
  };
  return {
    saw: saw(),
    evidence: evidenceOf(rows),
    documentIds: rows.map(({ id }) => id),
    ofKind: ofKind.map(({ id }) => id),
    ...(first?.summary && { document: detailOfSummary(first.summary) }),
    differences: first?.comparison?.is === 'own' ? first.comparison.differences : [],
  };
}

/** Names every document that was found, even if only its id could be read. */
const evidenceOf = (rows: readonly LookUpRow[]): Evidence => ({
  kind: 'found',
  documents: rows.map(({ id, summary }) =>
    summary ? seen(summary) : { id, docKey: '?', totalCents: null },
  ),
});

/**
 * Returns the evidence of a look-up that decided nothing: how many documents it saw, or why it
 * failed.
 */
export const lookUpEvidence = (saw: number | AppError): Evidence =>
  typeof saw === 'number'
    ? { kind: 'looked_up', documents: saw }
    : { kind: 'look_up_failed', what: 'field' in saw ? `${saw.code} ${saw.field}` : saw.code };
