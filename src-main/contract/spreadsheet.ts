// Why a spreadsheet cannot be read, and how large one may be.

export type SpreadsheetProblem =
  /** A spreadsheet in a format that is hardly used any more, such as that of Excel 4. */
  | 'other_format'
  /** A file of another kind, such as an archive or a text document. */
  | 'no_spreadsheet'
  | 'web_page'
  | 'pdf'
  | 'picture'
  /** A password guards it. */
  | 'protected'
  /** The file is cut off, or not as its format wants it. */
  | 'damaged';

export type SpreadsheetBound =
  | 'megabytes'
  /** The unpacked size of all parts of the file. */
  | 'unpackedMegabytes'
  /** The memory of the process that reads the file. */
  | 'memoryMegabytes'
  /** How long that process may take. */
  | 'minutes';

export type SpreadsheetError =
  /** Nothing of the file can be read. */
  | { readonly code: 'spreadsheet_unusable'; readonly problem: SpreadsheetProblem }
  /** The file takes more than the till gives to one. */
  | {
      readonly code: 'spreadsheet_too_large';
      readonly bound: SpreadsheetBound;
      readonly most: number;
    };

/** More than shops have, and less than would bring a computer down. */
export const mostOfSpreadsheet: Readonly<Record<SpreadsheetBound, number>> = {
  megabytes: 64,
  unpackedMegabytes: 256,
  memoryMegabytes: 1536,
  minutes: 10,
};
