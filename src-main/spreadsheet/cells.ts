// What a spreadsheet is to whoever reads one: sheets of rows of cells.

/**
 * A text as it stands; a number in plain digits with a point; or what stands where there is no
 * value: an error such as `#N/A`, or a formula that nobody has worked out.
 */
export type SheetCell = string | { readonly number: string } | { readonly noValue: string };

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly line: number;
  /** From the first column on; what is empty at the end is left out. */
  readonly cells: readonly SheetCell[];
}

/** Ends the reading. */
export type OnRow = (row: SheetRow) => 'enough' | undefined;

/** Ends the reading of this sheet; `sheet` is counted from 0. */
export type OnSheetRow = (sheet: number, row: SheetRow) => 'enough' | undefined;

export interface Spreadsheet {
  /**
   * The first rows of each sheet that a person sees, until it is enough of that one, all in one go;
   * texts that are shared are not all fetched for them. Returns the sheets' names.
   * @throws trouble, what the file system throws, and `onRow`.
   */
  begin(onRow: OnSheetRow): Promise<readonly string[]>;
  /**
   * The rows of a sheet, which are all that have a cell. `onBytes` is told how much of
   * `sizeOf(sheet)` is unpacked. @throws trouble, what the file system throws, and `onRow`.
   */
  read(sheet: number, onRow: OnRow, onBytes?: (bytes: number) => void): Promise<void>;
  /** In bytes, as the file says. */
  sizeOf(sheet: number): number;
  close(): void;
}

/** Cells further to the right are not read. */
export const mostColumns = 200;
/** More than any program writes. */
export const mostSheets = 50;
/** As many as a cell can hold. */
export const longestText = 32_767;

/** The bounds of the formats. */
export const lastRow = 1_048_576;
export const lastColumn = 16_384;

/** A row under way: its cells by their places. */
export class RowCells {
  #cells: SheetCell[] = [];

  /** `column` is counted from 0. */
  set(column: number, cell: SheetCell): void {
    if (cell === '' || column >= mostColumns) return;
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = cell;
  }

  /** Leaves none behind. */
  take(): readonly SheetCell[] {
    const cells = this.#cells;
    this.#cells = [];
    return cells;
  }
}
