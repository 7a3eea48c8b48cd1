// Text as a thermal printer can print it: a byte for each letter, whatever code page is set.

/** ASCII, and what cp858, Windows-1252 and ISO 8859-15 share of Latin-1: no commands. */
const printable = /^[\x20-\x7e€\u00a1-\u00ff]$/u;
const notInAll = /[¤¦¨´¸¼½¾\u00ad]/u;
/** The encoder finds these below 32, where IBM's code page has them, and printers commands. */
const amongCommands = /[¶§]/u;

const substitutes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '‘': "'",
    '’': "'",
    '‚': ',',
    '“': '"',
    '”': '"',
    '„': '"',
    '‐': '-',
    '‑': '-',
    '–': '-',
    '—': '-',
    '−': '-',
    '•': '*',
    '´': "'",
    '¨': '"',
    '¦': '|',
    '§': 'S',
    '⁄': '/',
    Œ: 'OE',
    œ: 'oe',
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
    ı: 'i',
  }),
);

/**
 * Prints letters that no code page holds without their accents, or as a question mark, and leaves
 * out what is not shown.
 */
export const printerText = (text: string): string =>
  Array.from(text.normalize('NFC'), printerLetter).join('');

const isPrintable = (letter: string): boolean =>
  printable.test(letter) && !notInAll.test(letter) && !amongCommands.test(letter);

function printerLetter(letter: string): string {
  if (isPrintable(letter)) return letter;
  const substitute = substitutes.get(letter);
  if (substitute !== undefined) return substitute;
  if (/[\p{Cf}\p{M}]/u.test(letter)) return '';
  if (/\s/u.test(letter)) return ' ';
  const plain = Array.from(letter.normalize('NFKD').replace(/\p{M}/gu, ''), (part) =>
    isPrintable(part) ? part : substitutes.get(part),
  );
  return plain.length === 0 || plain.includes(undefined) ? '?' : plain.join('');
}
