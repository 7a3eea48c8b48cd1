// The Portuguese tax number (NIF): nine digits, the last of which is a check digit.

/** The number that stands for a final consumer who gives none. */
export const finalConsumerNumber = '999999990';

/**
 * Returns whether the text is nine digits of which the last is right: weights 9 to 2, modulo 11,
 * where 10 and 11 count as 0.
 */
export function isTaxNumber(text: string): boolean {
  if (!/^[1-9]\d{8}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const sum = digits.slice(0, 8).reduce((total, digit, index) => total + digit * (9 - index), 0);
  const check = 11 - (sum % 11);
  return digits[8] === (check >= 10 ? 0 : check);
}

/** Two letters before a number, and the country that they stand for; some are not its code. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ...'AD AO AT AU BE BG BR CA CH CN CV CY CZ DE DK EE ES FI FR GB GR GW HR HU IE IN IT JP LI LT LU'
    .concat(' LV MA MC MT MX MZ NL NO PL RO SE SI SK SM ST TL TR UA US ZA')
    .split(' ')
    .map((code) => [code, code] as const),
  ['EL', 'GR'],
  ['XI', 'GB'],
]);

/** No more than a service's field is sure to hold. */
export const longestTaxNumber = 20;

const blanks = /[\s\p{Cf}\p{Cc}]/gu;
/** Letters, digits and what groups them, with at least four digits. */
const foreignForm = /^(?=(?:.*\d){4})[A-Z\d][A-Z\d./&+*-]{3,19}$/i;
const portugueseForm = /^(?:PT.*|\d{9})$/i;

export type ReadTaxNumber =
  | { readonly kind: 'none' | 'wrong' }
  | { readonly kind: 'portuguese'; readonly number: string }
  /** To be confirmed by a person. `country`: its ISO code, if the number begins with one. */
  | { readonly kind: 'foreign'; readonly number: string; readonly country: string | null };

/** Reads a tax number as people write it: with the country, blanks, dots or dashes. */
export function readTaxNumber(typed: string): ReadTaxNumber {
  const number = typed
    .normalize('NFKC')
    .replace(blanks, '')
    .replace(/\p{Pd}/gu, '-');
  if (number === '') return { kind: 'none' };
  const plain = number.replace(/[.-]/g, '');
  if (portugueseForm.test(plain)) {
    const digits = plain.replace(/^PT/i, '');
    return isTaxNumber(digits) ? { kind: 'portuguese', number: digits } : { kind: 'wrong' };
  }
  if (!foreignForm.test(number)) return { kind: 'wrong' };
  const country = prefixes.get(number.slice(0, 2).toUpperCase()) ?? null;
  return { kind: 'foreign', number, country };
}

/** Returns whether a document may bear it: a Portuguese one that is right, or a foreign one. */
export function isUsableTaxNumber(text: string): boolean {
  const read = readTaxNumber(text);
  return (read.kind === 'portuguese' || read.kind === 'foreign') && read.number === text;
}

/**
 * Returns a number of the service as it can be compared, and typed in a sale, if it is one: without
 * blanks and Portugal's prefix. Empty for the final consumer's.
 */
export function plainTaxNumber(text: string): string {
  const read = readTaxNumber(text);
  const number =
    'number' in read ? read.number : text.replace(blanks, '').replace(/^PT(?=\d{9}$)/i, '');
  return number === finalConsumerNumber ? '' : number.toUpperCase();
}
