// Recognises a document's lines by the names of their fields, by what these hold, and by whether
// the numbers agree with each other. If they do not, a number is left out rather than guessed.
import type { DocumentLine } from '../contract/documents.ts';
import {
  lineTotalCents,
  quantitySchema,
  unitPriceSchema,
  type QuantityThousandths,
  type UnitPriceMicros,
} from '../contract/money.ts';
import type { JsonObject } from './json-object.ts';
import { findDescriptions, type Descriptions } from './lenient-descriptions.ts';
import {
  codeNames,
  discountNames,
  lineRateNames,
  lineSubjects,
  lineTotalNames,
  priceNames,
  productNames,
  quantityNames,
  unitPriceNames,
  valueNames,
} from './lenient-names.ts';
import { distanceIn, keyIn, valueAt, type Column, type Table } from './lenient-rows.ts';
import { takeFirst, takeSame, type ShownFields } from './lenient-fields.ts';
import { amountOf, scaled, shortText, textOf } from './lenient-values.ts';

/** How many fields of one meaning are read: more would say nothing more. */
const maxOfAKind = 8;
/** How many rows are read to tell what a column holds. */
const sampleRows = 100;

interface LineColumns {
  readonly code: readonly Column[];
  readonly description: Descriptions;
  readonly quantity: readonly Column[];
  readonly unitPrice: readonly Column[];
  readonly total: readonly Column[];
  readonly discount: readonly Column[];
  readonly rate: readonly Column[];
}

const toQuantity = scaled(quantitySchema, 3);
/** Reads a quantity that is below zero, without its sign. */
const toBackQuantity = (value: unknown): QuantityThousandths | null => {
  const text = textOf(value) ?? '';
  return text.startsWith('-') ? toQuantity(text.slice(1)) : null;
};
const toUnitPrice = scaled(unitPriceSchema, 6);
const isNamed = (field: string) => (column: Column) =>
  column.inner === null && column.field === field;

/** Returns whether the column belongs to the line itself, or to the product that the line holds. */
export const isOfLine = ({ inner, parentWords }: Column): boolean =>
  inner === null || parentWords.every((word) => lineSubjects.has(word));

const named = (
  columns: readonly Column[],
  names: ReadonlySet<string> | ReadonlyMap<string, number>,
): readonly Column[] =>
  columns.filter((column) => names.has(keyIn(column, lineSubjects))).slice(0, maxOfAKind);

/** Returns whether the rows have a quantity, and something that it is a quantity of. */
export function fitsLines(table: Table): boolean {
  const { code, description, quantity, unitPrice } = columnsOf(table);
  return quantity.length > 0 && code.length + description.columns.length + unitPrice.length > 0;
}

/** Reads one line for each row; what cannot be recognised is empty or null. */
export function readLines(
  table: Table,
  documentRates: readonly number[],
  shownFields: ShownFields,
): DocumentLine[] {
  const columns = columnsOf(table);
  return table.rows.map((row) => {
    const code = takeFirst(row, columns.code, shortText, shownFields) ?? '';
    const quantity = takeSame(row, columns.quantity, toQuantity, shownFields);
    // It has no place on the screen, so it is shown among the others too.
    const backQuantity = quantity === null ? takeSame(row, columns.quantity, toBackQuantity) : null;
    return {
      code,
      ...takeDescription(row, columns.description, code, shownFields),
      quantity,
      ...(backQuantity !== null && { backQuantity }),
      unitPrice: agrees(row, columns, quantity, documentRates)
        ? takeSame(row, columns.unitPrice, toUnitPrice, shownFields)
        : null,
    };
  });
}

function columnsOf(table: Table): LineColumns {
  const own = table.columns.filter(isOfLine);
  const code = codeColumns(own, table);
  const quantity = own.filter(isNamed('base_qty'));
  return {
    code,
    description: findDescriptions(own, code, table.rows.slice(0, sampleRows)),
    quantity: quantity.length > 0 ? quantity : named(own, quantityNames),
    unitPrice: unitPriceColumns(own, table),
    total: named(own, lineTotalNames),
    discount: named(own, discountNames),
    rate: named(table.columns, lineRateNames),
  };
}

/** Returns the columns of codes; one named after the product counts if its values look so. */
function codeColumns(own: readonly Column[], { rows }: Table): readonly Column[] {
  const codes = [...named(own, codeNames)].sort((a, b) => placeOf(a) - placeOf(b));
  const ofProduct = codes.filter((column) => distanceIn(column) === 0);
  if (ofProduct.length > 0) return ofProduct;
  const products = own.filter((column) => column.inner === null && isProduct(column));
  if (products.length !== 1) return codes;
  const values = rows
    .slice(0, sampleRows)
    .flatMap((row) =>
      products.map((column) => textOf(valueAt(row, column)) ?? '').filter((text) => text !== ''),
    );
  return values.every((text) => /^[\p{Lu}\d._/-]{1,60}$/u.test(text)) ? products : codes;
}

