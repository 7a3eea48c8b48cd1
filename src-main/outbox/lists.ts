// Asks the service's lists for documents: whole pages in an order that can be checked. Nothing is
// taken for granted.
import { detailOfSummary, isFinalized, type DocumentDetail } from '../contract/documents.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { isOfKind, type RequestedKind } from '../contract/new-document.ts';
import { isTillReference, seen, type Evidence } from '../contract/sales.ts';
import type { LookUpQuery } from '../service/endpoints.ts';
import type { LookUpPage, LookUpRow } from '../service/responses.ts';
import type { Sighting } from './rules.ts';

/** Asks for one page of all documents. */
export type LookUpDocuments = (query: LookUpQuery) => Promise<Result<LookUpPage>>;

/** The sale that is looked for, with what tells its document from others. */
export interface LookedFor {
  readonly reference: string;
  readonly requestedKind: RequestedKind;
  readonly totalCents: number;
  /**
   * Whether it was corrected: a document that is found may then be of the body that was refused.
   */
  readonly corrected: boolean;
}

const firstPageSize = 100;
/** More pages than any finite list has: a search without an end fails. */
const maxPages = 100_000;
const mostIdlePages = 10;

/** An empty page claimed to have a next one, or pages brought nothing new. */
const endless = err({ code: 'answer_invalid', field: 'next' });
const unordered = err({ code: 'answer_invalid', field: 'ordering' });

interface Walk {
  readonly search: string;
  /**
   * Ends with the page on which an id is this low or lower; without it every page is read, in
   * whatever order.
   */
  readonly downTo?: number;
  /**
   * Whether a newest id below `downTo` means that the service has begun anew, so that everything is
   * read.
   */
  readonly isOfAll?: boolean;
}

export class Lists {
  readonly #ask: LookUpDocuments;
  /**
   * "Maximum page size: not shown": a size that the service refuses is halved, and stays smaller.
   */
  #mostRows = firstPageSize;

  constructor(ask: LookUpDocuments) {
    this.#ask = ask;
  }

  /**
   * Hands over every row once, newest first. Pages overlap by a row, so that a document that
   * disappears meanwhile hides none.
   * Errors: what the service answered, and `answer_invalid` for lists that prove nothing.
   */
  async walk(
    { search, downTo, isOfAll = false }: Walk,
    see: (row: LookUpRow) => void,
  ): Promise<Result<null>> {
    const ids = new Set<number>();
    // Documents that make an answer too large make only the pages of this walk smaller.
    const size = { rows: this.#mostRows };
    let offset = 0;
    let lowest = Infinity;
    let endsOdd = false;
    let end = downTo ?? -Infinity;
    let overlaps = false;
    let idle = 0;
    for (let pages = 0; pages < maxPages; pages += 1) {
      const page = await this.#page(search, offset, size);
      if (!page.ok) return page;
      const { rows, hasNext } = page.value;
      // A row whose id cannot be read has no place in the order.
      const ordered = rows.map(({ id }) => id).filter((id) => id !== 0);
      const first = ordered[0] ?? -Infinity;
      if (offset === 0 && isOfAll && first < end) end = -Infinity;
      const isSameOdd = endsOdd && rows[0]?.id === 0;
      const isOverlapping = !overlaps || rows.length === 0 || isSameOdd || first >= lowest;
      const isDescending = ordered.every((id, index) => id < (ordered[index - 1] ?? Infinity));
      if (downTo !== undefined && !(isDescending && isOverlapping)) return unordered;
      const isNew = rows.filter(({ id }) => id === 0 || !ids.has(id));
      for (const row of isNew) {
        if (row.id !== 0) ids.add(row.id);
        see(row);
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

  async #page(search: string, offset: number, size: { rows: number }): Promise<Result<LookUpPage>> {
    let isRefused = false;
    for (let limit = size.rows; ; limit = Math.floor(limit / 2)) {
      const page = await this.#ask({ search, descending: true, offset, limit });
      if (page.ok) {
        size.rows = limit;
        if (isRefused) this.#mostRows = Math.min(this.#mostRows, limit);
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

export interface Found {
  readonly saw: Sighting['saw'];
  readonly evidence: Evidence;
  readonly document?: DocumentDetail;
  /** Every document that bears the reference; without one, those that name it. */
  readonly documentIds: readonly number[];
  /** The ids of those that are of the requested kind. */
  readonly ofKind: readonly number[];
}

/** Returns each row once, wherever it was found. */
export const merged = (...found: readonly (readonly LookUpRow[])[]): readonly LookUpRow[] => [
  ...new Map(found.flat().map((row) => [row.id, row])).values(),
];

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
 * not be sent again, but whose they are a person has to say.
 */
export function sightingOf(sale: LookedFor, found: readonly LookUpRow[]): Found {
  const { kind, finalize } = sale.requestedKind;
  const bearing = found.filter(({ ourReference }) => ourReference === sale.reference);
  const rows = bearing.length > 0 ? bearing : found;
  // An unreadable document may be of any kind. Only for a corrected sale must the total match, as
  // it tells the two bodies apart; for others the service decides the total.
  const ofKind = bearing.filter(({ summary }) => !summary || isOfKind(summary, kind));
  const [first] = ofKind;
  const summary = first?.summary ?? null;
  const document = summary && { document: detailOfSummary(summary) };
  const isOfFormerBody = sale.corrected && summary?.totalCents !== sale.totalCents;
  const saw = (): Sighting['saw'] => {
    if (rows.length === 0) return 'nothing';
    if (ofKind.length > 1) return 'several';
    if (!summary || isOfFormerBody) return 'other_kind';
    return isFinalized(summary) || !finalize ? 'as_asked' : 'not_finalized';
  };
  return {
    saw: saw(),
    evidence: evidenceOf(rows),
    documentIds: rows.map(({ id }) => id),
    ofKind: ofKind.map(({ id }) => id),
    ...document,
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
