// Why a spreadsheet cannot be read, and how large one may be.

export type SpreadsheetProblem =
  /** A spreadsheet that the till does not read: xls or xlsb. */
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
  /** The unpacked size of everything that is read of the file. */
  | 'unpackedMegabytes'
  /** How many times as large a part may become when it is unpacked. */
  | 'growth'
  /** Files in the archive that a spreadsheet is. */
  | 'parts'
  | 'rows'
  /** Cells that are not empty. */
  | 'cells'
  /** Different shared texts. */
  | 'texts';

export type SpreadsheetError =
  /** Nothing of the file can be read. */
  | { readonly code: 'spreadsheet_unusable'; readonly problem: SpreadsheetProblem }
  /** The file holds more than the till reads. */
  | {
      readonly code: 'spreadsheet_too_large';
      readonly bound: SpreadsheetBound;
      readonly most: number;
    };

/** More than shops have, and less than would bring a computer down. */
export const mostOfSpreadsheet: Readonly<Record<SpreadsheetBound, number>> = {
  megabytes: 64,
  unpackedMegabytes: 512,
  growth: 250,
  parts: 10_000,
  rows: 1_048_576,
  cells: 20_000_000,
  texts: 5_000_000,
};
