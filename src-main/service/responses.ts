// Parses the service's documents and errors into the till's own terms. What the till does not use
// is not looked at; a value that it uses and that is not as documented is named by its path.
import * as v from 'valibot';
import { dayAtMs } from '../contract/calendar.ts';
import type {
  DocumentDetail,
  DocumentPage,
  DocumentSummary,
  ListedRow,
} from '../contract/documents.ts';
import { err, ok, type Result, type ServiceFieldError } from '../contract/errors.ts';
import { percentSchema, totalFromApi, type Cents } from '../contract/money.ts';
import { referenceParts } from '../contract/sales.ts';
import { isRecord, onlyRecord } from './json-object.ts';
import { readLoosely } from './lenient-document.ts';
import { scaled, shortened } from './lenient-values.ts';

/** The field's name if the answer is not even an object. */
export const wholeAnswer = '(answer)';

/** Parses by the schema. The error's field is the first wrong path: `results[3].total_amount`. */
function parseAnswer<Output>(
  schema: v.GenericSchema<unknown, Output>,
  body: unknown,
): Result<Output> {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  return parsed.success
    ? ok(parsed.output)
    : err({ code: 'answer_invalid', field: fieldOf(parsed.issues[0]) });
}

/** Returns the parser of such answers. */
export const parserOf =
  <Output>(schema: v.GenericSchema<unknown, Output>) =>
  (body: unknown): Result<Output> =>
    parseAnswer(schema, body);

function fieldOf(issue: v.BaseIssue<unknown>): string {
  const path = (issue.path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
  return path === '' ? wholeAnswer : path;
}

/** More rows than any list has that was asked for; then none of them is looked at. */
const mostRows = 5_000;
export const rowsOf = <Row extends v.GenericSchema>(row: Row) =>
  v.pipe(
    v.custom<unknown[]>((rows) => Array.isArray(rows) && rows.length <= mostRows),
    v.array(row),
  );

export const identifier = v.pipe(v.number(), v.safeInteger());

/**
 * The id of a document that proves something. No list is read below the first id, so that nobody
 * would miss a document without such an id.
 */
export const documentIdentifier = v.pipe(identifier, v.minValue(1));

/** service-api, Conventions: amounts are JSON numbers. */
const amountSchema = v.pipe(
  v.number(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Cents => {
    const amount = totalFromApi(dataset.value);
    if (amount !== undefined) return amount;
    addIssue();
    return NEVER;
  }),
);

const percentOf = scaled(percentSchema, 2);
/** Null if it has more decimals than the till can keep. */
const percent = v.pipe(
  v.number(),
  v.transform((value) => percentOf(value)),
);

/** Shortens a text: an answer may hold megabytes in one, which no screen needs. */
const text = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.transform((whole) => shortened(whole, maxLength)),
  );
const name = text(500);
const someLines = text(5000);
/** Some give a number of digits as such. */
export const taxNumber = v.union([name, v.pipe(identifier, v.transform(String))]);

const codeAndDescription = v.object({ code: name, description: name });

/** The fields of both lists and documents (service-api, Document summary and Document). */
const documentEntries = {
  id: documentIdentifier,
  doc_key: v.pipe(name, v.minLength(1)),
  // Some write the time behind the date.
  document_date: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d{2}-\d{2}(?:[T ]|$)/),
    v.transform((date) => date.slice(0, 10)),
    v.isoDate(),
  ),
  // Nothing is concluded from the time.
  document_time: v.fallback(v.pipe(name, v.regex(/^\d{2}:\d{2}/)), ''),
  our_reference: name,
  total_amount: amountSchema,
  // The type matters only for a document that was asked for by its type.
  document_id: v.fallback(v.nullable(identifier), null),
  document_serie_id: v.fallback(v.nullable(identifier), null),
  document: v.object({ document_name: name }),
  document_nature_id: identifier,
  document_nature: codeAndDescription,
  document_status_id: identifier,
  document_status: codeAndDescription,
  // Another party may lack a name or a number: that is no reason not to show the document.
  party: v.nullable(
    v.object({
      name: v.fallback(v.nullable(name), null),
      fiscal_number: v.fallback(v.nullable(taxNumber), null),
    }),
  ),
};
const documentSchema = v.object(documentEntries);

