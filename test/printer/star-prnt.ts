// Reads StarPRNT by Star's command specifications.
import { ByteReader, hex, latin1 } from './byte-reader.ts';
import { starPages } from './code-pages.ts';
import { columnDots } from './dots.ts';
import { PrintHead } from './print-head.ts';
import { eanModules, isEan, type Align, type EanSymbology, type Job } from './printed.ts';

const [BEL, LF, CR, CAN, SUB, ESC, GS, RS] = [0x07, 0x0a, 0x0d, 0x18, 0x1a, 0x1b, 0x1d, 0x1e];
const eans: ReadonlyMap<number, EanSymbology> = new Map([
  [1, 'upca'],
  [2, 'ean8'],
  [3, 'ean13'],
]);
const aligns: readonly Align[] = ['left', 'center', 'right'];

interface Kept {
  qrText: string;
  qrDots: number;
  /** The pulse of the first drawer; the second's cannot be set. */
  pulse: { readonly onMs: number; readonly offMs: number };
}

export function decodeStarPrnt(bytes: Uint8Array): Job {
  const reader = new ByteReader(bytes);
  const head = new PrintHead();
  const keptSettings: Kept = { qrText: '', qrDots: 3, pulse: { onMs: 200, offMs: 200 } };
  while (reader.hasMore) {
    const byte = reader.byte();
    if (byte === LF) head.feedLine();
    else if (byte === CR) continue;
    else if (byte === ESC) escape(reader, head, keptSettings);
    else if (byte === CAN) head.command('CAN');
    else if (byte === BEL || byte === SUB) {
      head.command(byte === BEL ? 'BEL' : 'SUB');
      const second = { onMs: 200, offMs: 200 };
      if (byte === BEL) head.print({ kind: 'drawer', pin: 2, ...keptSettings.pulse });
      else head.print({ kind: 'drawer', pin: 5, ...second });
    } else if (byte < 0x20 || byte === 0x7f) head.problem(`control ${hex(byte)}`);
    else head.letter(byte);
  }
  if (reader.wentPastEnd) head.problem('a command without its end');
  return head.end();
}

function escape(reader: ByteReader, head: PrintHead, kept: Kept): void {
  const byte = reader.byte();
  if (byte === GS) {
    group(reader, head, kept);
    return;
  }
  const letter = String.fromCharCode(byte);
  if (byte === BEL) {
    head.command('ESC BEL');
    const [on, off] = reader.bytes(2);
    kept.pulse = { onMs: (on ?? 0) * 10, offMs: (off ?? 0) * 10 };
    return;
  }
  if (byte === RS) {
    const [what, choice] = reader.bytes(2);
    head.command(`ESC RS ${String.fromCharCode(what ?? 0)}`);
    if (what !== 0x46 || choice !== 0) head.problem(`ESC RS ${hex(what ?? 0, choice ?? 0)}`);
    return;
  }
  if (!'@EF-45iRb0zXda'.includes(letter)) {
    head.problem(`ESC ${hex(byte)}`);
    return;
  }
  head.command(`ESC ${letter}`);
  switch (letter) {
    case '@':
      head.reset();
      return;
    case 'E':
    case 'F':
      head.style = { ...head.style, bold: letter === 'E' };
      return;
    case '4':
    case '5':
      head.style = { ...head.style, inverted: letter === '4' };
      return;
    case '-':
      head.style = { ...head.style, underline: reader.byte() % 48 > 0 };
      return;
    case 'i': {
      const [high, wide] = reader.bytes(2);
      head.style = { ...head.style, high: (high ?? 0) + 1, wide: (wide ?? 0) + 1 };
      return;
    }
    case 'R': {
      const country = reader.byte();
      if (country !== 0) head.problem(`ESC R ${country}`);
      return;
    }
    case 'b':
      barcode(reader, head);
      return;
    case 'X': {
      const rows = columnDots(reader.bytes(reader.word() * 3));
      head.strip(head.align, rows);
      return;
    }
    case 'd': {
      const how = reader.byte() % 48;
      head.print({ kind: 'cut', how: how % 2 === 0 ? 'full' : 'partial' });
      return;
    }
    case 'a':
      head.print({ kind: 'feed', lines: reader.byte() });
      return;
    case 'z':
      reader.byte();
      return;
    default:
    // ESC 0 sets the line spacing.
  }
}

function group(reader: ByteReader, head: PrintHead, kept: Kept): void {
  const letter = String.fromCharCode(reader.byte());
  head.command(`ESC GS ${letter}`);
  switch (letter) {
    case 't': {
      const page = reader.byte();
      head.setCodePage(starPages.get(page), page);
      return;
    }
    case 'a':
      head.align = aligns[reader.byte() % 48] ?? 'left';
      return;
    case 'P':
      reader.byte();
      return;
    case 'y': {
      const what = String.fromCharCode(reader.byte());
      if (what === 'P') {
        const { qrText: data, qrDots: moduleDots } = kept;
        head.print({ kind: 'qr', align: head.align, data, moduleDots });
        return;
      }
      const field = String.fromCharCode(reader.byte());
      if (what === 'D' && field === '1') {
        reader.byte();
        kept.qrText = latin1(reader.bytes(reader.word()));
      } else {
        const value = reader.byte();
        if (what === 'S' && field === '2') kept.qrDots = value;
      }
      return;
    }
    default:
      head.problem(`ESC GS ${letter}`);
  }
}

/**
 * ESC b n1 n2 n3 n4 d1…dk RS: n1 = 6 is Code 128, 1 is UPC-A, 2 is EAN-8, and 3 is EAN-13, with 2,
 * 3 or 4 dots to a module.
 */
function barcode(reader: ByteReader, head: PrintHead): void {
  const [symbology, , width] = reader.bytes(4);
  const data = latin1(reader.until(RS));
  const ean = eans.get(symbology ?? 0);
  if (ean) {
    if (!isEan(ean, data)) head.problem(`${ean} of ${data}`);
    const dots = eanModules[ean] * ((width ?? 0) + 1);
    head.print({ kind: 'ean', symbology: ean, align: head.align, data, dots });
    return;
  }
  if (symbology !== 6) head.problem(`ESC b ${String(symbology)}`);
  const dots = (data.length * 11 + 35) * ((width ?? 0) + 1);
  head.print({ kind: 'code128', align: head.align, data, dots });
}
