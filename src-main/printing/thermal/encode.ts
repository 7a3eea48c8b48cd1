// Turns a receipt into the bytes for a thermal printer, in ESC/POS or StarPRNT.
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { assertNever } from '../../contract/errors.ts';
import { codePagesOf, type CodePage, type Columns, type Thermal } from '../../contract/printing.ts';
import { receiptContent } from '../../receipt/content.ts';
import { dayPaperContent, type DayPaperModel } from '../../receipt/day-paper.ts';
import type { Note } from '../../receipt/note.ts';
import type { ReceiptModel } from '../../receipt/model.ts';
import { readPng } from '../../receipt/png.ts';
import { dotsAcross, fitsBars, isForQr, qrModuleDots } from '../../receipt/scan-codes.ts';
import { drivers } from '../drivers/drivers.ts';
import { layOut, wrapped, type Row } from './layout.ts';
import { printerText } from './letters.ts';

/** The rows after which what was printed last has passed the edge at which it is torn. */
export const rowsToTear = 4;

export const encodeReceipt = (model: ReceiptModel, thermal: Thermal): Uint8Array =>
  encodeRows(layOut(receiptContent(model), thermal.columns), thermal);

export const encodeDayPaper = (model: DayPaperModel, thermal: Thermal): Uint8Array =>
  encodeRows(layOut(dayPaperContent(model), thermal.columns), thermal);

export interface TestPageTexts {
  readonly title: string;
  /** Stands above a row that is exactly as wide as the paper. */
  readonly width: string;
  /** Stands above the letters in the code page that is set, and in the others. */
  readonly letters: (codePage: CodePage) => string;
  readonly cut: string;
}

const ruler = (columns: number): string =>
  Array.from({ length: columns }, (_, index) => String((index + 1) % 10)).join('');

const portugueseLetters = ['ÁÀÂÃÇÉÊÍÓÔÕÚÜ ªº', 'áàâãçéêíóôõúü «» €'];

/** Encodes a page that tells a person whether width, code page and knife are the printer's. */
export function encodeTestPage(thermal: Thermal, texts: TestPageTexts): Uint8Array {
  const { columns } = thermal;
  const encoder = startOf(thermal);
  const lines = linesOn(encoder, columns);
  encoder.bold(true);
  lines(texts.title);
  encoder.bold(false).newline();
  lines(texts.width);
  encoder.line(ruler(columns)).newline();
  for (const codePage of [thermal.codePage, ...others(thermal)]) {
    encoder.codepage(thermal.codePage);
    lines(texts.letters(codePage));
    encoder.codepage(codePage);
    for (const letters of portugueseLetters) encoder.line(letters);
  }
  encoder.codepage(thermal.codePage).newline();
  if (thermal.cuts) lines(texts.cut);
  return end(encoder, thermal);
}

/** Encodes words to copy by hand, or to keep: a title and paragraphs. */
export function encodeNote(thermal: Thermal, { title, paragraphs }: Note): Uint8Array {
  const encoder = startOf(thermal);
  const lines = linesOn(encoder, thermal.columns);
  encoder.bold(true);
  lines(title);
  encoder.bold(false);
  for (const paragraph of paragraphs) {
    encoder.newline();
    paragraph.split('\n').forEach(lines);
  }
  return end(encoder, thermal);
}

const linesOn = (encoder: ReceiptPrinterEncoder, columns: Columns) => (text: string) => {
  for (const line of wrapped(printerText(text), columns)) encoder.line(line);
};

const others = ({ language, codePage }: Thermal): readonly CodePage[] =>
  codePagesOf[language].filter((page) => page !== codePage);

export function startOf({ language, columns, codePage, cuts }: Thermal): ReceiptPrinterEncoder {
  const encoder = new ReceiptPrinterEncoder({
    language,
    columns,
    codepageMapping: drivers[language].codePageNumbers,
    imageMode: 'raster',
    feedAfterBlock: false,
    newline: '\n',
    autoFlush: drivers[language].flushesUncut && !cuts,
    errors: 'strict',
  });
  // ESC R 0: a printer that is set to a country prints others for # $ @ [ \ ] { | } ~
  return encoder.initialize().raw([0x1b, 0x52, 0x00]).codepage(codePage);
}

const end = (encoder: ReceiptPrinterEncoder, { cuts, language }: Thermal): Uint8Array =>
  cuts
    ? Uint8Array.from([...encoder.encode(), ...drivers[language].cut])
    : encoder.newline(rowsToTear).encode();

function encodeRows(rows: readonly Row[], thermal: Thermal): Uint8Array {
  const encoder = startOf(thermal);
  for (const row of rows) add(encoder, row, thermal);
  return end(encoder, thermal);
}

function add(encoder: ReceiptPrinterEncoder, row: Row, { columns }: Thermal): void {
  switch (row.kind) {
    case 'text': {
      const size = row.large ? 2 : 1;
      encoder.align(row.align).bold(row.bold).invert(row.inverted).size(size, size).line(row.text);
      encoder.size(1, 1).invert(false).bold(false).align('left');
      return;
    }
    case 'rule':
      encoder.line('-'.repeat(columns));
      return;
    case 'gap':
      encoder.newline();
      return;
    case 'logo': {
      const image = readPng(row.png);
      if (!image) return;
      const fitting = Math.min(image.width, dotsAcross(columns));
      encoder.align('center').image(image, { width: fitting, algorithm: 'atkinson' }).align('left');
      return;
    }
    case 'key':
      if (fitsBars(row.data, columns)) {
        encoder
          .align('center')
          .barcode(row.data, 'code128', { width: 1, height: 64 })
          .align('left');
      } else qr(encoder, row.data, columns);
      return;
    case 'qr':
      qr(encoder, row.data, columns);
      return;
    default:
      assertNever(row);
  }
}

function qr(encoder: ReceiptPrinterEncoder, data: string, columns: Columns): void {
  if (!isForQr(data)) return;
  const size = qrModuleDots(data, columns);
  encoder.align('center').qrcode(data, { model: 2, size, errorlevel: 'm' }).align('left');
}
