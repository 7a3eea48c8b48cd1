// Turns the text of a file into UTF-8, whatever its encoding.
import { isUtf8 } from 'node:buffer';
import type { Reading } from '../contract/catalogue.ts';

export interface Utf8Decoder {
  /** Takes bytes that are cut anywhere. */
  decode(bytes: Buffer): Buffer;
  end(): Buffer;
}

/** What the bytes from 128 on are for DOS, as which older tills write. */
const codePage850 = Array.from(
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
    'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
);

const textOfDos = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => codePage850[byte.charCodeAt(0) - 0x80] ?? '');

/** The byte that each letter from 128 on is in Windows-1252. */
const highBytes = Uint8Array.from({ length: 0x80 }, (_, at) => 0x80 + at);
const byteOfLetter: ReadonlyMap<string, number> = new Map(
  Array.from(new TextDecoder('windows-1252').decode(highBytes), (letter, at) => [
    letter,
    0x80 + at,
  ]),
);

/** Letters in a row that are none of ASCII: several may be one that was encoded twice. */
const foreignLetters = /[\u0080-\u{10ffff}]+/gu;
/** As what the letters and signs of the languages here begin, once they are encoded twice. */
const twice = /[ÂÃâ]/u;

/** Returns the letters as they were before the second encoding; undefined if there was none. */
function beforeSecond(letters: string): string | undefined {
  if (!twice.test(letters)) return undefined;
  const bytes = Buffer.from(Array.from(letters, (letter) => byteOfLetter.get(letter) ?? 0));
  return !bytes.includes(0) && isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Enough to tell by its letters how a text is encoded, of what follows the first one. */
const sampleBytes = 32 * 1024;

/** Returns whether UTF-8 was taken for Windows-1252 and encoded once more, by most letters. */
export function isEncodedTwice(bytes: Buffer): boolean {
  const all = sampleOf(bytes).toString().match(foreignLetters) ?? [];
  return all.filter((letters) => beforeSecond(letters) !== undefined).length > all.length / 2;
}

/** Returns the part that tells most: from the letter before the first that is none of ASCII. */
function sampleOf(bytes: Buffer): Buffer {
  const firstLetter = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 1);
  return bytes.subarray(firstLetter, firstLetter + sampleBytes);
}

/**
 * Returns as what a text that is not UTF-8 has most letters of the languages here where letters can
 * be. A few bytes that are no UTF-8 spoil their own rows only.
 */
export function encodingByLetters(bytes: Buffer): Reading['encoding'] {
  const sample = sampleOf(bytes);
  let best: Reading['encoding'] = 'windows-1252';
  let most = -Infinity;
  for (const encoding of ['windows-1252', 'utf-8', 'cp850', 'macintosh', 'windows-1250'] as const) {
    const text =
      encoding === 'cp850' ? textOfDos(sample) : new TextDecoder(encoding).decode(sample);
    // With these letters alone "m³" would be "mł", and "œuf" would be "śuf".
    const isSlavic = /[łą]/iu.test(text) && /[śżźć]/iu.test(text);
    if (encoding === 'windows-1250' && !isSlavic) continue;
    const letters = lettersOf(text);
    if (letters > most) [best, most] = [encoding, letters];
  }
  return best;
}

const usual = /[áàâãçéêíóôõú]/iu;
const other = /[äèëìîïñòöùûüßœąćęłńśźż]/iu;
const neutral = /[ªº°€£«»®–—‘’“”…\u00a0]/u;

function lettersOf(text: string): number {
  let sum = 0;
  for (const [letter, before, after] of surroundings(text)) {
    if (neutral.test(letter)) continue;
    const isCapital = letter !== letter.toLowerCase();
    // In no word but "põe" and "limões": else it is an ä of Windows-1252.
    const isTilde = /õ/iu.test(letter) && !/e/iu.test(after);
    // A capital begins a word, or is among capitals.
    const isOutOfPlace =
      isCapital && /\p{L}/u.test(before) && (/\p{Ll}/u.test(before) || /\p{Ll}/u.test(after));
    sum += isOutOfPlace || isTilde ? -1 : usual.test(letter) ? 2 : other.test(letter) ? 1 : -1;
  }
  return sum;
}

function* surroundings(text: string): Generator<readonly [string, string, string]> {
  for (const { 0: letter, index } of text.matchAll(/[\u0080-\u{10ffff}]/gu)) {
    yield [letter, text[index - 1] ?? '', text[index + letter.length] ?? ''];
  }
}

const byteOrderMark = Buffer.from('\uFEFF');

/** Passes UTF-8 as it is, so that a row shows its mistakes, and drops a byte-order mark. */
export function textDecoder(encoding: Reading['encoding']): Utf8Decoder {
  if (encoding === 'cp850') {
    return { decode: (bytes) => Buffer.from(textOfDos(bytes)), end: () => Buffer.alloc(0) };
  }
  if (encoding === 'utf-8-twice') return decoderOfTwice();
  if (encoding !== 'utf-8') {
    const decoder = new TextDecoder(encoding);
    return {
      decode: (bytes) => Buffer.from(decoder.decode(bytes, { stream: true })),
      end: () => Buffer.from(decoder.decode()),
    };
  }
  let isFirst = true;
  return {
    decode: (bytes) => {
      const hasMark = isFirst && bytes.subarray(0, 3).equals(byteOrderMark);
      isFirst = false;
      return hasMark ? bytes.subarray(3) : bytes;
    },
    end: () => Buffer.alloc(0),
  };
}

/** More letters in a row than one that is cut can have. */
const mostCut = 64;

/** What was not encoded twice, such as a line that somebody has added, stays. */
function decoderOfTwice(): Utf8Decoder {
  const decoder = new TextDecoder('utf-8');
  let cut = '';
  const once = (text: string): Buffer =>
    Buffer.from(text.replace(foreignLetters, (letters) => beforeSecond(letters) ?? letters));
  return {
    decode: (bytes) => {
      const text = cut + decoder.decode(bytes, { stream: true });
      const [last = ''] = /[\u0080-\u{10ffff}]*$/u.exec(text.slice(-mostCut)) ?? [];
      cut = last;
      return once(text.slice(0, text.length - last.length));
    },
    end: () => once(cut + decoder.decode()),
  };
}

/** Whether a text that comes in parts has been UTF-8 so far. */
export interface Utf8SoFar {
  readonly isUtf8: boolean;
  /** The beginning of a character whose rest is yet to come. */
  readonly cut: Buffer;
}

export const nothingYet: Utf8SoFar = { isUtf8: true, cut: Buffer.alloc(0) };

export function withPart(before: Utf8SoFar, part: Buffer): Utf8SoFar {
  const bytes = Buffer.concat([before.cut, part]);
  const cutAt = bytes.length - cutLength(bytes);
  return {
    isUtf8: before.isUtf8 && isUtf8(bytes.subarray(0, cutAt)),
    cut: Buffer.from(bytes.subarray(cutAt)),
  };
}

/** Returns how many bytes at the end are the beginning of a longer character. */
function cutLength(bytes: Buffer): number {
  for (let length = 1; length <= 3; length += 1) {
    const byte = bytes.at(-length) ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return length < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? length : 0;
  }
  return 0;
}
