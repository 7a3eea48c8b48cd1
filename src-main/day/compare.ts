// A closed day beside the service's lists (service-api, Documents): each of its documents by its
// reference, and what the company's documents of those dates come to. Nothing is changed by it.
import type { Result } from '../contract/errors.ts';
import type {
  CompanySum,
  ComparisonDifference,
  DayComparison,
  Incomplete,
} from '../contract/day-comparison.ts';
import {
  isFinalized,
  nameOf,
  type DocumentPage,
  type DocumentQuery,
  type DocumentSummary,
} from '../contract/documents.ts';
import { addCents } from '../contract/money.ts';
import { isOfKind } from '../contract/new-document.ts';
import { isTillReference } from '../contract/sales.ts';
import type { ShiftDocument } from '../store/documents-of-z.ts';

export type AskList = (query: DocumentQuery) => Promise<Result<DocumentPage>>;

interface Compared {
  /** `yyyy-mm-dd`, of opening and closing. */
  readonly from: string;
  readonly to: string;
  readonly confirmed: readonly ShiftDocument[];
  readonly open: number;
  /** Whether a sale of this till's file bears the reference, of whatever day. */
  readonly isOurs: (reference: string) => boolean;
}

const pageSize = 200;
/** About twenty thousand documents: a busy shop's month. */
const mostPages = 100;
/** How often the lists are read again where they changed meanwhile. */
const mostWalks = 3;
/** What the service may date anew is not among those dates: so many are looked for one by one. */
const mostLooks = 100;

/** @param atMs when it is made. */
export async function compareDay(
  compared: Compared,
  ask: AskList,
  atMs: number,
): Promise<DayComparison> {
  const { confirmed, open } = compared;
  const { incomplete, bearing, sums } = await walk(compared, ask);
  const absent = confirmed.filter(({ reference }) => !bearing.has(reference));
  const looked = await lookFor(absent.slice(0, mostLooks), bearing, ask);
  const tooMany: Incomplete | null = absent.length > mostLooks ? { why: 'too_far' } : null;
  const differences = confirmed
    .filter(({ reference }) => bearing.has(reference) || looked.asked.has(reference))
    .flatMap((sale) => differencesOf(sale, bearing.get(sale.reference) ?? []));
  return {
    ...{ atMs, confirmed: confirmed.length, open, differences },
    incomplete: incomplete ?? looked.incomplete ?? tooMany,
    sums: [...sums.values()],
  };
}

type Bearing = Map<string, readonly DocumentSummary[]>;

/** What was read of the lists from the day on. */
class Seen {
  readonly bearing: Bearing = new Map();
  readonly sums = new Map<string, CompanySum>();
  readonly #compared: Compared;
  readonly #ids = new Set<number>();

  constructor(compared: Compared) {
    this.#compared = compared;
  }

  add(document: DocumentSummary): void {
    const { from, to, isOurs } = this.#compared;
    const { id, date, docKey, ourReference, totalCents } = document;
    if (date < from || this.#ids.has(id)) return;
    this.#ids.add(id);
    note(this.bearing, document);
    if (date > to) return;
    const [nature, series] = [nameOf(document.nature), seriesOf(docKey)];
    const isATills = isTillReference(ourReference);
    const whose = !isATills ? 'others' : isOurs(ourReference) ? 'ours' : 'other_tills';
    const key = JSON.stringify([date, nature, series, whose]);
    const sum = this.sums.get(key);
    this.sums.set(key, {
      ...{ date, nature, series, whose },
      count: (sum?.count ?? 0) + 1,
      totalCents: sum ? addCents(sum.totalCents, totalCents) : totalCents,
    });
  }
}

type Walked = Pick<Seen, 'bearing' | 'sums'> & { readonly incomplete: Incomplete | null };

/**
 * Every document from the day on, each once, the newest first. What arrives meanwhile moves the
 * others along: the list is read again where its count has changed.
 */
async function walk(compared: Compared, ask: AskList): Promise<Walked> {
  for (let walks = 1; ; walks += 1) {
    const seen = new Seen(compared);
    const end = await walkOnce(seen, compared.from, ask);
    const { bearing, sums } = seen;
    if (end !== 'moved') return { bearing, sums, incomplete: end };
    if (walks === mostWalks) return { bearing, sums, incomplete: { why: 'moving' } };
  }
}

/** Null once it has come to older ones, or to the end. */
async function walkOnce(
  seen: Seen,
  from: string,
  ask: AskList,
): Promise<Incomplete | 'moved' | null> {
  let offset = 0;
  let counted: number | null = null;
  let lastDate: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await ask({ ...everything, offset });
    if (!page.ok) return { why: 'asking', error: page.error };
    const { results, count, hasNext } = page.value;
    if (counted !== null && counted !== count) return 'moved';
    counted = count;
    for (const document of results) {
      if (lastDate !== null && document.date > lastDate) return { why: 'unordered' };
      lastDate = document.date;
      seen.add(document);
    }
    if (results.length === 0 || !hasNext || (lastDate ?? from) < from) return null;
    offset += results.length;
  }
  return { why: 'too_far' };
}

const everything: Omit<DocumentQuery, 'offset'> = {
  ...{ list: 'all', search: '', natureId: null, statusId: null, limit: pageSize },
  ...{ orderBy: 'document_date', descending: true },
};

/** Those that the service may have dated otherwise. */
async function lookFor(
  absent: readonly ShiftDocument[],
  bearing: Bearing,
  ask: AskList,
): Promise<{ readonly asked: ReadonlySet<string>; readonly incomplete: Incomplete | null }> {
  const asked = new Set<string>();
  for (const { reference } of absent) {
    const page = await ask({ ...everything, search: reference, offset: 0 });
    if (!page.ok) return { asked, incomplete: { why: 'asking', error: page.error } };
    // A search finds every text that holds the term, in any field.
    const found = page.value.results.filter(({ ourReference }) => ourReference === reference);
    for (const document of found) note(bearing, document);
    asked.add(reference);
  }
  return { asked, incomplete: null };
}

function note(bearing: Bearing, document: DocumentSummary): void {
  const { ourReference, id } = document;
  const others = (bearing.get(ourReference) ?? []).filter((other) => other.id !== id);
  bearing.set(ourReference, [...others, document]);
}

function differencesOf(
  { reference, docKey, totalCents, requestedKind }: ShiftDocument,
  documents: readonly DocumentSummary[],
): readonly ComparisonDifference[] {
  // A credit note may quote the reference of what it takes back.
  const differs = (problem: ComparisonDifference['problem']) => [{ problem, reference, docKey }];
  const [document, ...others] = documents.filter((each) => isOfKind(each, requestedKind.kind));
  if (!document) return differs('missing');
  if (others.length > 0) return differs('twice');
  if (!isFinalized(document)) return differs('not_final');
  return totalCents !== null && document.totalCents !== totalCents ? differs('total') : [];
}

/** `FS A` of `FS A/12`, as far as the key is written so. */
const seriesOf = (docKey: string): string => docKey.slice(0, Math.max(docKey.lastIndexOf('/'), 0));
