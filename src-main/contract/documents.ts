// Documents as the till sees them: amounts in cents, unknown fields kept aside.
import * as v from 'valibot';
import type { AppError } from './errors.ts';
import { foldText } from './fold-text.ts';
import { centsSchema, percentSchema, quantitySchema, unitPriceSchema } from './money.ts';

/** The five lists (service-api, Documents). */
export const documentLists = ['all', 'sales', 'guides', 'stock', 'working'] as const;
export type DocumentList = (typeof documentLists)[number];

/** The fields that a list can be ordered by (service-api, Documents: `ordering`). */
export const documentOrderings = ['id', 'doc_key', 'document_date', 'document_time'] as const;

/** What a person looks for in a list, and the order of the results. */
export const documentFilterSchema = v.strictObject({
  list: v.picklist(documentLists),
  search: v.pipe(v.string(), v.maxLength(200)),
  natureId: v.nullable(v.pipe(v.number(), v.safeInteger())),
  statusId: v.nullable(v.pipe(v.number(), v.safeInteger())),
  orderBy: v.picklist(documentOrderings),
  descending: v.boolean(),
});
export type DocumentFilter = v.InferOutput<typeof documentFilterSchema>;

export const documentQuerySchema = v.strictObject({
  ...documentFilterSchema.entries,
  offset: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  limit: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(200)),
});
export type DocumentQuery = v.InferOutput<typeof documentQuerySchema>;

