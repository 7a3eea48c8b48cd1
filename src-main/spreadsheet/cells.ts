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

export interface Sheet {
  readonly name: string;
  readonly lastLine: number;
  readonly rows: Iterable<SheetRow>;
}
