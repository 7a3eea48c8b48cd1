// Where on a sale, or on another document, a message of the service belongs. The API document names
// `field` but does not show its form (service-api, Error body), so any likely spelling of a path is
// read, and what is not recognised concerns the sale as a whole.
import type { ServiceFieldError } from './errors.ts';
import type { Particulars } from './new-document.ts';

export type LineField = 'code' | 'quantity' | 'unitPrice';
/** A field of a document that was not sold at the counter. The kind and its name are one field. */
export type ParticularField = Exclude<keyof Particulars, 'name'>;

/** A line by its position; the lines as a whole where the field names none. */
export type ErrorPlace =
  | { readonly at: 'line'; readonly index: number; readonly field: LineField | null }
  | { readonly at: 'particular'; readonly field: ParticularField }
  | { readonly at: 'lines' | 'payment' | 'party' | 'taxNumber' | 'discount' | 'general' };

export interface PlacedError {
  readonly place: ErrorPlace;
  readonly error: ServiceFieldError;
}

const lineFields: ReadonlyMap<string, LineField> = new Map([
  ['code', 'code'],
  ['productcode', 'code'],
  ['baseqty', 'quantity'],
  ['qty', 'quantity'],
  ['quantity', 'quantity'],
  ['lineunitvalue', 'unitPrice'],
  ['unitvalue', 'unitPrice'],
  ['unitprice', 'unitPrice'],
]);
/** The fields by the names that requests and documents use. */
const particulars: ReadonlyMap<string, ParticularField> = new Map([
  ['documentid', 'kind'],
  ['document', 'kind'],
  ['documentnatureid', 'kind'],
  ['documentnaturecode', 'kind'],
  ['documentnature', 'kind'],
  ['documentserieid', 'serieId'],
  ['documentserie', 'serieId'],
  ['documentdate', 'date'],
  ['documenttime', 'time'],
  ['istaxincluded', 'isTaxIncluded'],
  ['partyclass', 'partyClass'],
  ['warehouseid', 'warehouseId'],
  ['warehouse', 'warehouseId'],
  ['pricelineid', 'priceLineId'],
  ['priceline', 'priceLineId'],
  ['documentreference', 'documentReference'],
  ['salesmanid', 'salesmanId'],
  ['salesman', 'salesmanId'],
  ['paymenttermid', 'paymentTermId'],
  ['paymentterm', 'paymentTermId'],
  ['totalroundamount', 'roundCents'],
  ['finalize', 'finalize'],
  ['istransportdocument', 'isTransport'],
  ['forcecommunication', 'forceCommunication'],
  ['generatembreference', 'generateMbReference'],
  ['headertext', 'headerText'],
  ['footertext', 'footerText'],
  ['print', 'print'],
  ['email', 'email'],
]);
const lists = ['details', 'detail', 'lines', 'line'];
const payments = ['payments', 'payment', 'paymentmethodid', 'paymentmethod'];
const taxNumbers = ['partyfiscalnumber', 'fiscalnumber'];
const parties = ['partyid', 'party'];
const discounts = ['globaldiscount1', 'globaldiscount'];

/** The words of `details[0].code` or `/details/0/code`, without case and underscores. */
const wordsOf = (field: string): readonly string[] =>
  field
    .split(/[^A-Za-z0-9_]+|__+/)
    .map((word) => word.replaceAll('_', '').toLowerCase())
    .filter((word) => word !== '');

/** @param lineCount of the sale as it was sent: a position beyond it names no line. */
export function placeServiceError(field: string, lineCount: number): ErrorPlace {
  const words = wordsOf(field);
  const named = (names: readonly string[]) => words.some((word) => names.includes(word));
  if (named(payments)) return { at: 'payment' };
  if (named(taxNumbers)) return { at: 'taxNumber' };
  if (named(parties)) return { at: 'party' };
  if (named(discounts)) return { at: 'discount' };
  const particular = words
    .map((word) => particulars.get(word))
    .find((field) => field !== undefined);
  if (particular !== undefined && !named(lists)) return { at: 'particular', field: particular };

  const lineField = lineFields.get(words.at(-1) ?? '') ?? null;
  if (lineField === null && !named(lists)) return { at: 'general' };
  const position = words.find((word) => /^\d+$/.test(word));
  // Without a position there is no doubt only where there is one line.
  const index = position === undefined && lineCount === 1 ? 0 : Number(position);
  return index < lineCount ? { at: 'line', index, field: lineField } : { at: 'lines' };
}

export const placeServiceErrors = (
  errors: readonly ServiceFieldError[],
  lineCount: number,
): readonly PlacedError[] =>
  errors.map((error) => ({ place: placeServiceError(error.field, lineCount), error }));
