// The codes on a receipt: the document's key as bars if they fit, which every scanner reads, else
// as a QR code. The tax authority's is always a QR code, so that nobody takes one for the other.
import type { Columns } from '../contract/printing.ts';

/** The resolution of thermal printers: 203 dots to the inch. */
export const dotsPerMm = 8;

/**
 * Returns the dots across the printed width: 72 mm of a roll of 80 mm, 48 mm of one of 58 mm. A
 * letter takes twelve; printers of 42 columns have a few dots more.
 */
export const dotsAcross = (columns: Columns): number => columns * 12;

/**
 * Returns whether the text fits as bars. Start, check character and stop take 35 modules, every
 * letter 11, each two dots wide. A brace has a meaning of its own to Epson's printers, a percent
 * sign to Star's.
 */
export const fitsBars = (data: string, columns: Columns): boolean =>
  /^[\x20-\x24\x26-\x7a|}~]+$/.test(data) && (data.length * 11 + 35) * 2 <= dotsAcross(columns);

/** The bytes in each version of a QR code at level M (ISO/IEC 18004, table 7), from 21 modules. */
const qrBytes = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
];

/** The tax authority wants its code at least 30 mm wide. */
const leastQrDots = 30 * dotsPerMm;

/** Returns whether all printers take the letters for the same, and few enough to be scanned. */
export const isForQr = (data: string): boolean =>
  /^[\x20-\x7e]+$/.test(data) && data.length <= Math.max(...qrBytes);

/** Returns how many dots wide and high each module of this text's QR code is printed. */
export function qrModuleDots(data: string, columns: Columns): number {
  const modules = 21 + 4 * qrBytes.findIndex((bytes) => data.length <= bytes);
  const dots = Math.ceil(leastQrDots / modules);
  const most = Math.floor(dotsAcross(columns) / modules);
  return Math.min(8, dots, most);
}
