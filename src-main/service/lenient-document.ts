// Reads a document whose shape is "not shown": lines, payments and taxes by their names and by what
// they hold, and everything else as text, within bounds. It copes with anything that comes.
import type { DocumentDetail } from '../contract/documents.ts';
import { findFiscalMarks } from './fiscal-marks.ts';
import { isRecord } from './json-object.ts';
import { fitsLines, readLines } from './lenient-lines.ts';
import { fitsPayments, readPayments } from './lenient-payments.ts';
import { tablesOf } from './lenient-rows.ts';
import { note, type ShownFields } from './lenient-fields.ts';
import { fitsTaxes, readTaxes } from './lenient-taxes.ts';
import {
  amountOf,
  isPlain,
  Visits,
  fieldsOf,
  maxTextLength,
  shortenedLine,
  textOfValue,
} from './lenient-values.ts';

const maxOthers = 300;
const maxDepth = 5;
const maxNameLength = 120;
/**
 * The bound on visited fields and elements, shown or not: a document of a thousand lines needs
 * fewer, even if each has as many fields as any service's.
 */
const maxVisits = 100_000;

/**
 * Returns every text, number and boolean, named as `payments[0].payment_method.code`, in the
 * answer's order.
 */
function othersOf(body: unknown, shownFields: ShownFields): DocumentDetail['others'] {
  const others: { name: string; value: string }[] = [];
  const visits = new Visits(maxVisits);
  const isFull = () => others.length >= maxOthers || !visits.take();
  const visit = (value: unknown, longName: string, depth: number): void => {
    if (depth > maxDepth) return;
    const name = shortenedLine(longName, maxNameLength);
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && !isFull(); index += 1) {
        visit(value[index], `${name}[${index}]`, depth + 1);
      }
    } else if (isRecord(value)) {
      const shownHere = shownFields.get(value);
      for (const key of fieldsOf(value, Infinity)) {
        if (isFull()) return;
        if (!shownHere?.has(key))
          visit(value[key], name === '' ? key : `${name}.${key}`, depth + 1);
      }
    } else if (isPlain(value) && value !== '') {
      others.push({ name, value: shortenedLine(textOfValue(value), maxTextLength) });
    }
  };
  visit(body, '', 0);
  return others;
}

const fits = { lines: fitsLines, payments: fitsPayments, taxes: fitsTaxes };

/**
 * Returns lines, payments and taxes as far as they can be recognised, and as text what is shown
 * neither there nor in a place of its own. `read` is what was read of the body already, under the
 * same names; its empty fields are shown here.
 */
export function readLoosely(
  body: unknown,
  read: unknown,
): Pick<DocumentDetail, 'lines' | 'payments' | 'taxes' | 'marks' | 'others'> {
  const shownFields: ShownFields = new Map();
  noteRead(body, read, shownFields);
  const marks = findFiscalMarks(body);
  const { tables, lines, taxes } = recogniseLists(body, shownFields);
  return {
    ...(marks && { marks }),
    lines,
    payments: readPayments(tables.payments, shownFields),
    taxes,
    others: othersOf(body, shownFields),
  };
}

/** Returns the lists of a document, and its lines and taxes. */
export function recogniseLists(body: unknown, shownFields: ShownFields) {
  const tables = tablesOf(body, fits, new Visits(maxVisits));
  const taxesCents = isRecord(body) ? amountOf(body.total_taxes_amount) : null;
  const taxes = readTaxes(tables.taxes, taxesCents, shownFields);
  const rates = taxes.flatMap(({ rate }) => (rate === undefined ? [] : [rate / 100]));
  const lines = readLines(tables.lines, [...new Set(rates)].slice(0, 20), shownFields);
  return { tables, lines, taxes };
}

function noteRead(body: unknown, read: unknown, shownFields: ShownFields): void {
  if (!isRecord(body) || !isRecord(read)) return;
  for (const [field, value] of Object.entries(read)) {
    if (isRecord(value)) noteRead(body[field], value, shownFields);
    else if (isPlain(value) && value !== '') note(body, field, shownFields);
  }
}
