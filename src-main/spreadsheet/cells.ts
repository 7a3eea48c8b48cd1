// What a reader gets from a spreadsheet: sheets of rows of cells.

/**
 * A text as it stands; a number in plain digits with a point; or, if there is no value, what stands
 * in its place: an error such as `#N/A`, or a formula without a stored result.
 */
export type SheetCell = string | { readonly number: string } | { readonly noValue: string };

export interface SheetRow {
  /** The row's number in the spreadsheet, from 1. */
  readonly line: number;
  /** The cells from the first column on, without the empty ones at the end. */
  readonly cells: readonly SheetCell[];
}

/** Takes a row; `enough` ends the reading. */
export type OnRow = (row: SheetRow) => 'enough' | undefined;

/** Takes a row of a sheet, counted from 0; `enough` ends the reading of this sheet. */
export type OnSheetRow = (sheet: number, row: SheetRow) => 'enough' | undefined;

export interface Spreadsheet {
  /**
   * Reads the first rows of each visible sheet in one go, until `onRow` has enough of that sheet.
   * It does not load all shared texts for that. Returns the sheets' names.
   * @throws trouble, what the file system throws, and what `onRow` throws.
   */
  begin(onRow: OnSheetRow): Promise<readonly string[]>;
  /**
   * Reads the rows of a sheet that have a cell. `onBytes` is told how much of `sizeOf(sheet)` is
   * unpacked. @throws trouble, what the file system throws, and what `onRow` throws.
   */
  read(sheet: number, onRow: OnRow, onBytes?: (bytes: number) => void): Promise<void>;
  /** The size in bytes that the file states. */
  sizeOf(sheet: number): number;
  close(): void;
}

/** Cells further to the right are not read. */
export const mostColumns = 200;
/** More than any program writes. */
export const mostSheets = 50;
/** The longest text that a cell can hold. */
export const longestText = 32_767;

/** The largest row and column that the formats allow. */
export const lastRow = 1_048_576;
export const lastColumn = 16_384;

/** A row under way, whose cells are set by column. */
export class RowCells {
  #cells: SheetCell[] = [];

  /** `column` is counted from 0. */
  set(column: number, cell: SheetCell): void {
    if (cell === '' || column >= mostColumns) return;
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = cell;
  }

  /** Returns the cells and begins an empty row. */
  take(): readonly SheetCell[] {
    const cells = this.#cells;
    this.#cells = [];
    return cells;
  }
}
