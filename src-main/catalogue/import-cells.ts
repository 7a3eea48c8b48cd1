// Reads the text of a cell as a value. A text with two readings has no value: prices and barcodes
// are never guessed.
import { keyColours, type KeyColour, type Reading } from '../contract/catalogue.ts';
import { parseDecimal } from '../contract/money.ts';
import { foldText } from '../contract/fold-text.ts';
import { soldBys, type SoldBy } from '../contract/sold-by.ts';
import { textOf } from '../csv/cells.ts';

/**
 * Splits barcodes at blanks or at one of `|/,;`. A cell may also be a JSON list, which is how an
 * export writes barcodes that hold a separator.
 */
export function barcodesOf(cell: string): readonly string[] {
  return (
    listOf(cell) ??
    textOf(cell)
      .split(/[\s|/,;]+/u)
      .filter(Boolean)
  );
}

function listOf(cell: string): readonly string[] | undefined {
  if (!cell.startsWith('["')) return undefined;
  try {
    const list: unknown = JSON.parse(cell);
    const isOfTexts = Array.isArray(list) && list.every((each) => typeof each === 'string');
    return isOfTexts ? list : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a price in millionths from a text such as "1.234,56" or "€ 1 234,5"; undefined if it is
 * no price in this reading, or has more decimals than a price can have.
 */
export function priceOf(cell: string, decimalMark: Reading['decimalMark']): number | undefined {
  const text = textOf(cell)
    .replace(/^(?:\p{Sc}|EUR)\s*|\s*(?:\p{Sc}|EUR)$/giu, '')
    .trim();
  const match = (decimalMark === ',' ? withComma : withPoint).exec(text);
  if (!match) return undefined;
  const { whole = '', fraction = '' } = match.groups ?? {};
  if (whole + fraction === '') return undefined;
  return parseDecimal(`0${whole.replace(/\D/gu, '')}.${fraction.replace(/0+$/u, '')}`, 6);
}

/**
 * One and the same sign groups all thousands, or none does. No group comes after a zero, which
 * begins a fraction.
 */
const withComma = /^(?<whole>[1-9]\d{0,2}(?:([.\s])\d{3})(?:\2\d{3})*|\d*)(?:,(?<fraction>\d*))?$/u;
const withPoint =
  /^(?<whole>[1-9]\d{0,2}(?:([,\s])\d{3})(?:\2\d{3})*|\d*)(?:\.(?<fraction>\d*))?$/u;

const soldByWords: Readonly<Record<SoldBy, readonly string[]>> = {
  piece: ['piece', 'pieces', 'peca', 'pecas', 'unidade', 'unidades', 'unit', 'un'],
  measure: [
    ...['measure', 'weight', 'weight or measure', 'length', 'volume', 'time'],
    ...['medida', 'peso', 'peso ou medida', 'comprimento', 'tempo'],
  ],
};

export function soldByOf(cell: string): SoldBy | undefined {
  const word = foldText(textOf(cell));
  return soldBys.find((soldBy) => soldByWords[soldBy].includes(word));
}

const colourWords: Readonly<Record<KeyColour, readonly string[]>> = {
  red: ['red', 'vermelho', 'encarnado'],
  orange: ['orange', 'laranja'],
  yellow: ['yellow', 'amarelo'],
  green: ['green', 'verde'],
  blue: ['blue', 'azul'],
  purple: ['purple', 'roxo'],
  grey: ['grey', 'gray', 'cinzento'],
};

export function colourOf(cell: string): KeyColour | undefined {
  const word = foldText(textOf(cell));
  return keyColours.find((colour) => colourWords[colour].includes(word));
}
