// Tells what a file is by its first bytes, since people name files as they like.
import type { SpreadsheetProblem } from '../contract/spreadsheet.ts';

export const signatureBytes = 1024;

/** Text, or an archive or compound file that may be a spreadsheet; or why it is none. */
export type FileKind = 'text' | 'zip' | 'compound' | SpreadsheetProblem;

const hex = (...bytes: readonly string[]): readonly Buffer[] =>
  bytes.map((each) => Buffer.from(each, 'hex'));

const signatures: readonly (readonly [FileKind, readonly Buffer[]])[] = [
  ['zip', [Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06')]],
  // Microsoft's compound files: the container of xls, and of files with a password.
  ['compound', hex('D0CF11E0A1B11AE1')],
  // Excel 2 to 5.
  ['other_format', hex('09000400', '09020600', '09040600', '09080800', '09081000')],
  // PNG, JPEG, GIF, TIFF.
  ['picture', hex('89504E47', 'FFD8FF', '47494638', '49492A00', '4D4D002A')],
  // gzip, 7z, RAR, xz, RTF; UTF-16 with the higher byte first.
  ['no_spreadsheet', hex('1F8B', '377ABCAF', '526172211A', 'FD377A585A', '7B5C727466', 'FEFF')],
];

const beginnings: readonly (readonly [FileKind, RegExp])[] = [
  ['pdf', /^%PDF-/u],
  ['picture', /^(?:RIFF.{4}WEBP|.{4}ftyp(?:heic|heix|mif1|msf1|avif)|BM.{4}\0{4})/su],
  ['web_page', /^(?:<!doctype html|<(?:html|head|body|meta|table|div|script)\b|MIME-Version:)/iu],
  ['picture', /^<svg\b/iu],
  ['other_format', /^<\?xml\b.*(?:Excel\.Sheet|office:spreadsheet)/su],
  ['web_page', /^<\?xml\b.*<html\b/isu],
  // XML of another kind, and JSON.
  ['no_spreadsheet', /^(?:<\?xml\b|\{\s*"[^"]*"\s*:|\[\s*(?:\{|"[^"]*"\s*[,\]]))/u],
];

export function fileKind(start: Buffer): FileKind {
  const signed = signatures.find(([, bytes]) => bytes.some((each) => startsWith(start, each)));
  if (signed) return signed[0];
  const isWide = (start[0] !== 0 && start[1] === 0) || startsWith(start, Buffer.of(0xff, 0xfe));
  const text = start.toString(isWide ? 'utf16le' : 'latin1');
  const content = text.replace(/^(?:\uFEFF|ï»¿)?(?:\s|<!--.*?-->)*/su, '');
  const begun = beginnings.find(([, beginning]) => beginning.test(content));
  if (begun) return begun[0];
  return !isWide && start.includes(0) ? 'no_spreadsheet' : 'text';
}

const startsWith = (bytes: Buffer, beginning: Buffer): boolean =>
  bytes.subarray(0, beginning.length).equals(beginning);