const placeOf = (column: Column): number => {
  if (column.inner === null && column.field === 'code') return -1;
  const isInner = column.inner !== null;
  return (
    (codeNames.get(keyIn(column, lineSubjects)) ?? 0) +
    (isInner ? 0.5 : 0) +
    distanceIn(column) * codeNames.size
  );
};

const isProduct = ({ words }: Column): boolean => productNames.has(words.join(''));

/**
 * Returns the columns with the clearest names. A column that may hold the amount of a whole line
 * counts only if quantity and total show that it holds the price of one unit.
 */
function unitPriceColumns(own: readonly Column[], { rows }: Table): readonly Column[] {
  const documented = own.filter(isNamed('line_unit_value'));
  if (documented.length > 0) return documented;
  const clear = [named(own, unitPriceNames), named(own, priceNames)].find(({ length }) => length);
  if (clear) return clear;
  const values = named(own, valueNames);
  const quantities = named(own, quantityNames);
  const totals = named(own, lineTotalNames);
  return values.filter((value) =>
    rows.every((row) => comesToTotal(row, value, quantities, totals)),
  );
}

function comesToTotal(
  row: JsonObject,
  value: Column,
  quantities: readonly Column[],
  totals: readonly Column[],
): boolean {
  const quantity = takeSame(row, quantities, toQuantity);
  const total = takeSame(row, totals, amountOf);
  const price = toUnitPrice(valueAt(row, value));
  if (quantity === null || total === null || price === null) return false;
  return isNear(lineTotalCents(quantity, price), total, quantity);
}

/**
 * Returns whether quantity × price comes to the total that the line shows, with its discount and
 * its tax if it has any. Names that the API document gives are believed.
 */
function agrees(
  row: JsonObject,
  { unitPrice, total, discount, rate }: LineColumns,
  quantity: QuantityThousandths | null,
  documentRates: readonly number[],
): boolean {
  if (unitPrice.some(isNamed('line_unit_value'))) return true;
  const price = takeSame(row, unitPrice, toUnitPrice);
  const totals = total
    .map((column) => amountOf(valueAt(row, column)))
    .filter((each) => each !== null);
  if (quantity === null || price === null || totals.length === 0) return true;
  const rates = [...numbersIn(row, rate), ...documentRates];
  const discounts = numbersIn(row, discount);
  return totals.some((each) => explains(each, quantity, price, rates, discounts));
}

const numbersIn = (row: JsonObject, columns: readonly Column[]): readonly number[] =>
  columns.map((column) => Number(valueAt(row, column) ?? 0)).filter((value) => value > 0);

function explains(
  totalCents: number,
  quantity: QuantityThousandths,
  price: UnitPriceMicros,
  rates: readonly number[],
  discounts: readonly number[],
): boolean {
  const whole = lineTotalCents(quantity, price);
  const afterDiscounts = [
    whole,
    ...discounts.flatMap((discount) => [
      whole * (1 - Math.min(discount, 100) / 100),
      whole - discount * 100,
    ]),
    discounts.reduce((left, discount) => left * (1 - Math.min(discount, 100) / 100), whole),
  ];
  return afterDiscounts.some((amount) =>
    [0, ...rates].some(
      (rate) =>
        isNear(amount * (1 + rate / 100), totalCents, quantity) ||
        isNear(amount / (1 + rate / 100), totalCents, quantity),
    ),
  );
}

/** Allows for unit prices that were rounded to cents before they were shown. */
function isNear(amountCents: number, totalCents: number, quantity: QuantityThousandths): boolean {
  const tolerance = Math.min(1 + quantity / 2000, 1 + Math.abs(totalCents) / 50);
  return Math.abs(amountCents - totalCents) <= tolerance;
}

/**
 * Takes the description, which must not just repeat the code. A guessed one is also shown among the
 * others, under its own name.
 */
function takeDescription(
  row: JsonObject,
  { columns, guessed }: Descriptions,
  code: string,
  shownFields: ShownFields,
): Pick<DocumentLine, 'description' | 'isNameGuessed'> {
  const first = columns.find((column) => {
    const value = valueAt(row, column);
    return value !== null && textOf(value) !== code;
  });
  if (!first) return { description: '' };
  return first === guessed
    ? { description: takeSame(row, [first], shortText) ?? '', isNameGuessed: true }
    : { description: takeSame(row, [first], shortText, shownFields) ?? '' };
}