function summaryOf(document: v.InferOutput<typeof documentSchema>): DocumentSummary {
  return {
    id: document.id,
    docKey: document.doc_key,
    date: document.document_date,
    time: document.document_time,
    ...referenceParts(document.our_reference),
    totalCents: document.total_amount,
    documentName: document.document.document_name,
    typeId: document.document_id,
    ...(document.document_serie_id !== null && { serieId: document.document_serie_id }),
    nature: { id: document.document_nature_id, ...document.document_nature },
    status: { id: document.document_status_id, ...document.document_status },
    party: document.party && partyOf(document.party),
  };
}

type ShownParty = NonNullable<v.InferOutput<typeof documentSchema>['party']>;

/** Null if nothing tells who it is: a final consumer has at least empty texts. */
const partyOf = ({ name, fiscal_number: fiscalNumber }: ShownParty): DocumentSummary['party'] =>
  name === null && fiscalNumber === null
    ? null
    : { name: name ?? '', fiscalNumber: fiscalNumber ?? '' };

/** service-api, Document summary. */
export const parseDocumentSummary = parserOf(v.pipe(documentSchema, v.transform(summaryOf)));

const unnamed = { code: '', description: '' };

/** A row of a list can do without everything that a person could miss for a moment. */
const listedEntries = {
  ...documentEntries,
  id: identifier,
  document_date: v.fallback(documentEntries.document_date, ''),
  our_reference: v.fallback(documentEntries.our_reference, ''),
  document: v.fallback(documentEntries.document, { document_name: '' }),
  document_nature: v.fallback(documentEntries.document_nature, unnamed),
  document_status: v.fallback(documentEntries.document_status, unnamed),
  party: v.fallback(v.optional(documentEntries.party, null), null),
};
const listedSchema = v.pipe(v.object(listedEntries), v.transform(summaryOf));

/** Parses an element of a page of results, as leniently as a list shows it. */
export const parseListedDocument = parserOf(listedSchema);

/** What can still be told of a row that cannot be read. */
const unreadableSchema = v.fallback(
  v.object({
    id: v.fallback(v.nullable(identifier), null),
    doc_key: v.fallback(name, ''),
    document_date: listedEntries.document_date,
    our_reference: listedEntries.our_reference,
  }),
  { id: null, doc_key: '', document_date: '', our_reference: '' },
);

