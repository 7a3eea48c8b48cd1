// Reads one row of a catalogue file that is imported: a product, or the reason why it is none.
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import * as v from 'valibot';
import {
  barcodeSchema,
  mostBarcodes,
  mostColumns,
  productFields,
  productSchema,
  type BadRow,
  type ColumnField,
  type Product,
  type ProductField,
  type Reading,
  type Remark,
} from '../contract/catalogue.ts';
import { longestCode } from '../contract/cart.ts';
import { foldText } from '../contract/fold-text.ts';
import { soldByUnit } from '../contract/sold-by.ts';
import { isShortenedNumber, textOf } from '../csv/cells.ts';
import {
  codeOf,
  colourOf,
  isAmbiguousPrice,
  isOtherCurrency,
  isPrice,
  isRoundedPrice,
  isSum,
  lineOf,
  plainLineOf,
  priceOf,
  readBarcodes,
  repairedBarcode,
  soldByOf,
  unitOfPrice,
  type ReadBarcodes,
} from './import-cells.ts';
import { isSold } from './sold-words.ts';
import { rateLabel } from './vat-rates.ts';
import { wordsOf } from './search-words.ts';
import type { CsvRecord } from './import-csv.ts';
import { newMarks, type PriceMarks } from './import-doubts.ts';

const longestText = 120;
/** A name or a unit with more characters is none, whatever it says. */
const longestValue = 1000;
const replacement = '\uFFFD';

/** Returns whether no cell holds more than DOS's end of a file, or a line names the separator. */
export function isBlank({ line, cells, raw }: CsvRecord): boolean {
  if (cells?.every((cell) => cell.replace('\x1A', '').trim() === '')) return true;
  return line === 1 && raw.length < 10 && separatorLine.test(raw.toString());
}

const separatorLine = /^sep=.\s*$/iu;

/** Returns the separator that a first line such as `sep=;` tells. */
export const toldSeparator = (start: Buffer): string | undefined =>
  /^\uFEFF?sep=(.)[\r\n]/iu.exec(start.toString('utf8', 0, 20))?.[1];

export const isBadRow = (outcome: Product | BadRow): outcome is BadRow => 'problem' in outcome;

interface RowOptions {
  readonly marks?: PriceMarks;
  readonly onRemark?: (remark: Remark) => void;
}

/** What the reader needs of a reading. */
export type RowReading = Pick<Reading, 'columns' | 'decimalMark' | 'delimiter'>;

/** The name of what has only one variant, as other programs write it. */
const onlyVariant: ReadonlySet<string> = new Set(['default title', 'default', 'regular']);

/**
 * Reads rows in order, whose columns hold what `columns` says. If several columns hold one
 * field, the first counts, except for those of `severalMayHold`. A variant whose name is empty
 * has that of the row above. A product without a code is known by its first barcode; where no
 * column has codes, by one that is made of its name. Returns null for a row without code, name
 * and price. A value that a product can do without never costs the product.
 */
