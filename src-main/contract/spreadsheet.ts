// Why nothing is read of a spreadsheet, and how large one may be.

export type SpreadsheetProblem =
  /** xls or xlsb: a spreadsheet, and none that is read. */
  | 'other_format'
  /** A file of another kind, such as an archive or a text document. */
  | 'no_spreadsheet'
  /** A password guards it. */
  | 'protected'
  /** Cut off, or not as the format wants it. */
  | 'damaged';

export type SpreadsheetBound =
  | 'megabytes'
  /** Of what is read of the file, unpacked. */
  | 'unpackedMegabytes'
  /** How many times as large a part may become when it is unpacked. */
  | 'growth'
  /** Files in the archive that a spreadsheet is. */
  | 'parts'
  | 'rows'
  /** With something in them. */
  | 'cells'
  /** Different ones. */
  | 'texts';

export type SpreadsheetError =
  /** Nothing of it can be read. */
  | { readonly code: 'spreadsheet_unusable'; readonly problem: SpreadsheetProblem }
  /** It holds more than the till reads. */
  | {
      readonly code: 'spreadsheet_too_large';
      readonly bound: SpreadsheetBound;
      readonly most: number;
    };

/** More than shops have, and less than brings a computer down. */
export const mostOfSpreadsheet: Readonly<Record<SpreadsheetBound, number>> = {
  megabytes: 64,
  unpackedMegabytes: 512,
  growth: 250,
  parts: 10_000,
  rows: 1_048_576,
  cells: 20_000_000,
  texts: 5_000_000,
};
