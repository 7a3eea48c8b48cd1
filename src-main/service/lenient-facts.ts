// Reads what one document tells of the shop that issued it: what was sold, how it was paid, and the
// service's names of its kinds, series and the like. Nothing has to be there, nothing is made up,
// and it copes with anything that comes.
import { isNote, type Choice, type DocumentLine } from '../contract/documents.ts';
import { lineTotalCents, type Cents, type UnitPriceMicros } from '../contract/money.ts';
import { isRecord, onlyRecord, type JsonObject } from './json-object.ts';
import { recogniseLists } from './lenient-document.ts';
import { readPaymentMethodIds } from './lenient-payments.ts';
import { amountOf, shortenedLine, textIn } from './lenient-values.ts';
import { codeNames, descriptionNames } from './lenient-names.ts';
import { isOfLine } from './lenient-lines.ts';
import { valueAt, type Column, type Table } from './lenient-rows.ts';

/** What a list already tells of a document. */
export interface Heading {
  readonly id: number;
  /** `yyyy-mm-dd`; empty if the document does not say it. */
  readonly date: string;
  readonly natureId: number | null;
  /** Whether it is a credit or debit note, by any of its names. */
  readonly isNote: boolean;
  readonly kind: Choice | null;
  readonly serie: Choice | null;
  readonly warehouse: Choice | null;
  readonly salesman: Choice | null;
  readonly paymentTerm: Choice | null;
  /** The payment method that the document itself names. */
  readonly method: Choice | null;
}

export interface SoldLine {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly unitPrice: UnitPriceMicros | null;
  /** Whether the line has a quantity that was sold, and is no return. */
  readonly isSold: boolean;
}

export interface Lesson extends Heading {
  readonly methods: readonly Choice[];
  /** Its key and total; null if either is not known. */
  readonly example: { readonly docKey: string; readonly totalCents: Cents } | null;
  readonly lines: readonly SoldLine[];
  /** Whether it has lines, as the service counts them, and shows none. */
  readonly hidesLines: boolean;
  /** Whether the lines' prices include tax; null if that is not known. */
  readonly isTaxIncluded: boolean | null;
}

const longestName = 200;
const longestCode = 60;

const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : null;

const nameFields = ['description', 'document_name', 'salesman_name', 'name', 'code'];

/** Reads a related record (service-api, Conventions). Null if its id or its name is missing. */
function namedIn(body: JsonObject, field: string): Choice | null {
  const inner = body[field];
  const id = idOf(body[`${field}_id`]) ?? (isRecord(inner) ? idOf(inner.id) : null);
  const name = shortenedLine(textIn(inner, nameFields) ?? '', longestName).trim();
  return id === null || name === '' ? null : { id, name };
}

/** Returns null if it is no document: without an id it cannot be asked for, or told apart. */
export function readHeading(body: unknown): Heading | null {
  if (!isRecord(body)) return null;
  const id = idOf(body.id);
  if (id === null) return null;
  const { document_date: date, document, document_nature: nature } = body;
  const names = [document, nature].flatMap((named) =>
    nameFields.map((field) => textIn(named, [field]) ?? ''),
  );
  return {
    id,
    date: typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : '',
    natureId: idOf(body.document_nature_id) ?? (isRecord(nature) ? idOf(nature.id) : null),
    isNote: names.some(isNote),
    kind: namedIn(body, 'document'),
    serie: namedIn(body, 'document_serie'),
    warehouse: namedIn(body, 'warehouse'),
    salesman: namedIn(body, 'salesman'),
    paymentTerm: namedIn(body, 'payment_term'),
    method: namedIn(body, 'payment_method'),
  };
}

/** Reads a lesson from `answer`, a document, plain or extended. Null if it is none. */
export function readLesson(answer: unknown): Lesson | null {
  const body = onlyRecord(answer);
  const heading = readHeading(body);
  if (!heading || !isRecord(body)) return null;
  const { tables, lines } = recogniseLists(body, new Map());
  const units = readUnits(tables.lines);
  // The document's own name comes last, so that it counts if the two names differ.
  const own = heading.method ? [heading.method] : [];
  const methods = [...readPaymentMethodIds(tables.payments), ...own]
    .map(({ id, name }) => ({ id, name: shortenedLine(name, longestName).trim() }))
    .filter(({ name }) => name !== '');
  return {
    ...heading,
    methods,
    example: exampleOf(body),
    lines: lines.map((line, row) => soldLine(line, units[row] ?? '')),
    hidesLines: lines.length === 0 && idOf(body.line_details_count) !== null,
    isTaxIncluded: withTax(body, lines),
  };
}

function exampleOf({ doc_key: key, total_amount: amount }: JsonObject): Lesson['example'] {
  const docKey = typeof key === 'string' ? shortenedLine(key, longestName).trim() : '';
  const totalCents = amountOf(amount);
  return docKey === '' || totalCents === null ? null : { docKey, totalCents };
}

/** Reads a line. A code that is too long, or has control characters, is left empty. */
function soldLine(
  { code, description, quantity, unitPrice }: DocumentLine,
  unit: string,
): SoldLine {
  const isCode = code.length <= longestCode && !/\p{Cc}/u.test(code);
  return {
    code: isCode ? code.trim() : '',
    name: shortenedLine(description, longestName).trim(),
    unit,
    unitPrice: unitPrice !== null && unitPrice > 0 ? unitPrice : null,
    isSold: quantity !== null,
  };
}

/** Returns what the document says, else what its lines come to: the total with tax, or without. */
function withTax(body: JsonObject, lines: readonly DocumentLine[]): boolean | null {
  const { is_tax_included: isTaxIncluded } = body;
  if (typeof isTaxIncluded === 'boolean') return isTaxIncluded;
  const total = amountOf(body.total_amount);
  const taxes = amountOf(body.total_taxes_amount);
  if (total === null || taxes === null || taxes === 0 || lines.length === 0) return null;
  let sum = 0;
  for (const { quantity, unitPrice } of lines) {
    if (quantity === null || unitPrice === null) return null;
    sum += lineTotalCents(quantity, unitPrice);
  }
  const comesTo = (amount: number) => Math.abs(sum - amount) <= lines.length;
  if (comesTo(total) === comesTo(total - taxes)) return null;
  return comesTo(total);
}

const maxOfAKind = 8;
const longestUnit = 20;

const unitNames = new Set(
  'unit unidade un uom unitcode codigounidade unidademedida measureunit unitofmeasure'.split(' '),
);

/** Returns one unit for each row; empty if the row has none. */
function readUnits({ rows, columns }: Table): string[] {
  const units = columns.filter(isUnit).slice(0, maxOfAKind);
  return rows.map((row) => {
    for (const column of units) {
      const value = valueAt(row, column);
      if (typeof value === 'string' && isUnitText(value)) return value.trim();
    }
    return '';
  });
}

/**
 * Returns whether the column is the line's own unit, its product's, or the code or name of an
 * object that is named like a unit.
 */
function isUnit(column: Column): boolean {
  const { inner, parentWords, words } = column;
  const name = words.join('');
  if (isOfLine(column) && unitNames.has(name)) return true;
  const isNaming = codeNames.has(name) || descriptionNames.has(name);
  return inner !== null && unitNames.has(parentWords.join('')) && isNaming;
}

const isUnitText = (text: string): boolean =>
  text.trim().length <= longestUnit && /\p{L}/u.test(text) && !/\p{Cc}/u.test(text);
