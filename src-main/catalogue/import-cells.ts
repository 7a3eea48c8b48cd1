// Reads the text of a cell as a value. A text with two readings has none: nothing is guessed.
import * as v from 'valibot';
import { keyColours, type KeyColour, type Reading } from '../contract/catalogue.ts';
import { hasCheckDigit } from '../contract/barcodes.ts';
import { parseDecimal } from '../contract/money.ts';
import { foldText } from '../contract/fold-text.ts';
import { soldByUnit, type SoldBy } from '../contract/sold-by.ts';
import { isShortenedNumber, textOf } from '../csv/cells.ts';
import { inJson } from '../store/prepared.ts';

export type DecimalMark = NonNullable<Reading['decimalMark']>;

export interface ReadBarcodes {
  readonly barcodes: readonly string[];
  /** Those of them that a spreadsheet had spoilt in a way that leaves no doubt. */
  readonly repaired: readonly string[];
  /** What is no barcode any more, since digits of it are lost. */
  readonly lost: readonly string[];
}

/**
 * Splits barcodes at one of `|/,;` or at blanks, unless the check digit says that the blanks are
 * inside one. A cell may also be a JSON list, which is how an export writes barcodes that hold a
 * separator.
 */
export function readBarcodes(cell: string): ReadBarcodes {
  if (/^(?!0+$)\d{12,14}$/u.test(cell)) return { barcodes: [cell], repaired: [], lost: [] };
  const list = listOf(cell);
  if (list) return { barcodes: list, repaired: [], lost: [] };
  const isAsText = cell.trim().startsWith(`'`);
  const text = textOf(cell);
  if (nothing.test(text)) return { barcodes: [], repaired: [], lost: [] };
  const barcodes: string[] = [];
  const repaired: string[] = [];
  const lost: string[] = [];
  const isNumber = isShortenedNumber(cell) || decimalBarcode.test(text);
  for (const piece of isNumber ? [text] : text.split(/[|/,;\r\n\t]+/u)) {
    const whole = isAsText && isShortenedNumber(piece) ? piece : repairedBarcode(piece);
    if (whole === null) lost.push(piece);
    else if (whole !== undefined) barcodes.push(whole);
    else for (const part of piece.split(/\s+/u)) if (part !== '') barcodes.push(part);
    if (typeof whole !== 'string' || whole === piece) continue;
    if (whole !== withoutBlanks(piece) || isChecked(whole)) repaired.push(whole);
  }
  return { barcodes, repaired, lost };
}

