// Reads one row of a catalogue file that is imported: a product, or the reason why it is none.
import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import {
  productSchema,
  type BadRow,
  type Product,
  type ProductField,
  type Reading,
} from '../contract/catalogue.ts';
import { isShortenedNumber, textOf } from '../csv/cells.ts';
import { barcodesOf, colourOf, priceOf, soldByOf } from './import-cells.ts';
import { soldByUnit } from '../contract/sold-by.ts';
import type { CsvRecord } from './import-csv.ts';

const longestText = 120;
const replacement = '\uFFFD';

/**
 * Tells whether no cell holds anything, or the line only tells a spreadsheet what separates the
 * cells.
 */
export function isBlank({ line, cells, raw }: CsvRecord): boolean {
  if (cells?.every((cell) => cell.trim() === '')) return true;
  return line === 1 && raw.length < 10 && separatorLine.test(raw.toString());
}

const separatorLine = /^sep=.\s*$/iu;

/** Returns the separator that a first line such as `sep=;` tells. */
export const toldSeparator = (start: Buffer): string | undefined =>
  /^\uFEFF?sep=(.)[\r\n]/iu.exec(start.toString('utf8', 0, 20))?.[1];

export const isBadRow = (outcome: Product | BadRow): outcome is BadRow => 'problem' in outcome;

/**
 * Reads rows whose columns hold what `columns` says. Several columns may hold barcodes; of any
 * other field the first counts.
 */
export function rowReader({
  columns,
  decimalMark,
  delimiter,
}: Pick<Reading, 'columns' | 'decimalMark' | 'delimiter'>): (
  record: CsvRecord,
) => Product | BadRow {
  const at = (field: ProductField): number => columns.indexOf(field);
  const [code, description, unitPrice] = [at('code'), at('description'), at('unitPrice')];
  const barcodes = columns.flatMap((field, index) => (field === 'barcodes' ? [index] : []));
  const needed = 1 + Math.max(code, description, unitPrice);

  return ({ line, cells, raw, withoutValue = [] }) => {
    const bad = (
      field: BadRow['field'],
      problem: BadRow['problem'],
      text: string | undefined,
    ): BadRow => ({ line, field, problem, text: shortened(text ?? raw.toString()) });

    if (!cells || cells.length < needed || hasMore(cells, columns.length)) {
      return bad(null, 'unreadable', cells?.join(delimiter));
    }
    if (cells.some((cell) => cell.includes(replacement)) && !isUtf8(raw)) {
      return bad(null, 'unreadable', cells.join(delimiter));
    }
    const cell = (index: number): string => cells[index] ?? '';
    const empty = withoutValue.find((index) => columns[index] !== null);
    if (empty !== undefined) return bad(columns[empty] ?? null, 'no_value', cell(empty));
    for (const [field, index] of [
      ['code', code],
      ['description', description],
      ['unitPrice', unitPrice],
    ] as const) {
      if (textOf(cell(index)) === '') return bad(field, 'missing', '');
    }
    const shortenedNumber = [code, ...barcodes].find((index) => isShortenedNumber(cell(index)));
    if (shortenedNumber !== undefined) {
      return bad(columns[shortenedNumber] ?? null, 'invalid', cell(shortenedNumber));
    }
    const text = (field: ProductField): string => textOf(cell(at(field)));
    const quickKey = text('quickKey');
    const colour = cell(at('colour'));
    const unit = text('unit');
    const soldBy = text('soldBy');
    const parsed = v.safeParse(productSchema, {
      code: textOf(cell(code)),
      description: textOf(cell(description)),
      barcodes: [...new Set(barcodes.flatMap((index) => barcodesOf(cell(index))))],
      unitPrice: priceOf(cell(unitPrice), decimalMark),
      unit,
      // A column of its own counts, even if it is empty. If it says something else, such as who
      // sells the product, it does not count.
      soldBy:
        at('soldBy') >= 0 && soldBy === '' ? null : (soldByOf(soldBy) ?? soldByUnit(unit) ?? null),
      vatLabel: text('vatLabel'),
      group: text('group'),
      quickKey: quickKey === '' ? null : /^\d{1,3}$/u.test(quickKey) ? Number(quickKey) : undefined,
      colour: colour.trim() === '' ? null : colourOf(colour),
    });
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    const field = issue.path?.[0].key as ProductField;
    const problem = issue.type === 'max_length' ? 'too_long' : 'invalid';
    return bad(field, problem, cell(field === 'barcodes' ? (barcodes[0] ?? -1) : at(field)));
  };
}

/**
 * Tells whether a row has more cells than columns: a delimiter in a text without quotes has moved
 * the cells after it.
 */
const hasMore = (cells: readonly string[], columns: number): boolean =>
  cells.slice(columns).some((cell) => cell.trim() !== '');

const shortened = (text: string): string => {
  const line = text.trim();
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line;
};
