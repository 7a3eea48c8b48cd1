// Finds the fields of the lines that name what was sold, by their own names and by what they hold.
// A name is text, is not the code, and differs from one product to the next.
import type { JsonObject } from './json-object.ts';
import { descriptionNames, lineSubjects, notDescribing, productNames } from './lenient-names.ts';
import { byPlace, distanceIn, keyIn, valueAt, type Column } from './lenient-rows.ts';

/** How many columns are tried that are not named like a description. */
const maxCandidates = 12;
/** How much of a text is read to tell whether it is a name. */
const sampleLength = 200;

export interface Descriptions {
  /** The columns of descriptions; those that tell most come first. */
  readonly columns: readonly Column[];
  /** The column among them that only its content revealed; null if there is none. */
  readonly guessed: Column | null;
}

export function findDescriptions(
  own: readonly Column[],
  code: readonly Column[],
  rows: readonly JsonObject[],
): Descriptions {
  const isCode = new Set(code);
  const others = own.filter((column) => !isCode.has(column));
  const byName = notOfDocument(byPlace(others, placeOf)).slice(0, maxCandidates);
  const codes = rows.map((row) => firstOf(row, code));
  const telling = byName.filter((column) => isTelling(textsOf(column, rows), codes));
  const rest = byName.filter((column) => !telling.includes(column));
  const guessed = telling.length > 0 ? null : foundByContent(others, codes, rows);
  return { columns: [...telling, ...(guessed ? [guessed] : []), ...rest], guessed };
}

/** Returns the column's place among the names of descriptions; undefined if it has none of them. */
function placeOf(column: Column): number | undefined {
  const isOfProduct = column.inner === null ? 0 : 0.5;
  if (column.inner === null && column.field === 'description') return -1;
  const place = descriptionNames.get(keyIn(column, lineSubjects));
  if (place !== undefined) return place + isOfProduct + distanceIn(column) * descriptionNames.size;
  const isProduct = column.inner === null && productNames.has(column.words.join(''));
  return isProduct ? 2 * descriptionNames.size : undefined;
}

/** Leaves out what the document is called, unless nothing else is called anything. */
function notOfDocument(columns: readonly Column[]): readonly Column[] {
  const others = columns.filter((column) => distanceIn(column) < 2);
  return others.length > 0 ? others : columns;
}

function firstOf(row: JsonObject, columns: readonly Column[]): string {
  for (const column of columns) {
    const value = valueAt(row, column);
    if (value !== null) return sample(value);
  }
  return '';
}

const sample = (value: string | number): string => String(value).slice(0, sampleLength).trim();

const textsOf = (column: Column, rows: readonly JsonObject[]): readonly string[] =>
  rows.map((row) => {
    const value = valueAt(row, column);
    return typeof value === 'string' ? sample(value) : '';
  });

/** Returns whether the texts differ from the codes, and from each other as the products do. */
function isTelling(texts: readonly string[], codes: readonly string[]): boolean {
  const givenTexts = texts.filter((text) => text !== '');
  const isOther = texts.some((text, row) => text !== '' && text !== codes[row]);
  const products = new Set(codes.filter((_, row) => texts[row] !== ''));
  return isOther && (products.size < 2 || new Set(givenTexts).size > 1);
}

/** Returns the column whose texts differ most from line to line; null if two are equal in that. */
function foundByContent(
  columns: readonly Column[],
  codes: readonly string[],
  rows: readonly JsonObject[],
): Column | null {
  const candidates = columns
    .filter(({ inner, words }) => inner === null && !words.some((word) => notDescribing.has(word)))
    .map((column) => ({ column, texts: textsOf(column, rows) }))
    .filter(({ texts }) => isOfNames(texts) && isTelling(texts, codes))
    .slice(0, maxCandidates)
    .map(({ column, texts }) => ({ column, different: new Set(texts).size }))
    .sort((a, b) => b.different - a.different);
  const [first, second] = candidates;
  return first && first.different !== second?.different ? first.column : null;
}

/** Returns whether the texts are words, and not numbers, dates, addresses or keys of a database. */
function isOfNames(texts: readonly string[]): boolean {
  const givenTexts = texts.filter((text) => text !== '');
  return givenTexts.length * 2 >= texts.length && givenTexts.length > 0 && givenTexts.every(isName);
}

const isName = (text: string): boolean =>
  /\p{L}{2}/u.test(text) &&
  !/^\d{4}-\d{2}-\d{2}/.test(text) &&
  !/^[a-z]+:\/\//i.test(text) &&
  !/^[\da-f-]{16,}$/i.test(text);