export const documentViewSchema = v.strictObject({
  ...documentQuerySchema.entries,
  /** Rises when something else is looked for: what an older view still asks for is abandoned. */
  view: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** The columns that a person may choose besides the key, in the order in which they appear. */
export const documentColumns = [
  'date',
  'time',
  'document',
  'customer',
  'taxNumber',
  'reference',
  'status',
  'total',
] as const;
export const documentColumnsSchema = v.pipe(
  v.array(v.picklist(documentColumns)),
  v.maxLength(documentColumns.length),
);
export type DocumentColumn = (typeof documentColumns)[number];
export const defaultDocumentColumns: readonly DocumentColumn[] = [
  'date',
  'time',
  'document',
  'customer',
  'status',
  'total',
];

const integer = v.pipe(v.number(), v.safeInteger());

/** The code and description of a related record (service-api, Conventions). */
const namedSchema = v.object({ id: integer, code: v.string(), description: v.string() });

/** Returns the name of a nature or a status, even if the service leaves some of its texts empty. */
export const nameOf = ({ id, code, description }: v.InferOutput<typeof namedSchema>): string =>
  [description, code].find((text) => text.trim() !== '') ?? String(id);

export const documentSummarySchema = v.object({
  id: integer,
  docKey: v.string(),
  /** `yyyy-mm-dd` */
  date: v.string(),
  /** `hh:mm:ss`, perhaps with fractional seconds */
  time: v.string(),
  ourReference: v.string(),
  /** The original's key, if a till has written it behind the reference of its return. */
  returnOf: v.exactOptional(v.string()),
  totalCents: centsSchema,
  documentName: v.string(),
  /** The document type; null if the service did not show it, or it was not kept. */
  typeId: v.optional(v.nullable(integer), null),
  /** The series; absent if the service did not show it. */
  serieId: v.exactOptional(integer),
  nature: namedSchema,
  status: namedSchema,
  /** Null for stock documents. */
  party: v.nullable(v.object({ name: v.string(), fiscalNumber: v.string() })),
});
export type DocumentSummary = v.InferOutput<typeof documentSummarySchema>;
export type Party = NonNullable<DocumentSummary['party']>;

/**
 * A row of a list of which something that the till needs could not be read. What could not be read
 * of the rest is null or empty. It may be any document: nobody may conclude from it that a document
 * is not there.
 */
export interface UnreadableDocument {
  /** The field that could not be read, such as `total_amount`. */
  readonly unreadable: string;
  readonly id: number | null;
  readonly docKey: string;
  readonly date: string;
  readonly ourReference: string;
}
export type ListedRow = DocumentSummary | UnreadableDocument;

export const isReadable = (row: ListedRow): row is DocumentSummary => !('unreadable' in row);

export interface DocumentPage {
  readonly count: number;
  readonly offset: number;
  readonly results: readonly ListedRow[];
  readonly hasNext: boolean;
}

/** A page of a list. If the service could not be asked, it holds what the till remembers. */
export interface ListedDocuments extends DocumentPage {
  /** Null if the service has just answered. `seenAtMs` tells when each of the results was seen. */
  readonly remembered: { readonly error: AppError; readonly seenAtMs: readonly number[] } | null;
}

/** A record of the service, such as a nature or a status, named in the service's words. */
export interface Choice {
  readonly id: number;
  readonly name: string;
}

/** The natures and statuses that documents have shown so far. */
export interface DocumentChoices {
  readonly natures: readonly Choice[];
  readonly statuses: readonly Choice[];
}

export interface ExportProgress {
  readonly written: number;
  readonly count: number;
}

/** A line as far as the till can recognise it: the extended document's shape is "not shown". */
const documentLineSchema = v.object({
  code: v.string(),
  description: v.string(),
  /** Set if only its content tells that it is a description; absent if its field does. */
  isNameGuessed: v.exactOptional(v.boolean()),
  quantity: v.nullable(quantitySchema),
  /** How much came back, if the service shows that as a quantity below zero. */
  backQuantity: v.exactOptional(quantitySchema),
  unitPrice: v.nullable(unitPriceSchema),
});
export type DocumentLine = v.InferOutput<typeof documentLineSchema>;

/** A payment, recognised in the same lenient way. */
const namedAmountSchema = v.object({ name: v.string(), amountCents: v.nullable(centsSchema) });
export type NamedAmount = v.InferOutput<typeof namedAmountSchema>;

/** A tax. What the service has not given, or has given with a contradiction, is absent. */
const taxAmountSchema = v.object({
  ...namedAmountSchema.entries,
  rate: v.exactOptional(percentSchema),
  /** The amount that is taxed. */
  baseCents: v.exactOptional(centsSchema),
});
export type TaxAmount = v.InferOutput<typeof taxAmountSchema>;

/** What a certified program prints on a fiscal document; empty if the service did not send it. */
const fiscalMarksSchema = v.object({
  atcud: v.string(),
  /** The content of the tax authority's QR code. */
  qrText: v.string(),
  /** Four characters of the document's signature. */
  hashExtract: v.string(),
  /** The sentence that names the certified program, or its number alone. */
  certificate: v.string(),
});
export type FiscalMarks = v.InferOutput<typeof fiscalMarksSchema>;

export const documentDetailSchema = v.object({
  ...documentSummarySchema.entries,
  /** The customer's id, even if the party is not shown; absent if the service names nobody. */
  partyId: v.exactOptional(integer),
  /** Present if the service says that it is for nobody. */
  hasNoParty: v.exactOptional(v.literal(true)),
  netCents: v.nullable(centsSchema),
  taxesCents: v.nullable(centsSchema),
  /** Whether the lines' prices include tax; null if the service does not say. */
  isTaxIncluded: v.optional(v.nullable(v.boolean()), null),
  /** The discount on the whole document; absent if the service does not say. */
  discount: v.exactOptional(percentSchema),
  /** Present if the service says that it was made into another document already. */
  isConverted: v.exactOptional(v.literal(true)),
  headerText: v.string(),
  footerText: v.string(),
  /** How many lines the service has counted; absent if it did not say. */
  lineCount: v.exactOptional(integer),
  lines: v.array(documentLineSchema),
  // Documents that a till kept before it read these fields have none.
  payments: v.optional(v.array(namedAmountSchema), []),
  taxes: v.optional(v.array(taxAmountSchema), []),
  /** Absent if the service has sent none. */
  marks: v.exactOptional(fiscalMarksSchema),
  /** Everything else that came, flattened for "Other information". */
  others: v.array(v.object({ name: v.string(), value: v.string() })),
});
export type DocumentDetail = v.InferOutput<typeof documentDetailSchema>;

/** Returns the part of a document that a list tells. */
export const detailOfSummary = (summary: DocumentSummary): DocumentDetail => ({
  ...summary,
  netCents: null,
  taxesCents: null,
  isTaxIncluded: null,
  headerText: '',
  footerText: '',
  lines: [],
  payments: [],
  taxes: [],
  others: [],
});

/**
 * Returns whether there are fewer lines than the service has counted, or none where it has not
 * counted them; a document without a net total, such as a receipt, may have none. There may be
 * more: it need not count notes between them.
 */
export const showsTooFewLines = ({
  lines,
  netCents,
  lineCount = netCents === null ? 0 : 1,
}: Pick<DocumentDetail, 'lines' | 'lineCount' | 'netCents'>): boolean => lines.length < lineCount;

/** The status code that means finalized (service-api, States and transitions). */
export const finalizedCode = 'F';

export const isFinalized = (document: Pick<DocumentSummary, 'status'>): boolean =>
  document.status.code === finalizedCode;

/** The natures and statuses that the API document names; lists teach the till the others. */
export const simplifiedInvoiceCode = 'FS';
export const knownNatures: readonly {
  readonly id: number;
  readonly code: string;
  /** The list that shows it, besides the list of all documents. */
  readonly list: Exclude<DocumentList, 'all'>;
}[] = [
  { id: 302, code: 'FS', list: 'sales' },
  { id: 321, code: 'GR', list: 'guides' },
  { id: 353, code: 'OR', list: 'working' },
  { id: 502, code: 'EST', list: 'stock' },
];

/** Names of credit and debit notes. "Fatura a crédito" is not one of them. */
const noteNames =
  /\bnotas? (?:de )?(?:credito|debito)\b|\b(?:credit|debit) (?:note|memo)s?\b|^(?:nc|nd)\b/;

/**
 * Returns whether it is a credit or debit note, which corrects an invoice and is not one itself.
 * The API does not say which natures are notes, but their names do.
 */
export const isNote = (name: string): boolean => noteNames.test(foldText(name));

/** Returns whether the name is that of a document that takes something back. */
export const isCreditNote = (name: string): boolean =>
  isNote(name) && !/\bdebit|^nd\b/.test(foldText(name));

/** Returns whether any of its names, or its nature's code, says that it is a note. */
export const isNoteDocument = ({
  nature,
  documentName,
}: Pick<DocumentSummary, 'nature' | 'documentName'>): boolean =>
  [documentName, nature.description, nature.code].some(isNote);

/** Returns whether it may be an invoice, as far as its nature is known without asking. */
export const mayBeInvoice = ({ nature, documentName }: DocumentSummary): boolean =>
  !isNoteDocument({ nature, documentName }) &&
  knownNatures.every(({ id, list }) => id !== nature.id || list === 'sales');

export const knownStatuses: readonly { readonly id: number; readonly code: string }[] = [
  { id: 1201, code: 'F' },
  { id: 1202, code: 'F' },
];
