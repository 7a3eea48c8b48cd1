// Compares a closed day with the service's lists (service-api, Documents): each of its documents by
// its reference, and the sums of the company's documents of those dates. It only reads at the
// service.
import { localDay } from '../contract/calendar.ts';
import {
  comparisonNote,
  type CompanySum,
  type ComparisonDifference,
  type DayComparison,
  type Incomplete,
} from '../contract/day-comparison.ts';
import {
  isFinalized,
  isReadable,
  nameOf,
  type DocumentPage,
  type DocumentQuery,
  type DocumentSummary,
  type ListedRow,
} from '../contract/documents.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { cents } from '../contract/money.ts';
import { isOfKind, isSurelyListed } from '../contract/new-document.ts';
import { isTillReference } from '../contract/sales.ts';
import { isOwnReference } from '../store/sales.ts';
import { keepComparison } from '../store/z-comparisons.ts';
import { readZReport, readDocumentsOfZ, type ShiftDocument } from '../store/z-reports.ts';
import type { Till } from '../till/till.ts';

export type AskList = (query: DocumentQuery) => Promise<Result<DocumentPage>>;

interface Compared {
  /** `yyyy-mm-dd`, like `to`: the dates of opening and closing. */
  readonly from: string;
  readonly to: string;
  /** The confirmed and cancelled sales of the day. */
  readonly settled: readonly ShiftDocument[];
  readonly open: number;
  /** Returns whether this till's file has a sale with that reference, on any day. */
  readonly isOurs: (reference: string) => boolean;
}

const pageSize = 200;
/** About twenty thousand documents: a busy shop's month. */
const mostPages = 100;
/** How often the lists are read at most, since they may change while they are read. */
const mostWalks = 3;
/** The service may date one anew, outside those dates: at most so many are looked up singly. */
const mostLookUps = 100;

/** Compares a closed day of the till, and keeps what came of it. Error: `not_found`. */
export async function compareClosedDay(
  till: Pick<Till, 'db' | 'clock' | 'listDocuments'>,
  zId: number,
): Promise<Result<DayComparison>> {
  const { db, clock } = till;
  const report = readZReport(db, zId);
  if (!report) return err({ code: 'not_found' });
  const { date, atMs } = report.snapshot;
  const compared = {
    ...{ from: date, to: localDay(atMs), ...readDocumentsOfZ(db, zId) },
    isOurs: (reference: string) => isOwnReference(db, reference),
  };
  const ask = (query: DocumentQuery) => till.listDocuments(query);
  const comparison = await compareDay(compared, ask, clock.nowMs());
  // The till may have been closed meanwhile.
  if (db.open) keepComparison(db, zId, comparisonNote(comparison));
  return ok(comparison);
}

/** Compares a day with the service's lists, which it only reads. @param atMs when that happens. */
export async function compareDay(
  compared: Compared,
  ask: AskList,
  atMs: number,
): Promise<DayComparison> {
  const { settled, open } = compared;
  const { incomplete, bearing, sums } = await walk(compared, ask);
  const confirmed = settled.filter(({ state }) => state === 'confirmed');
  const absent = confirmed.filter(({ reference }) => !bearing.has(reference));
  const looked = await lookFor(absent.slice(0, mostLookUps), bearing, ask);
  const tooMany: Incomplete | null = absent.length > mostLookUps ? { why: 'too_far' } : null;
  const isKnown = ({ reference }: ShiftDocument) =>
    bearing.has(reference) || looked.searchedReferences.has(reference);
  const isUnlisted = ({ requestedKind, reference }: ShiftDocument) =>
    !isSurelyListed(requestedKind) && !bearing.has(reference);
  return {
    ...{ atMs, open, confirmed: confirmed.length },
    notListed: confirmed.filter(isUnlisted).length,
    differences: settled
      .filter((sale) => isKnown(sale) && !isUnlisted(sale))
      .flatMap((sale) => differencesOf(sale, bearing.get(sale.reference) ?? [])),
    incomplete: incomplete ?? looked.incomplete ?? tooMany,
    sums: [...sums.values()],
  };
}

type Bearing = Map<string, readonly DocumentSummary[]>;

/** The documents of the lists whose date is the day's or later, or missing. */
class Seen {
  readonly bearing: Bearing = new Map();
  isUnreadable = false;
  readonly sums = new Map<string, CompanySum>();
  readonly #compared: Compared;
  readonly #sought: ReadonlySet<string>;

  constructor(compared: Compared) {
    this.#compared = compared;
    this.#sought = new Set(compared.settled.map(({ reference }) => reference));
  }

