// Asks the service's lists for documents: whole pages in an order that can be checked. Nothing is
// taken for granted.
import { growingWaitMs } from '../clock.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { LookUpQuery } from '../service/endpoints.ts';
import type { LookUpPage, LookUpRow } from '../service/responses.ts';
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
  /** Empty for all documents. */
  readonly search: string;
  /** Ends with the page on which an id is this low or lower; without it every page is read. */
  readonly downTo?: number;
}

/** Returns what tells rows apart: an id may stand for several documents, of different kinds. */
export const placeOf = ({ id, ourReference, summary }: LookUpRow): string =>
  [id, ourReference, summary?.typeId ?? '', summary?.nature.id ?? ''].join(' ');

/** Waits and returns true; false if nobody can wait, so that the reading fails. */
export type Wait = (ms: number) => Promise<boolean>;

interface Reading {
  readonly wait?: Wait;
  /**
   * "Maximum page size: not shown": a size that the service refuses is halved, and stays smaller
   * for all readings that share it, until the next audit.
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
  async walk({ search, downTo }: Walk, see: (row: LookUpRow) => void): Promise<Result<null>> {
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
      // A newest id of all that is so low means that the service has begun anew.
      if (offset === 0 && search === '' && first < end) end = -Infinity;
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
      const growingMs = growingWaitMs(failures, { firstMs: 2_000, capMs: 60_000 });
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
  bearing(reference: string): Promise<Result<readonly LookUpRow[]>> {
    return this.#rows({ search: reference }, (row) => row.ourReference === reference);
  }

  /** Returns every document that bears the reference, or has it within a longer text. */
  naming(reference: string): Promise<Result<readonly LookUpRow[]>> {
    return this.#rows({ search: reference }, (row) => row.ourReference.includes(reference));
  }

  /**
   * Returns every document with an id above the high-water mark, and the others on the last page.
   */
  above(highWaterMark: number): Promise<Result<readonly LookUpRow[]>> {
    return this.#rows({ search: '', downTo: highWaterMark }, () => true);
  }

  async #rows(
    walk: Walk,
    isWanted: (row: LookUpRow) => boolean,
  ): Promise<Result<readonly LookUpRow[]>> {
    const rows: LookUpRow[] = [];
    const result = await this.walk(walk, (row) => {
      if (isWanted(row)) rows.push(row);
    });
    return result.ok ? ok(rows) : result;
  }
}

const tooLarge: ReadonlySet<AppError['code']> = new Set(['service_refused', 'answer_too_large']);
const passing: ReadonlySet<AppError['code']> = new Set(['service_unreachable', 'service_failed']);