/** What people and programs write where there is no barcode. */
const nothing =
  /^(?:[-–—.?x0]+|n\/?[ad]\.?|#n\/[ad]|null|none|nan|undefined|sem(?: \S+)?|s\/ ?\S+)$/iu;
/** A number that a spreadsheet has given decimals. */
const decimalBarcode = /^(\d{7,14})[.,]0+$/u;
const exponent = /^(\d)(?:[.,](\d+))?E\+(\d{1,3})$/u;
const barcodeLengths: readonly number[] = [8, 12, 13, 14];

/** Returns null if digits are lost, and undefined if there is nothing to repair. */
export function repairedBarcode(text: string): string | null | undefined {
  const piece = text.trim();
  const decimal = decimalBarcode.exec(piece)?.[1];
  if (decimal !== undefined) return decimal;
  const [, first = '', rest = '', power = ''] = exponent.exec(piece) ?? [];
  if (first !== '') {
    const digits = first + rest;
    return rest.length === Number(power) && isChecked(digits) ? digits : null;
  }
  if (/^\d{11}$/u.test(piece) && hasCheckDigit(`0${piece}`)) return `0${piece}`;
  const joined = withoutBlanks(piece);
  const parts = piece.split(/\s+/u);
  if (joined === piece || (parts.length > 1 && parts.every(isChecked))) return undefined;
  // No barcode is as short as a piece of one, as they are printed below the bars.
  const isInPieces = /^\d{12,14}$/u.test(joined) && parts.some((part) => part.length < 4);
  return isChecked(joined) || isInPieces ? joined : undefined;
}

const withoutBlanks = (text: string): string => text.replaceAll(/[\s-]/gu, '');

const isChecked = (text: string): boolean =>
  /^\d+$/u.test(text) && barcodeLengths.includes(text.length) && hasCheckDigit(text);

/** Returns a code, without the decimals that a spreadsheet gave to a long one. */
export function codeOf(cell: string): string {
  const text = textOf(cell);
  const isAsText = cell.trim() !== text;
  return isAsText ? text : (/^(\d{8,14})[.,]0+$/u.exec(text)?.[1] ?? text);
}

function listOf(cell: string): readonly string[] | undefined {
  const list = cell.startsWith('["') ? v.safeParse(jsonList, cell) : undefined;
  return list?.success === true ? list.output : undefined;
}

const jsonList = inJson(v.array(v.string()));

/**
 * Returns a price in millionths from a text such as "1.234,56" or "€ 1 234,5"; undefined if it is
 * no price in this reading, or has more decimals than a price can have.
 */
export function priceOf(cell: string, decimalMark: DecimalMark): number | undefined {
  const text = amountOf(cell);
  const match = (decimalMark === ',' ? withComma : withPoint).exec(text);
  if (!match) return undefined;
  const { whole = '', fraction = '' } = match.groups ?? {};
  if (whole + fraction === '') return undefined;
  return parseDecimal(`0${whole.replace(/\D/gu, '')}.${fraction.replace(/0+$/u, '')}`, 6);
}

/** A text with more characters is no price. */
const longestPrice = 60;

/** Signs and codes of money, among them "R$" and "kr.". */
const currency = `(?:\\p{L}{0,3}\\p{Sc}|euros?|eur\\.|${Intl.supportedValuesOf('currency').join('|')}|kr\\.?|z[łl]|k[čc]|s?fr\\.?|ft|lei)`;
const currencyAround = new RegExp(`^${currency}(?!\\p{L})|(?<!\\p{L})${currency}$`, 'giu');
/** What a price is for stands behind a slash, a word such as "per", or the currency. */
const perUnit = new RegExp(
  `(?:/|\\s(?:por|per|pro|par|al|le|la)\\s|(?<=\\p{Sc}|eur|euros?)\\s)\\s*(?<unit>\\p{L}[\\p{L}.]{0,11})$`,
  'iu',
);

/** Returns the unit that a price says it is for, as in "1,95 €/kg". */
export function unitOfPrice(cell: string): string | undefined {
  if (cell.length > longestPrice || !/\p{L}/u.test(cell)) return undefined;
  const unit = perUnit.exec(textOf(cell))?.groups?.unit;
  return unit !== undefined && soldByUnit(unit) !== undefined ? unit : undefined;
}

/** Returns whether a price is marked with money that is not the euro. */
export const isOtherCurrency = (cell: string): boolean =>
  isPrice(cell) &&
  (withoutUnit(cell).match(currencyAround) ?? []).some((each) => !/€|eur/iu.test(each));

const withoutUnit = (cell: string): string => {
  const text = textOf(cell);
  return unitOfPrice(cell) === undefined ? text : text.replace(perUnit, '').trim();
};

/** Returns a price as digits and marks; nothing for a text that is too long to be one. */
function withoutCurrency(cell: string): string {
  const text = textOf(cell);
  if (text.length > longestPrice) return '';
  if (/^[\d.,]*$/u.test(text)) return text;
  return withoutUnit(text)
    .replace(currencyAround, '')
    .trim()
    .replace(/(?<=\d[.,])[-–—]{1,2}$/u, '');
}

const amountOf = (cell: string): string => {
  const amount = withoutCurrency(cell);
  return asShown(amount) ?? amount;
};

/** More decimals than anybody writes. */
const workedOut = /^(\d{1,9})([.,])(\d{9,})$/u;

/** Returns a price that a spreadsheet has worked out as it shows it, which is in cents. */
function asShown(amount: string): string | undefined {
  const [, whole, mark = '', decimals] = workedOut.exec(amount) ?? [];
  if (whole === undefined || decimals === undefined) return undefined;
  const rounded = Number(`${whole}.${decimals}`).toFixed(2);
  // What comes to nothing would be given away.
  return Number(rounded) === 0 ? undefined : rounded.replace('.', mark);
}

/** Returns whether the text is a price that is read in cents, though it has more decimals. */
export const isRoundedPrice = (cell: string): boolean =>
  workedOut.test(withoutCurrency(cell)) && isPrice(cell);

export const isPrice = (cell: string): boolean =>
  priceOf(cell, ',') !== undefined || priceOf(cell, '.') !== undefined;

/** Returns whether the text is a price with either mark, but not the same one. */
export const isAmbiguousPrice = (cell: string): boolean =>
  /[.,]\d{3}(?!\d)/u.test(cell) && /^[1-9]\d{0,2}[.,]\d{3}$/u.test(amountOf(cell));

/** Returns the decimals' mark; undefined for a whole number and for "1.234", read either way. */
export function decimalMarkOf(price: string): DecimalMark | undefined {
  if (!isPrice(price) || isAmbiguousPrice(price)) return undefined;
  const byComma = priceOf(price, ',');
  const byPoint = priceOf(price, '.');
  if (byComma === byPoint) return undefined;
  return byComma === undefined ? '.' : ',';
}

/** One sign groups all thousands, or none does; no group follows a leading zero. */
const withComma =
  /^(?<whole>[1-9]\d{0,2}(?:([.\s'’])\d{3})(?:\2\d{3})*|\d*)(?:,(?<fraction>\d*))?$/u;
const withPoint =
  /^(?<whole>[1-9]\d{0,2}(?:([,\s'’])\d{3})(?:\2\d{3})*|\d*)(?:\.(?<fraction>\d*))?$/u;

/** What stands below the rows of a list in place of a code, as in "Total geral:". */
const sumWord =
  /^(?:(?:sub|sous|gran|grand)[ -]?)?(?:tota\w+|som(?:a|ma|me)|suma?|\w*summe|gesamt|razem)(?: geral| general\w*)?:?$/u;

export const isSum = (cell: string): boolean => !/\d/u.test(cell) && sumWord.test(wordOf(cell));

const measureWords: readonly string[] = [
  ...['measure', 'weight', 'weight or measure', 'length', 'volume', 'time'],
  ...['weighted', 'by weight', 'poids', 'au poids', 'gewicht', 'nach gewicht', 'a peso'],
  ...['medida', 'peso', 'peso ou medida', 'comprimento', 'tempo'],
];

export const yesAndNo: Readonly<Record<'yes' | 'no', readonly string[]>> = {
  yes: [
    ...['y', 'yes', 'true', '1', 's', 'sim', 'si', 'oui', 'o', 'ja', 'j', 'tak', 'verdadeiro'],
    ...['verdadero', 'vrai', 'vero', 'wahr', 'waar', 'prawda', 't', 'v'],
  ],
  no: [
    ...['n', 'no', 'false', '0', 'nao', 'non', 'nein', 'nee', 'nie', 'falso', 'faux', 'falsch'],
    ...['onwaar', 'fałsz', 'f'],
  ],
};

/** Returns the only word or words of a cell folded; nothing for what is longer than any we know. */
export const wordOf = (cell: string): string => {
  const text = textOf(cell);
  return text.length > 60 ? '' : foldText(text);
};

export function soldByOf(cell: string): SoldBy | undefined {
  const word = wordOf(cell);
  // A column of its own says by weight with yes, and by the piece with no.
  if (yesAndNo.no.includes(word)) return 'piece';
  const isMeasure = yesAndNo.yes.includes(word) || measureWords.includes(word);
  return isMeasure ? 'measure' : soldByUnit(word);
}

/** In the languages of the programs that shops here come from. */
const colourWords: Readonly<Record<KeyColour, RegExp>> = {
  red: /^(?:red|vermelh[oa]|encarnad[oa]|roj[oa]|rouge|rot|ross[oa]|rood|czerwony)$/u,
  orange: /^(?:orange|laranja|naranja|arancione|oranje|pomaranczowy)$/u,
  yellow: /^(?:yellow|amarel[oa]|amarill[oa]|jaune|gelb|giall[oa]|geel|zolty)$/u,
  green: /^(?:green|verde|verte?|grun|groen|zielony)$/u,
  blue: /^(?:blue|azul|bleue?|blau|blu|blauw|niebieski)$/u,
  purple: /^(?:purple|rox[oa]|morad[oa]|violeta|violett?e?|lila|viola|paars|fioletowy)$/u,
  grey: /^(?:gr[ea]y|cinzent[oa]|cinza|gris|grau|grigi[oa]|grijs|szary)$/u,
};

export function colourOf(cell: string): KeyColour | undefined {
  const word = wordOf(cell).replaceAll('ł', 'l');
  return keyColours.find((colour) => colourWords[colour].test(word));
}

/** Returns what a cell says in one line. */
export function lineOf(cell: string): string {
  const [first = '', ...others] = textOf(cell).split(/\p{Cc}+/u);
  if (others.length === 0) return first;
  return [first, ...others]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
}

/** An element of HTML. "Parafuso <M8> zincado" and "Tubo <a=12 >5mm" hold none. */
const tag =
  /<\/?(?:p|br|b|i|u|em|strong|small|sub|sup|span|div|a|ul|ol|li|h[1-6]|font|table|thead|tbody|tr|th|td|img|hr)(?=[\s/>])[^<>]*>/giu;
const entity = /&(?:#(\d{1,5}|x[\da-f]{1,5})|([a-z])(acute|grave|circ|tilde|uml|cedil)|(\w+));/giu;
const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', ordm: 'º' },
    ...{ ordf: 'ª', deg: '°', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“' },
    ...{ rdquo: '”', laquo: '«', raquo: '»', hellip: '…', reg: '®', times: '×', szlig: 'ß' },
    // Accents that follow their letter.
    ...{ acute: '\u0301', grave: '\u0300', circ: '\u0302', tilde: '\u0303', uml: '\u0308' },
    ...{ cedil: '\u0327' },
  }),
);

/** Returns what a cell says in one line, also if a web shop has written it for a page. */
export function plainLineOf(cell: string): string {
  const line = lineOf(cell);
  if (!/[<&]/u.test(line)) return line;
  return line
    .replace(tag, ' ')
    .replace(
      entity,
      (whole: string, number?: string, letter?: string, accent?: string, name?: string) =>
        number === undefined
          ? (letter ?? '') + (entities.get((accent ?? name ?? '').toLowerCase()) ?? whole)
          : characterOf(Number(`0${number}`)),
    )
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Returns nothing for half of a character, and for one that is not printed. */
const characterOf = (number: number): string =>
  String.fromCodePoint(number).replace(/[\p{Cs}\p{Cc}]/u, ' ');
