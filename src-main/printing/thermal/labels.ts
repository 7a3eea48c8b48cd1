// Turns labels for the shelf into bytes for a thermal printer, with cuts or lines between.
import type ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { Columns, Thermal } from '../../contract/printing.ts';
import { fitsBars } from '../../receipt/scan-codes.ts';
import type { BarCode, ShelfLabel } from '../../receipt/shelf-label.ts';
import { drivers } from '../drivers/drivers.ts';
import { rowsToTear, startOf } from './encode.ts';
import { wrapped } from './layout.ts';
import { printerText } from './letters.ts';

const nameRows = 2;
/** Some printers stop at six times. */
const largestDigits = 4;
const barDots = 80;

/** With `isLast` nothing follows, and the paper is torn. */
export function encodeLabels(
  labels: readonly ShelfLabel[],
  thermal: Thermal,
  isLast: boolean,
): Uint8Array {
  const { columns, cuts } = thermal;
  const { cut } = drivers[thermal.language];
  const bytes: number[] = [];
  // Each label begins anew, so that none is printed in the manner of another.
  for (const label of labels) {
    const encoder = startOf(thermal);
    add(encoder, label, columns);
    if (!cuts) encoder.line('-'.repeat(columns));
    bytes.push(...encoder.encode(), ...(cuts ? cut : []));
  }
  if (!cuts && isLast) bytes.push(...startOf(thermal).newline(rowsToTear).encode());
  return Uint8Array.from(bytes);
}

function add(encoder: ReceiptPrinterEncoder, label: ShelfLabel, columns: Columns): void {
  if (label.practice) {
    const { portuguese, translation } = label.practice;
    const mark = [portuguese, translation].filter((part) => part !== '').join(' · ');
    encoder
      .align('center')
      .bold(true)
      .invert(true)
      .line(` ${printerText(mark)} `);
    encoder.invert(false).bold(false).align('left');
  }
  encoder.bold(true).size(1, 2);
  for (const row of nameIn(label.name, columns)) encoder.line(row);
  encoder.size(1, 1).bold(false);
  price(encoder, label, columns);
  const bars = label.code && barsOf(label.code, columns);
  if (label.code && bars) {
    encoder.align('center');
    encoder.barcode(label.code.data, bars.symbology, { width: bars.width, height: barDots });
    encoder.align('left');
  }
  foot(encoder, label, columns);
}

/** Returns the rows of the name. A name that does not fit ends in dots. */
function nameIn(name: string, columns: number): readonly string[] {
  const rows = wrapped(printerText(name), columns);
  if (rows.length <= nameRows) return rows;
  const last = (rows[nameRows - 1] ?? '').slice(0, columns - 3).trimEnd();
  return [...rows.slice(0, nameRows - 1), `${last}...`];
}

/** Prints the price as large as fits, what it is per behind it in half the size, words below. */
function price(encoder: ReceiptPrinterEncoder, label: ShelfLabel, columns: number): void {
  const digits = printerText(label.price);
  const per = printerText(label.per);
  const half = (size: number) => Math.max(1, Math.floor(size / 2));
  let size = largestDigits;
  while (size > 1 && digits.length * size + per.length * half(size) > columns) size -= 1;
  encoder.align('center').bold(true).size(size, size).text(digits);
  if (per !== '') encoder.size(half(size), half(size)).text(per);
  encoder.newline().size(1, 1);
  if (label.measured !== '') encoder.line(printerText(label.measured));
  encoder.bold(false).align('left');
}

/** Prints code and date at the two edges. A long code has a row of its own. */
function foot(encoder: ReceiptPrinterEncoder, { codeText, date }: ShelfLabel, columns: number) {
  const code = printerText(codeText);
  const day = printerText(date);
  if (code.length + 1 + day.length <= columns) {
    encoder.line(code + day.padStart(columns - code.length));
    return;
  }
  for (const row of wrapped(code, columns)) encoder.line(row);
  encoder.line(day.padStart(columns));
}

/**
 * Returns how the bars are printed: an EAN with three dots to the module, Code 128 with two; null
 * if that is wider than the paper.
 */
const barsOf = ({ symbology, data }: BarCode, columns: Columns) => {
  if (symbology !== 'code128') return { symbology, width: 2 } as const;
  return fitsBars(data, columns) ? ({ symbology, width: 1 } as const) : null;
};
