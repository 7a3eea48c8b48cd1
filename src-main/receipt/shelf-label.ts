// What a label for the shelf says: name, price with tax, the unit of the price, and the code to
// scan. Plain text, from which both the page and the printer's bytes are made.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { hasCheckDigit } from '../contract/barcodes.ts';
import type { Product } from '../contract/catalogue.ts';
import { sharedFormat } from '../contract/format.ts';
import { perLanguage, type Language } from '../contract/languages.ts';
import { soldByUnit } from '../contract/sold-by.ts';
import { oneLine, shortLine } from '../contract/foreign-text.ts';
import { paperFormatFor } from './format.ts';

export const symbologies = ['ean13', 'ean8', 'upca', 'code128'] as const;
export type Symbology = (typeof symbologies)[number];

/** What is drawn as bars; a scan gives exactly the data. */
export interface BarCode {
  readonly symbology: Symbology;
  readonly data: string;
}

export interface ShelfLabel {
  readonly name: string;
  readonly price: string;
  /** "/kg" if the product is sold by measure; else empty. */
  readonly per: string;
  /** "by weight or measure" if it is, and has no unit for the price; else empty. */
  readonly measured: string;
  /** Null if nothing can be drawn that a scanner reads. */
  readonly code: BarCode | null;
  /** The barcode, or the product's code if it has none. */
  readonly codeText: string;
  readonly date: string;
  /** What each label of practice says, in Portuguese and translated; null outside practice. */
  readonly practice: { readonly portuguese: string; readonly translation: string } | null;
}

export interface LabelOptions {
  readonly language: Language;
  readonly isPractice: boolean;
  readonly nowMs: number;
}

/** Longer than two lines of any label. */
const longestName = 160;
const longestUnit = 8;

/** Prices with the currency, which the columns of a receipt leave out. */
const prices = perLanguage((language) => sharedFormat(language).unitPrice);

export function shelfLabel(
  product: Product,
  { language, isPractice, nowMs }: LabelOptions,
): ShelfLabel {
  const code = barCodeOf(product);
  const isByMeasure = (product.soldBy ?? soldByUnit(product.unit)) === 'measure';
  const unit = shortLine(product.unit, longestUnit);
  const texts = messagesFor(language).labels;
  return {
    name: shortLine(product.description, longestName),
    price: prices[language](product.unitPrice),
    per: isByMeasure && unit !== '' ? `/${unit}` : '',
    measured: isByMeasure && unit === '' ? texts.byMeasure : '',
    code,
    codeText: code?.data ?? shortLine(product.barcodes[0] ?? product.code, 40),
    date: paperFormatFor(language).instant(nowMs).date,
    practice: isPractice
      ? { portuguese: texts.practice, translation: texts.practiceTranslation }
      : null,
  };
}

/**
 * Returns the first barcode that is an EAN-13, EAN-8 or UPC-A with the right check digit, as that
 * kind; else the first that Code 128 can hold. A product without a barcode uses its code.
 */
export function barCodeOf({ barcodes, code }: Pick<Product, 'barcodes' | 'code'>): BarCode | null {
  for (const data of barcodes) {
    const symbology = checkedSymbology(data);
    if (symbology) return { symbology, data };
  }
  const printedCodes = barcodes.length === 0 ? [code] : barcodes;
  const data = printedCodes.find(isForCode128);
  return data === undefined ? null : { symbology: 'code128', data };
}

function checkedSymbology(text: string): Symbology | null {
  if (!/^\d+$/.test(text) || !hasCheckDigit(text)) return null;
  switch (text.length) {
    case 13:
      return 'ean13';
    case 12:
      return 'upca';
    case 8:
      return 'ean8';
    default:
      return null;
  }
}

/** Returns whether a wide label has room for the text. Blanks at its ends are not scanned. */
const isForCode128 = (text: string): boolean =>
  /^[\x21-\x7e]([\x20-\x7e]{0,38}[\x21-\x7e])?$/.test(text) && oneLine(text) === text;
