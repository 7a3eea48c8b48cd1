// The service's lists as the fault proxy shows them: late, mangled, as drafts, page by page. Notes
// what each answer showed, so that nothing is excused that a till was shown.
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { documentedRefusal, mangled, type Mangling } from './fault.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A document that was created through the proxy. Times are of `performance.now()`. */
export interface CreatedDocument {
  readonly id: number;
  readonly createdAtMs: number;
  /** When each place begins to show it. */
  readonly searchFromMs: number;
  readonly scanFromMs: number;
  /** How it is shown until then. */
  readonly mangled: { readonly how: Mangling; readonly untilMs: number } | null;
  readonly draftUntilMs: number;
}

/** One page that a till was answered. */
export interface ShownPage {
  readonly atMs: number;
  /** Empty for the list of all documents. */
  readonly search: string;
  readonly limit: number;
  /** Documents that the page showed under their own reference. */
  readonly ids: ReadonlySet<number>;
}

/** Returns what to send instead. `results` are the rows of the service's page. */
export type DistortList = (
  results: readonly Record<string, unknown>[],
  isSearch: boolean,
) => readonly Record<string, unknown>[] | 'broken';

export interface ListTroubles {
  /** The answer with which every list fails. */
  answer: Answer | null;
  /** The search finds nothing. */
  searchLies: boolean;
  /** The search fails; every list of more than one document fails; the search never answers. */
  searchFails: boolean;
  scanFails: boolean;
  searchHangs: boolean;
  /** The largest page; larger ones are refused. */
  mostPerPage: number | null;
  /** On documents of others. */
  hasNullReferences: boolean;
  compresses: boolean;
  distort: DistortList | null;
}

const listBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    count: v.number(),
    results: v.array(v.looseObject({ id: v.number(), our_reference: v.nullish(v.string()) })),
  }),
);
type Row = v.InferOutput<typeof listBody>['results'][number];

const draft = { document_status_id: 1299, document_status: { code: 'R', description: 'Rascunho' } };

/** The document as it is shown at this moment. */
export function disguised<Shown extends { our_reference?: string | null | undefined }>(
  row: Shown,
  document: CreatedDocument | undefined,
  nowMs: number,
): Shown {
  if (!document) return row;
  const isMangled = document.mangled && nowMs < document.mangled.untilMs;
  return {
    ...row,
    ...(isMangled && { our_reference: mangled(row.our_reference ?? '', document.mangled.how) }),
    ...(nowMs < document.draftUntilMs && draft),
  };
}

export interface ListRequest {
  readonly search: string;
  readonly limit: number;
}

export const noTroubles: Omit<ListTroubles, 'answer' | 'distort'> = {
  searchLies: false,
  searchFails: false,
  scanFails: false,
  searchHangs: false,
  mostPerPage: null,
  hasNullReferences: false,
  compresses: false,
};

/** Returns null if the page is answered. */
export function refusedPage(
  { search, limit }: ListRequest,
  troubles: ListTroubles,
): Answer | 'silence' | null {
  const isSearch = search !== '';
  if (isSearch && troubles.searchHangs) return 'silence';
  if ((isSearch && troubles.searchFails) || (!isSearch && limit > 1 && troubles.scanFails)) {
    return { status: 500, headers: {}, body: Buffer.alloc(0) };
  }
  return troubles.mostPerPage !== null && limit > troubles.mostPerPage
    ? { status: 400, headers: {}, body: Buffer.from(documentedRefusal) }
    : null;
}

/** Returns the service's page as it is shown and what to note of it; nothing if it is no list. */
export function shownPage(
  page: Answer,
  { search, limit }: ListRequest,
  created: ReadonlyMap<number, CreatedDocument>,
  troubles: ListTroubles,
): { readonly answer: Answer; readonly shown: ShownPage | null } {
  if (page.status !== 200) return { answer: page, shown: null };
  const body = v.parse(listBody, page.body.toString('utf8'));
  const atMs = performance.now();
  const isSearch = search !== '';
  const isShown = ({ id }: Row): boolean => {
    const document = created.get(id);
    return !document || atMs >= (isSearch ? document.searchFromMs : document.scanFromMs);
  };
  const rows: readonly Row[] = isSearch && troubles.searchLies ? [] : body.results.filter(isShown);
  const results = rows
    .map((row) => disguised(row, created.get(row.id), atMs))
    .map((row) => (troubles.hasNullReferences && isForeign(row) ? bare(row) : row));
  const distorted = troubles.distort ? troubles.distort(results, isSearch) : results;
  if (distorted === 'broken') {
    return { answer: { status: 500, headers: {}, body: Buffer.from('broken') }, shown: null };
  }
  const count = body.count - (body.results.length - rows.length);
  const next = isSearch && troubles.searchLies ? { next: null } : {};
  const told = { ...body, ...next, count, results: distorted };
  const text = Buffer.from(JSON.stringify(told));
  const answer = troubles.compresses
    ? compressed({ ...page, body: text })
    : { ...page, body: text };
  const ids = rows.filter(({ id }) => !isMangledNow(created.get(id), atMs)).map(({ id }) => id);
  const shown = troubles.compresses ? null : { atMs, search, limit, ids: new Set(ids) };
  return { answer, shown };
}

const isForeign = ({ our_reference: reference }: Row): boolean => !reference?.startsWith('CF-');

/** The row with as little as a document of others may say of itself. */
const bare = (row: Row): Row => ({ ...row, our_reference: null, party: null, document_time: null });

const isMangledNow = (document: CreatedDocument | undefined, nowMs: number): boolean =>
  document?.mangled ? nowMs < document.mangled.untilMs : false;

export const compressed = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-encoding': 'gzip' },
  body: gzipSync(answer.body),
});
