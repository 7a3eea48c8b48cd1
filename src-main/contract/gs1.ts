// Reads GS1 element strings, as fresh goods bear them: a trade item's number (GTIN) with its weight
// or price behind it, each after an application identifier (GS1 General Specifications, section 3).
// QR codes have the same elements as an address (GS1 Digital Link).
import { barcodeKey, hasCheckDigit } from './barcodes.ts';

/**
 * Ends an element of variable length (FNC1). It stands for the character that a scanner types as
 * Control and a bracket, and that no field shows.
 */
export const groupSeparator = '\u241d';

export interface Gs1Elements {
  /** With 14 digits; its check digit is right. */
  readonly gtin: string;
  /** The net weight in thousandths of a kilogram (310n); null if there is none. */
  readonly weight: number | null;
  /** The price in millionths (392n; 393n in euros); null if there is none. */
  readonly price: number | null;
}

/** What scanners send for it, as they are set: no element holds any of these. */
const separators = ['\u001d', ' ', '|', '~'];

/** The symbologies that carry elements; of `]` a keyboard may make nothing. */
const symbology = /^\]?(?:C1|e0|d2|Q3|J1|z3)/i;

/** The lengths behind the first two digits, where a length is fixed (figure 7.8.5-2). */
const fixedLengths: ReadonlyMap<string, number> = new Map([
  ...[['00', 18] as const, ['01', 14] as const, ['02', 14] as const, ['03', 14] as const],
  ...[['04', 16] as const, ['20', 2] as const],
  ...[11, 12, 13, 14, 15, 16, 17, 18, 19].map((ai) => [String(ai), 6] as const),
  // These have two digits more in their identifiers, and 41 has one.
  ...[31, 32, 33, 34, 35, 36].map((ai) => [String(ai), 2 + 6] as const),
  ['41', 1 + 13] as const,
]);

/** The identifiers that end with a separator or with the text, and the digits that they have. */
const variable: readonly (readonly [RegExp, number])[] = [
  [/^(?:10|2[12]|30|37|9\d)/, 2],
  [/^(?:2[345]|4[02]|71)\d/, 3],
  [/^(?:39|43|7[02]|8[012])\d\d/, 4],
];

/** The value of 393n is behind three digits of the currency. */
const euro = '978';

/**
 * Returns what the elements say, with their separators or without, as people write them, with
 * brackets, or as an address. Null for anything else, and without a trade item whose check digit is
 * right.
 */
export function readElements(text: string): Gs1Elements | null {
  const elements =
    elementsIn(separators.reduce((sum, each) => sum.replaceAll(each, groupSeparator), text)) ??
    (text.includes(' ') ? elementsIn(text.replaceAll(' ', '')) : null);
  const gtin = elements?.find(([ai]) => ai === '01')?.[1];
  if (!elements || gtin === undefined || !hasCheckDigit(gtin)) return null;
  const weight = elements.find(([ai]) => /^310[0-5]$/.test(ai));
  const price =
    elements.find(([ai]) => /^392\d$/.test(ai)) ??
    elements.find(([ai, value]) => /^393\d$/.test(ai) && value.startsWith(euro));
  return {
    gtin,
    weight: weight ? scaled(weight[1], Number(weight[0].at(-1)), 3) : null,
    price: price
      ? scaled(price[1].slice(price[0].startsWith('393') ? 3 : 0), Number(price[0].at(-1)), 6)
      : null,
  };
}

type Element = readonly [identifier: string, value: string];

/** Returns every element of the text; null if any part of it is none. */
function elementsIn(text: string): readonly Element[] | null {
  if (/^\(\d{2,4}\)/.test(text)) return inBrackets(text);
  const link = text.replace(/^\]?Q\d(?=http)/i, '');
  if (/^https?:/i.test(link)) return inAddress(link);
  const first = text.startsWith(groupSeparator) ? text.slice(groupSeparator.length) : text;
  let rest = first.replace(symbology, '');
  const hasSeparator = rest.includes(groupSeparator);
  // Fewer digits than these are a plain barcode.
  if (rest === first && !hasSeparator && !/^\d{16}/.test(rest)) return null;
  const elements: Element[] = [];
  while (rest !== '') {
    const element = firstElement(rest);
    if (!element) return null;
    const swallowed = hasSeparator ? null : swallowedBy(element);
    if (swallowed) return [...elements, ...swallowed];
    elements.push(element);
    rest = rest.slice(element[0].length + element[1].length);
    if (rest.startsWith(groupSeparator)) rest = rest.slice(groupSeparator.length);
  }
  return elements;
}