export function rowReader(
  { columns, decimalMark, delimiter }: RowReading,
  { marks = newMarks(), onRemark = () => undefined }: RowOptions = {},
): (record: CsvRecord) => Product | BadRow | null {
  const at = (field: ColumnField): number => columns.indexOf(field);
  const allAt = (field: ColumnField): readonly number[] =>
    columns.flatMap((fieldOfColumn, index) => (fieldOfColumn === field ? [index] : []));
  const [code, nameAt, unitPrice] = [at('code'), at('description'), at('unitPrice')];
  const barcodes = allAt('barcodes');
  const variants = allAt('variant');
  const optional = optionalFields.map((field) => [field, at(field)] as const);
  const sayingSold = (['active', 'inactive'] as const).flatMap((field) =>
    allAt(field).map((index) => ({ field, index })),
  );
  const needed = 1 + Math.max(code, nameAt, unitPrice);
  const isCut = columns.length >= mostColumns;
  // What the till itself has written is taken as it stands.
  const isOwn = productFields.every((field, index) => columns[index] === field);
  const textIn = isOwn ? lineOf : plainLineOf;
  let nameAbove = '';
  /** The row that the name is from. */
  let rowAbove: CsvRecord | undefined;

  return (record) => {
    const { line, cells, raw, withoutValue = [], numbers = [] } = record;
    const bad = (
      field: BadRow['field'],
      problem: BadRow['problem'],
      text: string | undefined,
    ): BadRow => ({ line, field, problem, text: shortened(text ?? raw.toString()) });
    const remark = (field: Remark['field'], problem: Remark['problem'], text: string): void =>
      onRemark({ line, field, problem, text: shortened(text) });

    if (!cells || cells.length < needed || (!isCut && hasMore(cells, columns.length))) {
      return bad(null, 'unreadable', cells?.join(delimiter));
    }
    if (cells.some((cell) => cell.includes(replacement)) && !isUtf8(raw)) {
      return bad(null, 'unreadable', cells.join(delimiter));
    }
    const cell = (index: number): string => cells[index] ?? '';
    if ([code, nameAt, unitPrice].every((index) => cell(index).trim() === '')) {
      remark(null, 'passed_over', cells.join(delimiter));
      return null;
    }
    const ownName = textIn(cell(nameAt));
    const variant = variants.map((index) => textIn(cell(index))).filter(Boolean);
    const isVariant = ownName === '' && variant.length > 0 && nameAbove !== '';
    if (ownName !== '') [nameAbove, rowAbove] = [ownName, record];
    const name = isVariant ? nameAbove : ownName;
    /** A variant leaves empty what is the same for all of them. */
    const sharedCell = (index: number): string =>
      (cell(index).trim() === '' && isVariant && valueAt(rowAbove, index)) || cell(index);
    const notSold = sayingSold
      .map(({ field, index }) => ({ field, text: sharedCell(index) }))
      .find(({ field, text }) => isSold(text, field) === false);
    if (notSold) return bad(null, 'not_sold', notSold.text);
    const read = readAllBarcodes(barcodes, cell, withoutValue);
    // What has no code of the shop's is known by its barcode.
    const [firstBarcode] = cell(code).trim() === '' ? read.barcodes : [];
    const others = read.barcodes.filter((each) => each !== firstBarcode);
    // A heading or a sum has no price: it is not said to want a name.
    for (const [field, index] of [
      ['code', code],
      ['unitPrice', unitPrice],
      ['description', nameAt],
    ] as const) {
      if (withoutValue.includes(index)) return bad(field, 'no_value', cell(index));
      if (field === 'code' && (firstBarcode !== undefined || index < 0)) continue;
      if ((field === 'description' ? name : textOf(cell(index))) === '') {
        return bad(field, 'missing', '');
      }
    }
    const isLost = isShortenedNumber(cell(code)) && typeof repairedBarcode(cell(code)) !== 'string';
    const codeOrName = code < 0 && firstBarcode === undefined ? name : cell(code);
    if (isLost || (!isOwn && isSum(codeOrName))) return bad('code', 'invalid', codeOrName);
    const price = cell(unitPrice);
    const isOpen = isAmbiguousPrice(price) && !numbers.includes(unitPrice);
    if (isOpen) {
      if (decimalMark === null || marks.areBoth) return bad('unitPrice', 'ambiguous', price);
      marks.ambiguous += 1;
    }

    const pricedUnit = unitOfPrice(price) ?? '';
    const unit = textOf(sharedCell(at('unit'))) || pricedUnit;
    // The price of a kilo is none of a piece, nor of a gram.
    if (pricedUnit !== '' && !isSameUnit(unit, pricedUnit))
      return bad('unitPrice', 'invalid', price);
    // A column of its own counts, even if it is empty. If it says something else, such as who
    // sells the product, it does not count.
    const soldByText = at('soldBy') >= 0 ? textOf(sharedCell(at('soldBy'))) : null;
    const soldBy =
      soldByText === ''
        ? null
        : (soldByOf(soldByText ?? '') ?? soldByUnit(unit.slice(0, longestValue)) ?? null);
    const description = withVariant(name, variant);
    const values: Record<string, unknown> = {
      soldBy,
      code: firstBarcode ?? (code < 0 ? codeOfName(description) : repairedCode(cell(code))),
      description,
      barcodes: others,
      unitPrice: priceWith(price, decimalMark),
    };
    for (const [field, index] of optional) {
      const text = isShared(field) ? sharedCell(index) : cell(index);
      values[field] = withoutValue.includes(index) ? undefined : optionalValue(field, text, isOwn);
    }
    if (values.unit === '') values.unit = pricedUnit;

    let parsed = v.safeParse(productSchema, values);
    const unusable: [ProductField, string][] = [];
    if (!parsed.success) {
      const faulty = new Set(parsed.issues.map(({ path }) => path?.[0].key));
      if (faulty.has('barcodes')) {
        const usable = others.filter((each) => v.is(barcodeSchema, each)).slice(0, mostBarcodes);
        values.barcodes = usable;
        for (const text of new Set(others)) {
          if (!usable.includes(text)) unusable.push(['barcodes', text]);
        }
      }
      for (const field of optionalFields) {
        if (!faulty.has(field)) continue;
        values[field] = emptyValues[field];
        unusable.push([field, cell(at(field))]);
      }
      if (unusable.length > 0) parsed = v.safeParse(productSchema, values);
    }
    if (parsed.success) {
      for (const text of read.repaired) remark('barcodes', 'repaired', text);
      for (const text of read.lost) remark('barcodes', 'digits_lost', text);
      for (const text of read.withoutValue) remark('barcodes', 'left_empty', text);
      for (const [field, text] of unusable) remark(field, 'left_empty', text);
      if (marks.otherCurrency === '' && isOtherCurrency(price))
        marks.otherCurrency = shortened(price);
      if (isRoundedPrice(price)) remark('unitPrice', 'rounded', price);
      if (firstBarcode !== undefined) remark('code', 'code_from_barcode', firstBarcode);
      else if (code < 0) remark('code', 'code_from_name', parsed.output.code);
      if (isVariant) remark('description', 'name_above', nameAbove);
      return parsed.output;
    }
    if (decimalMark !== null && priceOf(price, decimalMark) === undefined && isPrice(price)) {
      marks.others += 1;
      if (marks.ambiguous === 0) marks.areBoth = true;
    }
    const [issue] = parsed.issues;
    const field = issue.path?.[0].key as ProductField;
    const problem = issue.type === 'max_length' ? 'too_long' : 'invalid';
    return bad(field, problem, field === 'description' ? name : cell(at(field)));
  };
}

