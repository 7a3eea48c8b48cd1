// What a barcode's text says by itself: its check digit, its other spelling, and a weight or price
// that the shop's own scales have printed into it.
import * as v from 'valibot';

/**
 * A rule for EAN-13 codes that the shop prints itself: `27` + 5 digits of the item + 5 of the value
 * + check digit.
 */
export const inStoreRuleSchema = v.strictObject({
  /** Begins the code: two or three digits from 2 on, as in-store codes do. */
  prefix: v.pipe(v.string(), v.regex(/^2\d{1,2}$/)),
  /**
   * How many digits after the prefix name the product: its code or a barcode of the catalogue, with
   * leading zeros or without.
   */
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

/**
 * Returns whether the last digit is the check digit of the others: every second digit from the
 * right counts three times.
 */
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

/** Returns one key for the two spellings of a UPC-A, with a leading zero and without. */
export const barcodeKey = (text: string): string =>
  /^\d{12}$/.test(text) && hasCheckDigit(text) ? `0${text}` : text;

/** What a scanned text says by itself. */
export interface ReadBarcode {
  /** The text looks like an EAN-13, EAN-8 or UPC-A, but lacks its check digit. */
  readonly isMisread: boolean;
  /** Null if no rule reads it as a code of the shop's own scales. */
  readonly inStore: InStore | null;
}

export interface InStore {
  /**
   * The item's digits as they stand and without leading zeros: a barcode or a code of the
   * catalogue.
   */
  readonly items: readonly string[];
  readonly value: InStoreRule['value'];
  /**
   * The weight in thousandths of the unit, or the price in millionths of the currency. It may be
   * zero, or more than a till can sell.
   */
  readonly amount: number;
}

const valueDecimals = { weight: 3, price: 6, piecePrice: 6 } as const;

export function readBarcode(text: string, rules: readonly InStoreRule[]): ReadBarcode {
  if (hasWrongCheckDigit(text)) return { isMisread: true, inStore: null };
  const rule = rules
    .filter(({ prefix }) => /^\d{13}$/.test(text) && text.startsWith(prefix))
    .toSorted((one, other) => other.prefix.length - one.prefix.length)[0];
  return { isMisread: false, inStore: rule ? readInStore(text, rule) : null };
}

function readInStore(text: string, { prefix, itemDigits, value, decimals }: InStoreRule): InStore {
  const valueFrom = prefix.length + itemDigits;
  const item = text.slice(prefix.length, valueFrom);
  return {
    items: [...new Set([item, item.replace(/^0+(?=.)/, '')])],
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
