// Cells of the CSV files that the till writes and reads: what a cell says, and what a spreadsheet
// would take for something else.

/** Zero-width blanks, marks of direction and the like, which come along with what was copied. */
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/**
 * Returns what a cell says. An apostrophe before it, or `="…"` around it, tells a spreadsheet that
 * a cell is text; what follows an apostrophe is taken as it stands. Other cells lose the blanks
 * around them, and what nobody sees.
 */
export function textOf(cell: string): string {
  if (cell.trimStart().startsWith(`'`)) return cell.trimStart().slice(1);
  const text = cell.replace(invisible, '').trim();
  const formula = /^="(.*)"$/su.exec(text)?.[1];
  return formula === undefined ? text : formula.replaceAll('""', '"');
}

/** Returns whether a spreadsheet has shortened a long number, as in "5,60123E+12". */
export const isShortenedNumber = (cell: string): boolean =>
  /^\d(?:[.,]\d+)?E\+\d{1,3}$/u.test(cell.trim());

/** What spreadsheets take for the beginning of a formula. */
const formula = /^[=+\-@\t\r＝＋－＠]/u;

export const beginsAsFormula = (cell: string): boolean => formula.test(cell);

/**
 * Returns one line of a text that others chose. Line breaks and control characters are of no use in
 * a row, and can hide how a text begins. A spreadsheet of another language splits the row at other
 * delimiters, and a formula could begin after any of them.
 */
export const foreignCell = (text: string): string =>
  asText(text.replace(/\p{Cc}+/gu, ' ').replace(/([,;|]["\s]*)(?=[=+\-@＝＋－＠])/gu, `$1'`));

/** Puts an apostrophe before what would be taken for something else; an import takes it off. */
export const asText = (text: string): string =>
  beginsAsFormula(text) || isShortenedNumber(text) || textOf(text) !== text ? `'${text}` : text;

/** What spreadsheets take for a number, a day, a time or a truth, and save in another spelling. */
const respelt =
  /^(?:0\d+|\d{12,}|\d*[.,][\d.,]*%?|\d[\d.,]*E[+-]?\d+|\d{1,4}[-/.:]\d{1,2}(?:[-/.:]\d{1,4})?|(?:\d{1,2}[-/ ]?)?(?:jan|fe[bv]|mar|apr|abr|ma[iy]|jun|jul|aug|ago|sep|set|oct|out|nov|de[cz])\p{L}*[-/ ]?\d{1,4}|true|false|verdadeiro|falso)$/iu;

/** Puts an apostrophe also before what a spreadsheet would save otherwise than it is. */
export const asSpelt = (text: string): string =>
  respelt.test(text.trim()) ? `'${text}` : asText(text);
