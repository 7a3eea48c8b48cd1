// What a receipt carries to be scanned: the document's key as bars where they fit, which every
// scanner reads, else as a QR code. The tax authority's is always a QR code, so that the two are
// not taken for each other.
import type { Columns } from '../contract/printing.ts';

/** Of thermal printers, whose 203 to the inch are eight. */
export const dotsPerMm = 8;

/**
 * Dots across what is printed on: 72 mm of a roll of 80 mm, 48 mm of one of 58 mm. Twelve to a
 * letter; printers of 42 columns have a few more.
 */
export const dotsAcross = (columns: Columns): number => columns * 12;

/**
 * Start, check character and stop take 35 modules, every letter 11; each is two dots wide. A brace
 * means something of its own to printers of Epson's, a percent sign to those of Star's.
 */
export const fitsBars = (data: string, columns: Columns): boolean =>
  /^[\x20-\x24\x26-\x7a|}~]+$/.test(data) && (data.length * 11 + 35) * 2 <= dotsAcross(columns);

/**
 * The bytes that each version of a QR code holds at level M (ISO/IEC 18004, table 7): the first is
 * 21 modules wide.
 */
const qrBytes = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
];

/** The tax authority wants its code 30 mm wide at least. */
const leastQrDots = 30 * dotsPerMm;

/**
 * Letters that every printer takes for the same, and no more of them than can be scanned from
 * paper.
 */
export const isForQr = (data: string): boolean =>
  /^[\x20-\x7e]+$/.test(data) && data.length <= Math.max(...qrBytes);

/** How many dots wide and high each module of the QR code of this text is printed. */
export function qrModuleDots(data: string, columns: Columns): number {
  const modules = 21 + 4 * qrBytes.findIndex((bytes) => data.length <= bytes);
  const dots = Math.ceil(leastQrDots / modules);
  const most = Math.floor(dotsAcross(columns) / modules);
  return Math.min(8, dots, most);
}
