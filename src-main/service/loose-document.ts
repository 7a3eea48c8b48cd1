// What can be made of a document whose shape is "not shown": lines under likely names, and everything else as text, within
// bounds. Nothing that comes can surprise it.
import * as v from 'valibot';
import type { DocumentDetail, DocumentLine } from '../contract/documents.ts';
import { parseDecimal, quantitySchema, unitPriceSchema } from '../contract/money.ts';

/** The name that creating uses comes first (service-api, Parameters of nested objects). */
const lineLists = ['details', 'lines', 'document_details', 'document_lines', 'line_details'];
const lineFields = {
  code: ['code', 'product_code'],
  description: ['description', 'product_description', 'product_name'],
  quantity: ['base_qty', 'quantity', 'qty'],
  unitPrice: ['line_unit_value', 'unit_value', 'unit_price'],
};
const maxLines = 1000;

/** What the screen shows in places of its own, and so not again among the others. */
const shownAlways = [
  'id',
  'doc_key',
  'document_date',
  'document_time',
  'our_reference',
  'total_amount',
  'total_net_amount',
  'total_taxes_amount',
  'header_text',
  'footer_text',
  'document.document_name',
  'document_nature_id',
  'document_nature.code',
  'document_nature.description',
  'document_status_id',
  'document_status.code',
  'document_status.description',
  'party.name',
  'party.fiscal_number',
];

/** The lines as far as they can be recognised, and as text what is shown neither there nor in a place of its own. */
export function readLoosely(body: unknown): Pick<DocumentDetail, 'lines' | 'others'> {
  const shown = new Set(shownAlways);
  return { lines: linesOf(body, shown), others: othersOf(body, shown) };
}

/** The first of the likely names that holds a list of objects counts. Adds to `shown` the path of each value it could use. */
function linesOf(body: unknown, shown: Set<string>): DocumentLine[] {
  if (!isRecord(body)) return [];
  for (const list of lineLists) {
    const lines = body[list];
    if (Array.isArray(lines) && lines.length > 0 && lines.every(isRecord)) {
      return lines
        .slice(0, maxLines)
        .map((line, index) => lineOf(line, `${list}[${index}]`, shown));
    }
  }
  return [];
}

function lineOf(
  line: Readonly<Record<string, unknown>>,
  name: string,
  shown: Set<string>,
): DocumentLine {
  const take = <Value>(
    fields: readonly string[],
    convert: (text: string) => Value | null,
  ): Value | null => {
    const field = fields.find((candidate) => textIn(line, [candidate]) !== null);
    if (field === undefined) return null;
    const value = convert(textIn(line, [field]) ?? '');
    if (value !== null) shown.add(`${name}.${field}`);
    return value;
  };
  return {
    code: take(lineFields.code, String) ?? '',
    description: take(lineFields.description, String) ?? '',
    // The shortest decimal of a float is what was meant by it; one with more decimals than the scale stays text.
    quantity: take(lineFields.quantity, (text) => parsed(quantitySchema, parseDecimal(text, 3))),
    unitPrice: take(lineFields.unitPrice, (text) => parsed(unitPriceSchema, parseDecimal(text, 6))),
  };
}

function parsed<Value>(schema: v.GenericSchema<number, Value>, value: unknown): Value | null {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : null;
}

const maxOthers = 300;
const maxDepth = 5;
const maxNameLength = 120;
const maxValueLength = 500;

/** Every text, number and boolean, named as `payments[0].payment_method.code`, in the answer's order. */
function othersOf(body: unknown, shown: ReadonlySet<string>): DocumentDetail['others'] {
  const others: { name: string; value: string }[] = [];
  const visit = (value: unknown, longName: string, depth: number): void => {
    if (others.length >= maxOthers || depth > maxDepth) return;
    const name = oneLine(longName, maxNameLength);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${name}[${index}]`, depth + 1);
    } else if (isRecord(value)) {
      for (const [key, item] of Object.entries(value)) {
        visit(item, name === '' ? key : `${name}.${key}`, depth + 1);
      }
    } else if (isPlain(value) && value !== '' && !shown.has(name)) {
      others.push({ name, value: oneLine(String(value), maxValueLength) });
    }
  };
  visit(body, '', 0);
  return others;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function oneLine(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Cc}+/gu, ' ');
}

/** The first of the fields that holds text or a number, as text; null when there is none. */
export function textIn(value: unknown, fields: readonly string[]): string | null {
  if (!isRecord(value)) return null;
  for (const field of fields) {
    const text = value[field];
    if (typeof text === 'string' && text !== '') return text;
    if (typeof text === 'number') return String(text);
  }
  return null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
