// What a barcode's text says by itself: its check digit, its other spelling, and a weight or price
// that the shop's own scales have printed into it.
import * as v from 'valibot';

/** A rule for the shop's own EAN-13 codes: `27` + 5 digits of item + 5 of value + check digit. */
export const inStoreRuleSchema = v.strictObject({
  /** Begins the code: 2, with up to two more digits, or 02. No manufacturer has these. */
  prefix: v.pipe(v.string(), v.regex(/^(2\d{0,2}|02)$/)),
  /** How many digits after the prefix name the product: its code or barcode, zeros or not. */
  itemDigits: v.pipe(v.number(), v.safeInteger(), v.minValue(3), v.maxValue(7)),
  /**
   * What the digits between the item and the check digit hold. All of them are the value: a check
   * digit of its own would count to it. The price of weighed goods also tells their weight; the
   * price of a piece does not.
   */
  value: v.picklist(['weight', 'price', 'piecePrice']),
  /** How many of the value's digits are decimals: 3 for grams of a kilogram, 2 for cents. */
  decimals: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(3)),
});
export type InStoreRule = v.InferOutput<typeof inStoreRuleSchema>;

/** Returns whether the last digit checks the others: every second from the right counts thrice. */
export function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Returns the digits followed by the check digit that they need. */
export function withCheckDigit(digits: string): string {
  const checkDigit = Array.from('0123456789').find((digit) => hasCheckDigit(digits + digit)) ?? '';
  return digits + checkDigit;
}

/**
 * Returns whether the text looks like an EAN-13, EAN-8 or UPC-A, but lacks its check digit. Eight
 * digits that begin with 0 or 1 may be a UPC-E, whose check digit is that of its longer form.
 */
export const hasWrongCheckDigit = (text: string): boolean =>
  looksChecked.test(text) && !hasCheckDigit(text);

const looksChecked = /^([2-9]\d{7}|\d{12,13})$/;

/**
 * Returns one key for a number with leading zeros and without them, such as the GTIN-8, -12, -13
 * and -14 of one good. The GTIN-14 of a case begins with another digit, and is another barcode.
 */
export const barcodeKey = (text: string): string =>
  /^\d+$/.test(text) ? text.replace(/^0+(?=.)/, '') : text;

/** The longest barcode that is printed with leading zeros: that of a case, with 14 digits. */
const mostDigits = 14;

/** Returns a number with leading zeros and without; nothing for a text that is no number. */
export function digitSpellings(text: string): readonly string[] {
  if (!/^\d+$/.test(text)) return [];
  const digits = barcodeKey(text);
  const more = Math.max(0, mostDigits - digits.length);
  return Array.from({ length: more + 1 }, (_, zeros) => '0'.repeat(zeros) + digits);
}

/** What a scanned text says by itself. */
export interface ReadBarcode {
  /** The text looks like an EAN-13, EAN-8 or UPC-A, but lacks its check digit. */
  readonly isMisread: boolean;
  /** Null if no rule reads it as a code of the shop's own scales. */
  readonly inStore: InStore | null;
  /** The rule that nearly reads it; null if a rule does, or none nearly. */
  readonly near: NearRule | null;
}

export interface InStore {
  readonly prefix: string;
  /** The item's digits, with and without leading zeros: a barcode or a code. */
  readonly items: readonly string[];
  /** The label as catalogues have it: with zeros for the value. */
  readonly labels: readonly string[];
  readonly value: InStoreRule['value'];
  /**
   * The weight in thousandths of the unit, or the price in millionths of the currency. It may be
   * zero, or more than a till can sell.
   */
  readonly amount: number;
}

/** Why a rule does not sell a label that it reads, or nearly reads. */
export type NearRule = { readonly prefix: string } &
  /** The label begins as the rule says, and has so many digits instead of 13. */
  (
    | { readonly differs: 'length'; readonly digits: number }
    /** The label begins with these two digits, as no rule says. */
    | { readonly differs: 'prefix'; readonly begins: string }
    /** The catalogue has no such item. */
    | { readonly differs: 'item'; readonly item: string }
    /** The weight or price is more than a till can sell. */
    | { readonly differs: 'amount' }
  );

const valueDecimals = { weight: 3, price: 6, piecePrice: 6 } as const;

export function readBarcode(text: string, rules: readonly InStoreRule[]): ReadBarcode {
  const label = labelIn(text);
  const rule = label === null ? undefined : ruleFor(label, rules);
  const inStore = label !== null && rule ? readInStore(label, rule) : null;
  const near = inStore ? null : nearRule(text, label, rules);
  const isMisread = inStore === null && near === null && hasWrongCheckDigit(text);
  return { isMisread, inStore, near };
}

/** Returns the 13 digits of a label with its right check digit; null for any other text. */
function labelIn(text: string): string | null {
  if (!/^\d{12,14}$/.test(text) || !hasCheckDigit(text)) return null;
  const label = barcodeKey(text).padStart(13, '0');
  return /^(2|02)\d*$/.test(label) && label.length === 13 ? label : null;
}

const ruleFor = (label: string, rules: readonly InStoreRule[]): InStoreRule | undefined =>
  rules
    .filter(({ prefix }) => label.startsWith(prefix))
    .toSorted((one, other) => other.prefix.length - one.prefix.length)[0];

/** Lengths that a label has if its scanner or its scale leaves digits out, or adds some. */
const nearLengths = /^\d{10,12}$|^\d{14,16}$/;

function nearRule(
  text: string,
  label: string | null,
  rules: readonly InStoreRule[],
): NearRule | null {
  // A case has 14 digits, and may begin with 2.
  const isCase = text.length === 14 && hasCheckDigit(text);
  const shorter = nearLengths.test(text) && !isCase ? ruleFor(text, rules) : undefined;
  if (shorter) return { prefix: shorter.prefix, differs: 'length', digits: text.length };
  const nearest = label === null ? undefined : nearestPrefix(label, rules);
  if (label === null || nearest === undefined) return null;
  return { prefix: nearest, differs: 'prefix', begins: label.slice(0, 2) };
}

/** Returns the prefix that shares the most digits with the label's beginning. */
function nearestPrefix(label: string, rules: readonly InStoreRule[]): string | undefined {
  const shared = (prefix: string) =>
    Array.from(prefix).findIndex((digit, at) => label[at] !== digit);
  return rules.map(({ prefix }) => prefix).toSorted((one, other) => shared(other) - shared(one))[0];
}

function readInStore(text: string, { prefix, itemDigits, value, decimals }: InStoreRule): InStore {
  const valueFrom = prefix.length + itemDigits;
  const item = text.slice(prefix.length, valueFrom);
  const zeros = text.slice(0, valueFrom).padEnd(12, '0');
  return {
    prefix,
    items: [...new Set([item, barcodeKey(item)])],
    labels: [withCheckDigit(zeros), `${zeros}0`, zeros],
    value,
    amount: Number(text.slice(valueFrom, -1)) * 10 ** (valueDecimals[value] - decimals),
  };
}

/** Fewer digits are a number in a name; so many or more find barcodes by their beginning. */
const fewestDigits = 6;

/**
 * Returns the digits of a barcode that a person has typed, perhaps in the groups printed below the
 * bars; undefined for any other text.
 */
export function typedDigits(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length >= fewestDigits ? digits : undefined;
}