/** One odd document must not hide its page. */
function listedRow(row: unknown): ListedRow {
  const parsed = v.safeParse(listedSchema, row, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const field = fieldOf(parsed.issues[0]);
  const { id, doc_key: docKey, ...rest } = v.parse(unreadableSchema, row);
  const { ourReference } = referenceParts(rest.our_reference);
  const unreadable = field === wholeAnswer ? 'results' : field;
  return { unreadable, id, docKey, date: rest.document_date, ourReference };
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Neither nothing nor an empty text says whether there is more: null. */
const nextSays = (next: string | null | undefined): boolean | null =>
  next === undefined || next === '' ? null : next !== null;

/** service-api, Page of results. */
export const parseDocumentPage = parserOf(
  v.pipe(
    v.object({
      count,
      offset: count,
      next: v.optional(v.nullable(v.string())),
      results: rowsOf(v.unknown()),
    }),
    v.transform(({ next, results, ...page }): DocumentPage => ({
      ...page,
      results: results.map(listedRow),
      // Some name no next page although they count more rows. The last page may be an empty one.
      hasNext:
        nextSays(next) === true ||
        (results.length > 0 && page.offset + results.length < page.count),
    })),
  ),
);

/** A row of a look-up: what tells whether it is ours, and the rest if it can be read. */
export interface LookUpRow {
  readonly id: number;
  readonly ourReference: string;
  /** Set if the reference cannot be read: it may be anybody's. */
  readonly isUnread?: true;
  readonly summary: DocumentSummary | null;
  /** What can be read of a document of which the rest cannot. */
  readonly likeness?: Likeness;
}

/** What tells whether a document may be the one that is sought; null where it cannot be read. */
export interface Likeness {
  readonly typeId: number | null;
  readonly nature: { readonly id: number | null; readonly code: string | null };
  readonly totalCents: Cents | null;
}

export interface LookUpPage {
  readonly rows: readonly LookUpRow[];
  /** Null if the service does not say. */
  readonly hasNext: boolean | null;
  /** The service's clock when it answered, if it tells that. */
  readonly servedAtMs?: number;
}

/** Documents of others may have none; no number is a till's. */
const referenceText = v.optional(
  v.pipe(
    v.nullable(v.union([v.string(), v.number()])),
    v.transform((text) => String(text ?? '')),
  ),
);

const likenessSchema = v.pipe(
  v.object({
    document_id: documentEntries.document_id,
    document_nature_id: v.fallback(v.nullable(identifier), null),
    document_nature: v.fallback(v.nullable(v.object({ code: name })), null),
    total_amount: v.fallback(v.nullable(amountSchema), null),
  }),
  v.transform((row): Likeness => ({
    typeId: row.document_id,
    nature: { id: row.document_nature_id, code: row.document_nature?.code ?? null },
    totalCents: row.total_amount,
  })),
);

const lookUpPageSchema = v.object({
  count: v.fallback(v.nullable(count), null),
  offset: v.fallback(v.nullable(count), null),
  next: v.optional(v.nullable(v.string())),
  results: rowsOf(
    v.looseObject({
      id: v.fallback(documentIdentifier, 0),
      our_reference: v.fallback(referenceText, undefined),
    }),
  ),
});

/**
 * service-api, Page of results. An odd document of somebody else's must hide neither our own nor
 * the fact that there is none. A row without a readable id gets the id 0 and counts only by its
 * reference.
 */
export function parseLookUpPage(body: unknown): Result<LookUpPage> {
  const page = parseAnswer(lookUpPageSchema, body);
  if (!page.ok) return page;
  const { results } = page.value;
  const rows = results.map((row) => {
    const { id, our_reference = '' } = row;
    // A service that leaves out what is null shows no party of a stock document.
    const summary = parseDocumentSummary({ party: null, ...row, our_reference });
    return {
      ...{ id, ourReference: referenceParts(our_reference).ourReference },
      ...(row.our_reference === undefined && { isUnread: true as const }),
      ...(summary.ok
        ? { summary: summary.value }
        : { summary: null, likeness: v.parse(likenessSchema, row) }),
    };
  });
  return ok({ rows, hasNext: hasNextOf(page.value) });
}

/** Returns null where the list does not say, or says both that it ends and that there is more. */
function hasNextOf(page: v.InferOutput<typeof lookUpPageSchema>): boolean | null {
  const { next, count: all, offset, results } = page;
  const says = nextSays(next);
  if (says !== false) return says;
  return all !== null && offset !== null && offset + results.length < all ? null : false;
}

/**
 * The created document. If its party, an amount besides the total, or a text is not as documented,
 * that must not hide that the document exists.
 */
const createdEntries = {
  ...documentEntries,
  party: v.fallback(v.optional(documentEntries.party, null), null),
  party_id: v.fallback(v.nullable(identifier), null),
  total_net_amount: v.fallback(v.optional(amountSchema), undefined),
  total_taxes_amount: v.fallback(v.optional(amountSchema), undefined),
  is_tax_included: v.fallback(v.optional(v.boolean()), undefined),
  global_discount1: v.fallback(v.nullable(percent), null),
  is_converted: v.fallback(v.optional(v.boolean()), undefined),
  line_details_count: v.fallback(v.nullable(identifier), null),
  header_text: v.fallback(someLines, ''),
  footer_text: v.fallback(someLines, ''),
};
const createdSchema = v.object(createdEntries);

/**
 * A fetched document. Its shape is "not shown": it may lack what creating returns, as long as it
 * has what the till cannot do without.
 */
const fetchedSchema = v.object({
  ...createdEntries,
  id: identifier,
  document_date: v.fallback(
    v.pipe(
      documentEntries.document_date,
      v.check((date) => dayAtMs(date) !== undefined),
    ),
    '',
  ),
  our_reference: v.fallback(documentEntries.our_reference, ''),
  document: v.fallback(documentEntries.document, { document_name: '' }),
  document_nature: v.fallback(documentEntries.document_nature, unnamed),
  // The status code tells whether it is finalized.
  document_status: v.object({ code: name, description: v.fallback(name, '') }),
});

function detailOf(document: v.InferOutput<typeof createdSchema>, body: unknown): DocumentDetail {
  // These have no place of their own on the screen.
  const {
    line_details_count: lineCount,
    document_serie_id: serieId,
    is_tax_included: isTaxIncluded,
    global_discount1: discount,
    party_id: partyId,
    is_converted: isConverted,
    ...read
  } = document;
  return {
    ...summaryOf({ ...document, document_serie_id: serieId }),
    ...(partyId !== null && { partyId }),
    ...(isForNobody(body) && { hasNoParty: true as const }),
    ...(lineCount !== null && { lineCount }),
    netCents: document.total_net_amount ?? null,
    taxesCents: document.total_taxes_amount ?? null,
    isTaxIncluded: isTaxIncluded ?? null,
    ...(discount !== null && { discount }),
    ...(isConverted === true && { isConverted }),
    headerText: document.header_text,
    footerText: document.footer_text,
    ...readLoosely(body, read),
  };
}

const isForNobody = (body: unknown): boolean =>
  isRecord(body) && body.party === null && body.party_id === null;

/** service-api, Document (response of create). */
export function parseCreatedDocument(body: unknown): Result<DocumentDetail> {
  const parsed = parseAnswer(createdSchema, body);
  return parsed.ok ? ok(detailOf(parsed.value, body)) : parsed;
}

/** `GET /documents/:id/`, plain or extended. Another document than the requested is no answer. */
export function parseDocumentDetail(answer: unknown, id: number): Result<DocumentDetail> {
  const body = onlyRecord(answer);
  const parsed = parseAnswer(fetchedSchema, body);
  if (!parsed.ok) return parsed;
  return parsed.value.id === id
    ? ok(detailOf(parsed.value, body))
    : err({ code: 'answer_invalid', field: 'id' });
}

/** Enough for every field of a request, and no more than the history of a sale should keep. */
const maxErrors = 100;
const maxErrorText = 500;
/** A service that refuses everything at length must not fill the disk over a weekend. */
const maxErrorsText = 10_000;

const errorText = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, maxErrorText)),
  ),
  '',
);
const fieldErrorSchema = v.fallback(
  v.object({ field: errorText, message: errorText, code: errorText }),
  { field: '', message: '', code: '' },
);
/** Returns the first errors, as many as may be kept. */
function inAll(errors: readonly ServiceFieldError[]): readonly ServiceFieldError[] {
  let length = 0;
  return errors.filter(({ field, message, code }) => {
    length += field.length + message.length + code.length;
    return length <= maxErrorsText;
  });
}

const errorBodySchema = v.fallback(
  v.pipe(
    v.object({ errors: v.custom<unknown[]>(Array.isArray) }),
    v.transform(({ errors }) =>
      inAll(errors.slice(0, maxErrors).map((error) => v.parse(fieldErrorSchema, error))),
    ),
  ),
  [],
);

/** service-api, Error body. Returns [] for any other body, and '' for each missing text. */
export const parseErrorBody = (body: unknown): readonly ServiceFieldError[] =>
  v.parse(errorBodySchema, body);
