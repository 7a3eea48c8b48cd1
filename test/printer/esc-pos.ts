// Reads ESC/POS by Epson's command reference.
import { ByteReader, hex, latin1 } from './byte-reader.ts';
import { escPosPages } from './code-pages.ts';
import { columnDots, rowDots } from './dots.ts';
import { PrintHead } from './print-head.ts';
import { eanModules, isEan, type Align, type EanSymbology, type Job } from './printed.ts';

const [LF, CR, DLE, CAN, ESC, FS, GS] = [0x0a, 0x0d, 0x10, 0x18, 0x1b, 0x1c, 0x1d];
const eans: ReadonlyMap<number, EanSymbology> = new Map([
  [0, 'upca'],
  [2, 'ean13'],
  [3, 'ean8'],
]);
const aligns: readonly Align[] = ['left', 'center', 'right'];

export function decodeEscPos(bytes: Uint8Array): Job {
  const reader = new ByteReader(bytes);
  const head = new PrintHead();
  head.takesPairs = true;
  const codes = { qrText: '', qrDots: 3, barWidth: 3 };
  while (reader.hasMore) {
    const byte = reader.byte();
    if (byte === LF) head.feedLine();
    else if (byte === CR) continue;
    else if (byte === ESC) escape(reader, head);
    else if (byte === GS) group(reader, head, codes);
    else if (byte === FS) {
      const [name, known] = nameOf('FS', reader.byte(), '.');
      if (known) head.command(name);
      else head.problem(name);
      head.takesPairs = false;
    } else if (byte === DLE || byte === CAN || byte < 0x20 || byte === 0x7f) {
      head.problem(`control ${hex(byte)}`);
    } else head.letter(byte);
  }
  if (reader.wentPastEnd) head.problem('a command without its end');
  return head.end();
}

const nameOf = (prefix: string, byte: number, known: string): readonly [string, boolean] => {
  const letter = String.fromCharCode(byte);
  return known.includes(letter) ? [`${prefix} ${letter}`, true] : [`${prefix} ${hex(byte)}`, false];
};

function escape(reader: ByteReader, head: PrintHead): void {
  const [name, known] = nameOf('ESC', reader.byte(), '@!-EGMRtap23dJ*4');
  if (!known) {
    head.problem(name);
    return;
  }
  head.command(name);
  switch (name) {
    case 'ESC @':
      head.reset();
      head.takesPairs = true;
      return;
    case 'ESC 2':
      return;
    case 'ESC E':
    case 'ESC G':
      head.style = { ...head.style, bold: (reader.byte() & 1) === 1 };
      return;
    case 'ESC -':
      head.style = { ...head.style, underline: reader.byte() % 48 > 0 };
      return;
    case 'ESC a':
      head.align = aligns[reader.byte() % 48] ?? 'left';
      return;
    case 'ESC t': {
      const page = reader.byte();
      head.setCodePage(escPosPages.get(page), page);
      return;
    }
    case 'ESC R':
    case 'ESC M': {
      const choice = reader.byte();
      if (choice !== 0) head.problem(`${name} ${choice}`);
      return;
    }
    case 'ESC d':
      head.print({ kind: 'feed', lines: reader.byte() });
      return;
    case 'ESC p': {
      const [connector, on, off] = reader.bytes(3);
      head.print({
        kind: 'drawer',
        pin: (connector ?? 0) % 48 === 0 ? 2 : 5,
        onMs: (on ?? 0) * 2,
        offMs: (off ?? 0) * 2,
      });
      return;
    }
    case 'ESC *': {
      const mode = reader.byte();
      const width = reader.word();
      if (mode !== 33) head.problem(`ESC * ${mode}`);
      head.strip(head.align, columnDots(reader.bytes(width * 3)));
      return;
    }
    default:
      // ESC ! n, ESC 3 n, ESC J n, ESC 4 n have no effect that shows here.
      reader.byte();
  }
}

function group(
  reader: ByteReader,
  head: PrintHead,
  codes: { qrText: string; qrDots: number; barWidth: number },
): void {
  const [name, known] = nameOf('GS', reader.byte(), '!BHhwkVv(LWPf');
  if (!known) {
    head.problem(name);
    return;
  }
  head.command(name);
  switch (name) {
    case 'GS !': {
      const size = reader.byte();
      head.style = { ...head.style, wide: (size >> 4) + 1, high: (size & 15) + 1 };
      return;
    }
    case 'GS B':
      head.style = { ...head.style, inverted: (reader.byte() & 1) === 1 };
      return;
    case 'GS w':
      codes.barWidth = reader.byte();
      return;
    case 'GS k':
      barcode(reader, head, codes.barWidth);
      return;
    case 'GS V': {
      const how = reader.byte();
      if (how >= 65) reader.byte();
      head.print({ kind: 'cut', how: how % 2 === 0 && how < 65 ? 'full' : 'partial' });
      return;
    }
    case 'GS v': {
      const [zero, scale] = reader.bytes(2);
      if (zero !== 0x30 || scale !== 0) head.problem('GS v');
      const bytesPerRow = reader.word();
      const rows = rowDots(reader.bytes(bytesPerRow * reader.word()), bytesPerRow);
      head.print({ kind: 'image', align: head.align, rows });
      return;
    }
    case 'GS (': {
      const letter = String.fromCharCode(reader.byte());
      const data = reader.bytes(reader.word());
      const [symbol, what, value] = data;
      if (letter !== 'k' || symbol !== 49) head.problem(`GS ( ${letter}`);
      else if (what === 67) codes.qrDots = value ?? 0;
      else if (what === 80) codes.qrText = latin1(data.subarray(3));
      else if (what === 81) {
        head.print({ kind: 'qr', align: head.align, data: codes.qrText, moduleDots: codes.qrDots });
      }
      return;
    }
    case 'GS L':
    case 'GS W':
    case 'GS P':
      reader.word();
      return;
    default:
      reader.byte();
  }
}

/**
 * GS k m n d1…dn: m = 73 is Code 128, in which a brace begins a code set and two braces stand for
 * one. GS k m d1…dk NUL: m = 0 is UPC-A, 2 is EAN-13, and 3 is EAN-8.
 */
function barcode(reader: ByteReader, head: PrintHead, barWidth: number): void {
  const symbology = reader.byte();
  const data = symbology >= 65 ? reader.bytes(reader.byte()) : reader.until(0);
  const text = latin1(data);
  const ean = eans.get(symbology);
  if (ean) {
    if (!isEan(ean, text)) head.problem(`${ean} of ${text}`);
    const dots = eanModules[ean] * barWidth;
    head.print({ kind: 'ean', symbology: ean, align: head.align, data: text, dots });
    return;
  }
  if (symbology !== 73 || !text.startsWith('{B')) head.problem(`GS k ${symbology}`);
  const letters = text.slice(2).replaceAll('{{', '{');
  const dots = (letters.length * 11 + 35) * barWidth;
  head.print({ kind: 'code128', align: head.align, data: letters, dots });
}
