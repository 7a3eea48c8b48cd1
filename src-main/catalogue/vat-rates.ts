// The rates of VAT that shops here and next door write, and what programs write in their place.
import { foldLetters } from './search-words.ts';

const vatRates: ReadonlySet<number> = new Set([
  ...[0, 2.1, 3, 3.8, 4, 5, 5.5, 6, 7, 8, 8.1, 9, 10, 12, 13, 13.5, 14, 16, 17, 18, 19, 20, 21, 22],
  ...[23, 24, 25, 25.5, 27],
]);
const highestRate = 27;
const rateWord =
  /^(?:nor|int|red|ise|out|(?:taxa|taux|tipo|aliquota|iva|tva|btw) )?(?:super ?)?(?:normale?|intermedi\w*|reduzid\w*|isent\w*|standard|reduced|zero|exempt\w*|reducido|reduit\w*|ridott\w*|ordinari\w*|ermassigt\w*|voll|exento|esente|general|hoog|laag|nor|int|red|ise)(?: rated?(?: \w+)?)?$|^(?:isent|exempt|exent|esent)\w* .{1,40}$/iu;

export const isRate = (value: string): boolean =>
  rateOf(value) !== undefined || rateWord.test(foldLetters(value.trim()));

/** Returns the rate in per cent that a text such as "IVA 23%" says; undefined if it says none. */
export function rateOf(value: string): number | undefined {
  const [, number, percent] =
    /^\D{0,40}?(\d{1,2}(?:[.,]\d+)?)\s?(?:(%)\D{0,40}|\D{0,2})$/u.exec(value) ?? [];
  if (number === undefined) return undefined;
  const rate = Number(number.replace(',', '.'));
  const isRate = vatRates.has(rate) || (percent !== undefined && rate <= highestRate);
  return isRate ? rate : rateOfFraction(number);
}

/** Returns the rate of VAT in per cent that "0,23" says; undefined for every other text. */
function rateOfFraction(text: string): number | undefined {
  if (!/^0[.,]\d+$/u.test(text)) return undefined;
  const rate = Math.round(Number(text.replace(',', '.')) * 1000) / 10;
  return rate > 0 && vatRates.has(rate) ? rate : undefined;
}

/** Writes "0,23", as spreadsheets store 23 %, as people do. */
export function rateLabel(text: string): string {
  const rate = rateOfFraction(text);
  return rate === undefined ? text : `${String(rate).replace('.', ',')}%`;
}
