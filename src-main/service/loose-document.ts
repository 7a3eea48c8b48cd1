// What can be made of a document whose shape is "not shown": lines, payments and taxes under likely names, and everything
// else as text, within bounds. Nothing that comes can surprise it.
import * as v from 'valibot';
import type { DocumentDetail, DocumentLine, NamedAmount } from '../contract/documents.ts';
import { centsFromApi, parseDecimal, quantitySchema, unitPriceSchema } from '../contract/money.ts';
import { findFiscalMarks } from './fiscal-marks.ts';
import { isRecord, type JsonObject } from './json-object.ts';

/** The names that creating uses come first (service-api, Parameters of nested objects). */
const lineLists = ['details', 'lines', 'document_details', 'document_lines', 'line_details'];
const lineFields = {
  code: ['code', 'product_code'],
  description: ['description', 'product_description', 'product_name'],
  quantity: ['base_qty', 'quantity', 'qty'],
  unitPrice: ['line_unit_value', 'unit_value', 'unit_price'],
};
const paymentLists = ['payments', 'document_payments', 'payment_details', 'payment_lines'];
const paymentFields = {
  name: ['payment_method.description', 'description', 'name', 'payment_method.code', 'code'],
  amount: ['amount', 'value', 'total'],
};
const taxLists = ['taxes', 'document_taxes', 'tax_details', 'tax_lines'];
const taxFields = {
  name: ['tax.description', 'description', 'name', 'tax_rate', 'rate', 'tax.code', 'code'],
  // A total may be with what is taxed: it stays among the others.
  amount: ['tax_amount', 'tax_value', 'amount', 'value'],
};
const maxRows = 1000;
const maxTextLength = 500;

/** The fields of each object of the answer that the screen shows in places of their own, and so not again among the others. */
type Shown = Map<object, Set<string>>;

/**
 * Lines, payments and taxes as far as they can be recognised, and as text what is shown neither there nor in a place of its
 * own. `read`: what has been read of the body already, under the same names; what is empty there is shown here.
 */
export function readLoosely(
  body: unknown,
  read: unknown,
): Pick<DocumentDetail, 'lines' | 'payments' | 'taxes' | 'marks' | 'others'> {
  const shown: Shown = new Map();
  noteRead(body, read, shown);
  const marks = findFiscalMarks(body);
  return {
    ...(marks && { marks }),
    lines: rowsOf(body, lineLists).map((row) => lineOf(row, shown)),
    payments: namedAmountsOf(rowsOf(body, paymentLists), paymentFields, shown),
    taxes: namedAmountsOf(rowsOf(body, taxLists), taxFields, shown),
    others: othersOf(body, shown),
  };
}

function noteRead(body: unknown, read: unknown, shown: Shown): void {
  if (!isRecord(body) || !isRecord(read)) return;
  for (const [field, value] of Object.entries(read)) {
    if (isRecord(value)) noteRead(body[field], value, shown);
    else if (isPlain(value) && value !== '') note(body, field, shown);
  }
}

function note(record: JsonObject, field: string, shown: Shown): void {
  shown.set(record, (shown.get(record) ?? new Set()).add(field));
}

/** The first of the likely names that holds a list of objects counts. */
function rowsOf(body: unknown, names: readonly string[]): readonly JsonObject[] {
  if (!isRecord(body)) return [];
  for (const name of names) {
    const rows = body[name];
    if (Array.isArray(rows) && rows.length > 0 && rows.every(isRecord)) {
      return rows.slice(0, maxRows);
    }
  }
  return [];
}

function lineOf(line: JsonObject, shown: Shown): DocumentLine {
  return {
    code: take(line, lineFields.code, shortText, shown) ?? '',
    description: take(line, lineFields.description, shortText, shown) ?? '',
    quantity: take(line, lineFields.quantity, scaled(quantitySchema, 3), shown),
    unitPrice: take(line, lineFields.unitPrice, scaled(unitPriceSchema, 6), shown),
  };
}

/** A row of which neither name nor amount is recognised is left to the others. */
function namedAmountsOf(
  rows: readonly JsonObject[],
  fields: { readonly name: readonly string[]; readonly amount: readonly string[] },
  shown: Shown,
): NamedAmount[] {
  return rows
    .map((row) => ({
      name: take(row, fields.name, shortText, shown) ?? '',
      amountCents: take(row, fields.amount, amountOf, shown),
    }))
    .filter(({ name, amountCents }) => name !== '' || amountCents !== null);
}

/** The first of the fields that holds text or a number counts, whether or not it can be converted. */
function take<Value>(
  row: JsonObject,
  fields: readonly string[],
  convert: (value: unknown) => Value | null,
  shown: Shown,
): Value | null {
  for (const path of fields) {
    const [field = '', inner] = path.split('.');
    const record = inner === undefined ? row : row[field];
    const name = inner ?? field;
    if (!isRecord(record) || !isThere(record[name])) continue;
    const value = convert(record[name]);
    if (value !== null) note(record, name, shown);
    return value;
  }
  return null;
}

function shortText(value: unknown): string | null {
  const text = textOf(value);
  return text === null ? null : shortened(text, maxTextLength);
}

/** The shortest decimal of a float is what was meant by it; one with more decimals than the scale stays text. */
function scaled<Value>(
  schema: v.GenericSchema<number, Value>,
  decimals: number,
): (value: unknown) => Value | null {
  return (value) => {
    const result = v.safeParse(schema, parseDecimal(textOf(value) ?? '', decimals));
    return result.success ? result.output : null;
  };
}

const amountOf = (value: unknown): NamedAmount['amountCents'] =>
  typeof value === 'number' ? (centsFromApi(value) ?? null) : null;

const maxOthers = 300;
const maxDepth = 5;
const maxNameLength = 120;

/** Every text, number and boolean, named as `payments[0].payment_method.code`, in the answer's order. */
function othersOf(body: unknown, shown: Shown): DocumentDetail['others'] {
  const others: { name: string; value: string }[] = [];
  const visit = (value: unknown, longName: string, depth: number): void => {
    if (others.length >= maxOthers || depth > maxDepth) return;
    const name = oneLine(longName, maxNameLength);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${name}[${index}]`, depth + 1);
    } else if (isRecord(value)) {
      const shownHere = shown.get(value);
      for (const [key, item] of Object.entries(value)) {
        if (!shownHere?.has(key)) visit(item, name === '' ? key : `${name}.${key}`, depth + 1);
      }
    } else if (isPlain(value) && value !== '') {
      others.push({ name, value: oneLine(written(value), maxTextLength) });
    }
  };
  visit(body, '', 0);
  return others;
}

/** Of a number that is too large to be exact the digits are not those that came. */
function written(value: string | number | boolean): string {
  return typeof value === 'number' && !isExact(value) ? `≈ ${value}` : String(value);
}

const isExact = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

const isThere = (value: unknown): value is string | number =>
  isPlain(value) && typeof value !== 'boolean' && value !== '';

/** Null for what is neither text nor a number, and for a number whose digits are not known. */
function textOf(value: unknown): string | null {
  if (!isThere(value)) return null;
  return typeof value === 'string' || isExact(value) ? String(value) : null;
}

/** As much as there is room for, and a sign where there was more. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}

function oneLine(text: string, maxLength: number): string {
  return shortened(text, maxLength).replace(/\p{Cc}+/gu, ' ');
}

/** The first of the fields that holds text or a number, as text; null when there is none. */
export function textIn(value: unknown, fields: readonly string[]): string | null {
  if (!isRecord(value)) return null;
  for (const field of fields) {
    const text = textOf(value[field]);
    if (text !== null) return text;
  }
  return null;
}
