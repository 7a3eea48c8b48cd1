// What stands in a column of a catalogue file, as shares of its cells.
import { hasCheckDigit } from '../contract/barcodes.ts';
import { soldByUnit } from '../contract/sold-by.ts';
import { isRate } from './vat-rates.ts';
import { isAmbiguousPrice, isPrice, soldByOf } from './import-cells.ts';

const uuid = /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$|^[0-9a-f]{24,40}$/iu;
const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|^\d{1,2}:\d{2}/u;
const refusal = /^(?:n|no|0|f|false|nao|não|non|nein|falso)$/iu;
const flag =
  /^(?:y|n|t|f|yes|no|true|false|s|sim|nao|não|si|sí|oui|non|ja|nein|x|verdadeiro|falso)$/iu;

/** The beginning of a cell, in characters, is enough to tell what its column holds. */
const lookedAt = 200;

/** Returns shares from 0 to 1, and of the filled cells where nothing else is said. */
export function columnProfile(cells: readonly string[]) {
  const filled = cells.filter((cell) => cell !== '');
  const values = filled.map((cell) => cell.slice(0, lookedAt));
  const share = (test: (value: string) => boolean): number =>
    values.length === 0 ? 0 : values.filter(test).length / values.length;
  const mean = (of: (value: string) => number): number =>
    values.reduce((sum, value) => sum + of(value), 0) / (values.length || 1);
  const distinct = new Set(filled).size;
  return {
    isEmpty: values.length === 0,
    /** The share of all cells that are filled. */
    filled: cells.length === 0 ? 0 : values.length / cells.length,
    distinct: values.length === 0 ? 0 : distinct / values.length,
    /** The mean length, and the mean number of letters. */
    length: mean((value) => value.length),
    letters: mean((value) => value.replace(/\P{L}+/gu, '').length),
    blanks: share((value) => /\s/u.test(value)),
    digits: share((value) => /\d/u.test(value)),
    /** Written for a page or a program. */
    markup: share((value) => /<\/?[a-z][^>]*>|^(?:\[[[{"\]]|\{["}])/iu.test(value)),
    /** By how much prices have changed. */
    changes: share((value) => /%$|^[+-]/u.test(value)),
    links: share((value) => /^(?:https?:)?\/\/|\.(?:jpe?g|png|webp|gif)$/iu.test(value)),
    dates: share((value) => date.test(value)),
    uuids: share((value) => uuid.test(value)),
    /** True for whole numbers one after the other. */
    isRunning: isRunning(values),
    areBits: values.length > 0 && values.every((value) => /^[01]$/u.test(value)),
    isConstant: distinct === 1 && values.length >= 3,
    /** Yes and no, true and false, 1 and 0; and the half of them that says no. */
    flags: areDigitFlags(values) ? 1 : share((value) => flag.test(value)),
    refusals: share((value) => refusal.test(value)),
    zeros: share((value) => /^0+(?:[.,]0+)?$/u.test(value)),
    prices: share(isPrice),
    decimals: share((value) => isPrice(value) && /[.,]\d+\D*$/u.test(value)),
    /** Amounts with a sign of a currency, or with two decimals. */
    money: share(isMoney),
    /** Whole numbers without zeros before them, also written with decimals. */
    counts: share((value) => /^(?:0|[1-9]\d*)(?:[.,]0+)?$/u.test(value)),
    /** Rates of VAT, and what programs write in their place. */
    rates: share(isRate),
    units: share((value) => soldByUnit(value) !== undefined),
    saleKinds: share((value) => soldByOf(value) !== undefined),
    /** Numbers that can be the place of a quick key. */
    keys: share((value) => /^\d{1,3}$/u.test(value) && Number(value) >= 1 && Number(value) <= 480),
    /** Barcodes by their length and check digit; and texts that can be one of any kind. */
    barcodes: share(isBarcode),
    capitals: share((value) => /^[A-Z\d][A-Z\d./_-]{0,14}$/u.test(value)),
    codeLike: share((value) => /^[\w'="\s|/,;.+[\]-]+$/u.test(value) && /\d/u.test(value)),
  };
}

export type ColumnProfile = Readonly<ReturnType<typeof columnProfile>>;

const areDigitFlags = (values: readonly string[]): boolean =>
  values.includes('0') && values.includes('1') && values.every((value) => /^[01]$/u.test(value));

const isMoney = (value: string): boolean =>
  isPrice(value) &&
  (/\p{Sc}|EUR/iu.test(value) || (/[.,]\d\d$/u.test(value) && !isAmbiguousPrice(value)));

function isBarcode(value: string): boolean {
  if (date.test(value)) return false;
  const digits = value
    .replace(/^'/u, '')
    .replace(/[.,]0+$/u, '')
    .replaceAll(/[\s-]/gu, '');
  if (/^\d{8}$/u.test(digits)) return hasCheckDigit(digits);
  return /^\d{12,14}$/u.test(digits);
}

function isRunning(values: readonly string[]): boolean {
  if (values.length < 3 || !values.every((value) => /^\d{1,9}$/u.test(value))) return false;
  const numbers = values.map(Number).sort((one, other) => one - other);
  const gaps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
  return gaps.filter((gap) => gap === 1).length >= 0.8 * gaps.length;
}