  /** Returns false if the sum would be greater than any amount of money. */
  add(document: ListedRow): boolean {
    const { from, to, isOurs } = this.#compared;
    const { docKey, ourReference } = document;
    const date = dateOf(document);
    // A document without a date may belong to any day.
    if (date !== null && date < from) return true;
    if (!isReadable(document)) {
      this.isUnreadable = true;
      return true;
    }
    if (this.#sought.has(ourReference)) note(this.bearing, document);
    if (date === null || date > to) return true;
    const [nature, series] = [nameOf(document.nature), seriesOf(docKey)];
    const isATills = isTillReference(ourReference);
    const whose = !isATills ? 'others' : isOurs(ourReference) ? 'ours' : 'other_tills';
    const key = JSON.stringify([date, nature, series, whose]);
    const { count, totalCents } = this.sums.get(key) ?? { count: 0, totalCents: 0 };
    const total = totalCents + document.totalCents;
    if (!Number.isSafeInteger(total)) return false;
    const sum = { date, nature, series, count: count + 1, totalCents: cents(total) };
    this.sums.set(key, { ...sum, whose });
    return true;
  }
}

type Walked = Pick<Seen, 'bearing' | 'sums'> & { readonly incomplete: Incomplete | null };

/**
 * Reads every document from the day on, each once, the newest first. A document that arrives
 * meanwhile moves the others along, so the list is read again if its count has changed.
 */
async function walk(compared: Compared, ask: AskList): Promise<Walked> {
  for (let walks = 1; ; walks += 1) {
    const seen = new Seen(compared);
    const end = await walkOnce(seen, compared.from, ask);
    const { bearing, sums } = seen;
    const unreadable = seen.isUnreadable ? ({ why: 'unreadable' } as const) : null;
    if (end !== 'moved') return { bearing, sums, incomplete: end ?? unreadable };
    if (walks === mostWalks) return { bearing, sums, incomplete: { why: 'moving' } };
  }
}

/** Returns null once it has come to older documents, or to the end. */
async function walkOnce(
  seen: Seen,
  from: string,
  ask: AskList,
): Promise<Incomplete | 'moved' | null> {
  const ids = new Set<number>();
  let offset = 0;
  let counted: number | null = null;
  let lastDate: string | null = null;
  let isUndated = false;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await ask({ ...everything, offset });
    if (!page.ok) return { why: 'asking', error: page.error };
    const { results, count, hasNext } = page.value;
    if (counted !== null && counted !== count) return 'moved';
    counted = count;
    for (const document of results) {
      const date = dateOf(document);
      // A document seen twice has pushed another out: nothing orders documents of the same date.
      if (document.id !== null) {
        if (ids.has(document.id)) return 'moved';
        ids.add(document.id);
      }
      if (date !== null && lastDate !== null && date > lastDate) return { why: 'unordered' };
      lastDate = date ?? lastDate;
      isUndated ||= date === null;
      if (!seen.add(document)) return { why: 'asking', error: amountTooGreat };
    }
    offset += results.length;
    const isOlder = lastDate !== null && lastDate < from;
    if (isOlder || ((results.length === 0 || !hasNext) && offset >= count)) {
      return isUndated ? { why: 'undated' } : null;
    }
    if (results.length === 0 || !hasNext) return { why: 'cut_short' };
  }
  return { why: 'too_far' };
}

const amountTooGreat: AppError = { code: 'answer_invalid', field: 'total_amount' };

/** Returns the date as `yyyy-mm-dd`, whatever follows it; null if it is written otherwise. */
const dateOf = ({ date }: ListedRow): string | null => /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? null;

const everything: Omit<DocumentQuery, 'offset'> = {
  ...{ list: 'all', search: '', natureId: null, statusId: null, limit: pageSize },
  ...{ orderBy: 'document_date', descending: true },
};

/** Searches for the sales not among the day's dates: the service may have dated them anew. */
async function lookFor(absent: readonly ShiftDocument[], bearing: Bearing, ask: AskList) {
  const searchedReferences = new Set<string>();
  let incomplete: Incomplete | null = null;
  for (const { reference } of absent) {
    const page = await ask({ ...everything, search: reference, offset: 0 });
    if (!page.ok) {
      incomplete = { why: 'asking', error: page.error };
      break;
    }
    // The search finds every text that contains the term, in any field.
    const { results, hasNext } = page.value;
    const foundDocuments = results
      .filter(isReadable)
      .filter(({ ourReference }) => ourReference === reference);
    for (const document of foundDocuments) note(bearing, document);
    // If nothing was found, the document may be one that was not read.
    if (foundDocuments.length > 0) searchedReferences.add(reference);
    else if (!results.every(isReadable)) incomplete = { why: 'unreadable' };
    else if (hasNext) incomplete = { why: 'cut_short' };
    else searchedReferences.add(reference);
  }
  return { searchedReferences, incomplete };
}

function note(bearing: Bearing, document: DocumentSummary): void {
  const { ourReference, id } = document;
  const others = (bearing.get(ourReference) ?? []).filter((other) => other.id !== id);
  bearing.set(ourReference, [...others, document]);
}

function differencesOf(
  { reference, state, docKey, totalCents, requestedKind, named }: ShiftDocument,
  documents: readonly DocumentSummary[],
): readonly ComparisonDifference[] {
  const differs = (problem: ComparisonDifference['problem']) => [{ problem, reference, docKey }];
  // A credit note may quote the reference of the sale that it takes back.
  const ofKind = documents.filter((each) => isOfKind(each, requestedKind.kind));
  const [document, ...others] = ofKind;
  if (state === 'cancelled') {
    return ofKind.some(({ id }) => !named.includes(id)) ? differs('cancelled') : [];
  }
  if (!document) return differs('missing');
  if (others.length > 0) return differs('twice');
  if (requestedKind.finalize && !isFinalized(document)) return differs('not_final');
  return totalCents !== null && document.totalCents !== totalCents ? differs('total') : [];
}

/** Returns `FS A` for `FS A/12`, and an empty text for a key that is not written so. */
const seriesOf = (docKey: string): string => docKey.slice(0, Math.max(docKey.lastIndexOf('/'), 0));