/** What a product can do without, beside its barcodes. */
const optionalFields = ['unit', 'vatLabel', 'group', 'quickKey', 'colour'] as const;
type OptionalField = (typeof optionalFields)[number];
const isShared = (field: OptionalField): boolean => field !== 'quickKey' && field !== 'colour';
const emptyValues = { unit: '', vatLabel: '', group: '', quickKey: null, colour: null };

/** Returns undefined for what is no number of a key, and no colour. */
function optionalValue(field: OptionalField, cell: string, isOwn: boolean): unknown {
  const text = isOwn ? lineOf(cell) : plainLineOf(cell);
  if (text === '') return emptyValues[field];
  switch (field) {
    case 'quickKey':
      return keyOf(text);
    case 'colour':
      return colourOf(cell);
    case 'vatLabel':
      return isOwn ? text : rateLabel(text);
    default:
      return text;
  }
}

/** Returns the cell of a row; empty if it has none there, or an error. */
const valueAt = (record: CsvRecord | undefined, index: number): string =>
  record?.withoutValue?.includes(index) ? '' : (record?.cells?.[index] ?? '');

function isSameUnit(one: string, other: string): boolean {
  const [kind, otherKind] = [one, other].map(soldByUnit);
  const [word, otherWord] = [one, other].map((each) =>
    foldText(each)
      .replace(/^(?:k|q)\w+/u, 'kg')
      .replace(/\.$/u, ''),
  );
  return kind === otherKind && (kind === 'piece' || word === otherWord);
}

const keyOf = (text: string): number | undefined =>
  /^\d{1,3}$/u.test(text) ? Number(text) : undefined;

interface AllBarcodes extends ReadBarcodes {
  /** What stands in cells that have no value. */
  readonly withoutValue: readonly string[];
}

function readAllBarcodes(
  columns: readonly number[],
  cell: (index: number) => string,
  without: readonly number[],
): AllBarcodes {
  const withoutValue = columns.filter((index) => without.includes(index)).map(cell);
  const all = columns
    .filter((index) => !without.includes(index))
    .map(cell)
    .map(readBarcodes);
  const [only] = all;
  if (only && all.length === 1 && only.barcodes.length < 2) return { ...only, withoutValue };
  return {
    barcodes: [...new Set(all.flatMap(({ barcodes }) => barcodes))],
    repaired: all.flatMap(({ repaired }) => repaired),
    lost: all.flatMap(({ lost }) => lost),
    withoutValue,
  };
}

/**
 * Returns a code for a product that the list gives none: "Café expresso" is CAFE-EXPRESSO. The end
 * of a long name, which may tell it from others, becomes eight digits.
 */
function codeOfName(name: string): string {
  const words =
    foldText(name)
      .toUpperCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const code = words.join('-');
  if (code.length <= longestCode) return code;
  return `${code.slice(0, longestCode - 9)}-${hash('sha256', code).slice(0, 8).toUpperCase()}`;
}

function repairedCode(cell: string): string {
  const repaired = isShortenedNumber(cell) ? repairedBarcode(cell) : undefined;
  return repaired ?? codeOf(cell);
}

function priceWith(cell: string, decimalMark: Reading['decimalMark']): number | undefined {
  if (decimalMark !== null) return priceOf(cell, decimalMark);
  return priceOf(cell, ',') ?? priceOf(cell, '.');
}

/** Adds what the name does not say already. */
function withVariant(name: string, variants: readonly string[]): string {
  if (variants.length === 0) return name;
  const all = [name, ...variants];
  if (all.some((each) => each.length > longestValue)) return all.join(' ');
  const known = new Set(wordsOf(foldText(name)));
  const added = variants.filter((each) => {
    const word = foldText(each);
    const parts = wordsOf(word);
    const isNew = !onlyVariant.has(word) && !parts.every((part) => known.has(part));
    if (isNew) for (const part of parts) known.add(part);
    return isNew;
  });
  return [name, ...added].join(' ');
}

/** Returns whether a row has more cells than columns, moved by a delimiter in an unquoted text. */
const hasMore = (cells: readonly string[], columns: number): boolean =>
  cells.slice(columns).some((cell) => cell.trim() !== '');

const shortened = (text: string): string => {
  const line = text.trim();
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line;
};