/**
 * Returns a lot or serial number and what it has swallowed, where a scanner leaves separators out:
 * if all that follows can only be dates and one weight.
 */
function swallowedBy([ai, value]: Element): readonly Element[] | null {
  if (ai !== '10' && ai !== '21') return null;
  const ways = Array.from(value, (_, at) => value.slice(at))
    .slice(1)
    .flatMap((rest) => {
      const elements =
        /^(?:(?:1[1-7](?:\d\d)(?:0\d|1[0-2])(?:[0-2]\d|3[01]))|310[0-5]\d{6})+$/.test(rest)
          ? elementsOf(rest)
          : [];
      const hasWeight = elements.filter(([each]) => each.startsWith('310')).length === 1;
      return hasWeight ? [[[ai, value.slice(0, -rest.length)] as const, ...elements]] : [];
    });
  const weights = ways.map((way) => way.find(([each]) => each.startsWith('310'))?.join(' '));
  return new Set(weights).size === 1 ? (ways[0] ?? null) : null;
}

/** Takes a text apart that is nothing but elements of fixed length. */
function elementsOf(text: string): readonly Element[] {
  const element = text === '' ? null : firstElement(text);
  if (!element) return [];
  return [element, ...elementsOf(text.slice(element[0].length + element[1].length))];
}

function inBrackets(text: string): readonly Element[] | null {
  const parts = [...text.matchAll(/\((\d{2,4})\)([^(]+)/g)];
  const whole = parts.map(([part]) => part).join('');
  const elements = parts.map(([, ai = '', value = '']): Element => [ai, value.trim()]);
  return whole === text && elements.every(isElement) ? elements : null;
}

/** The trade item in the path of an address, with pairs behind it, and its query. */
const address =
  /^https?:\/\/[^/?#\s]+(?:\/[^?#\s]*?)??\/(?:01|gtin)\/(\d{8}|\d{12,14})((?:\/[^/?#\s]+){2})*\/?(?:\?([^#\s]*))?(?:#\S*)?$/i;

/** Returns the elements of an address. What is none, such as where it leads, is passed over. */
function inAddress(text: string): readonly Element[] | null {
  const [, gtin, , query = ''] = address.exec(text) ?? [];
  if (gtin === undefined) return null;
  const elements = [...new URLSearchParams(query.replaceAll(';', '&'))].filter(isElement);
  return [['01', gtin.padStart(14, '0')], ...elements];
}

function firstElement(text: string): Element | null {
  const length = fixedLengths.get(text.slice(0, 2));
  const digits = length === undefined ? variable.find(([form]) => form.test(text))?.[1] : 2;
  if (digits === undefined) return null;
  // The digits that 31 to 36 and 41 have more are part of the identifier.
  const more = /^3[1-6]/.test(text) ? 2 : text.startsWith('41') ? 1 : 0;
  const end =
    length === undefined ? (text + groupSeparator).indexOf(groupSeparator) : digits + length;
  const element: Element = [text.slice(0, digits + more), text.slice(digits + more, end)];
  return element[0].length + element[1].length === end && isElement(element) ? element : null;
}

function isElement([ai, value]: Element): boolean {
  const length = fixedLengths.get(ai.slice(0, 2));
  if (length !== undefined) return /^\d+$/.test(value) && value.length === length - (ai.length - 2);
  // Longer ones are a price that has swallowed what follows, as no separator came behind it.
  if (ai.startsWith('39')) return /^\d{1,8}$/.test(value.slice(ai.startsWith('393') ? 3 : 0));
  return /^[!-z]{1,90}$/.test(value) && ai.length >= 2;
}

const scaled = (digits: string, decimals: number, to: number): number =>
  Math.round(Number(digits) * 10 ** (to - decimals));

/** Returns the number as shops write it: an EAN-13 or EAN-8 without the zeros before it. */
export function plainGtin(gtin: string): string {
  const digits = barcodeKey(gtin);
  const length = [8, 12, 13, 14].find((each) => digits.length <= each) ?? 14;
  return digits.padStart(length, '0');
}
