// The rows of a sheet of an xlsx file (ECMA-376 part 1, 18.3).
import { lastColumn, lastRow, longestText, RowCells, type SheetCell } from './cells.ts';
import { dateText, plainNumber } from './numbers.ts';
import { checkBound, unusable } from './trouble.ts';
import type { Attributes, XmlListener } from './xml.ts';
import type { XlsxStyles } from './xlsx-styles.ts';
import { RunTexts, unescaped } from './xlsx-texts.ts';

interface Book {
  readonly styles: XlsxStyles;
  readonly epoch: 1900 | 1904;
  /** Returns what a cell with this index of a shared text shows. */
  readonly sharedText: (index: number) => SheetCell;
}

interface OpenCell {
  readonly column: number;
  readonly type: string | undefined;
  readonly style: string | undefined;
  /** Null as long as there was no such element; so are `formula` and `inline`. */
  value: string | null;
  formula: string | null;
  inline: string | null;
}

/** Listens to a sheet. `onRow` gets the rows that have a cell. */
export class XlsxRows implements XmlListener {
  readonly #book: Book;
  readonly #onRow: (line: number, cells: readonly SheetCell[]) => void;
  readonly #cells = new RowCells();
  readonly #runs = new RunTexts();
  #isInTable = false;
  #rows = 0;
  #cellCount = 0;
  #line = 0;
  #column = -1;
  #cell: OpenCell | null = null;
  #within: 'value' | 'formula' | 'inline' | null = null;

  constructor(book: Book, onRow: (line: number, cells: readonly SheetCell[]) => void) {
    this.#book = book;
    this.#onRow = onRow;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'sheetData') this.#isInTable = true;
    if (!this.#isInTable) return;
    if (name === 'row') this.#openRow(attributes.r);
    else if (name === 'c') this.#openCell(attributes);
    else if (this.#within === 'inline') this.#runs.open(name);
    else if (this.#cell) this.#openInCell(this.#cell, name);
  }

  text(text: string): void {
    const cell = this.#cell;
    if (this.#within === 'inline') this.#runs.text(text);
    else if (cell && this.#within === 'value') cell.value = joined(cell.value, text);
    else if (cell && this.#within === 'formula') cell.formula = joined(cell.formula, text);
  }

  close(name: string): void {
    if (!this.#isInTable) return;
    if (name === 'is' && this.#cell) {
      this.#cell.inline = this.#runs.take();
      this.#within = null;
    } else if (this.#within === 'inline') this.#runs.close(name);
    else if (name === 'v' || name === 'f') this.#within = null;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else if (name === 'sheetData') this.#isInTable = false;
  }

  #openRow(number: string | undefined): void {
    this.#line = number === undefined ? this.#line + 1 : Number(number);
    if (!Number.isInteger(this.#line) || this.#line < 1 || this.#line > lastRow) {
      throw unusable('damaged');
    }
    this.#rows += 1;
    checkBound('rows', this.#rows);
    this.#column = -1;
  }

  #openCell({ r, t, s }: Attributes): void {
    this.#column = r === undefined ? this.#column + 1 : columnOf(r);
    this.#within = null;
    this.#cell = {
      ...{ column: this.#column, type: t, style: s },
      ...{ value: null, formula: null, inline: null },
    };
  }

  #openInCell(cell: OpenCell, name: string): void {
    if (name === 'v') {
      this.#within = 'value';
      cell.value = '';
    } else if (name === 'f') {
      this.#within = 'formula';
      cell.formula = '';
    } else if (name === 'is') {
      this.#within = 'inline';
      this.#runs.take();
    }
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (!cell) return;
    const shown = this.#shown(cell);
    if (shown === '') return;
    this.#cellCount += 1;
    checkBound('cells', this.#cellCount);
    this.#cells.set(cell.column, shown);
  }

  #closeRow(): void {
    const cells = this.#cells.take();
    if (cells.length > 0) this.#onRow(this.#line, cells);
  }

  #shown({ type, style, value, formula, inline }: OpenCell): SheetCell {
    if (inline !== null) return inline;
    if (value === null || (value === '' && type !== 'str')) {
      return formula === null ? '' : { noValue: `=${formula}` };
    }
    if (type === 's') return this.#book.sharedText(Number(value));
    if (type === 'str') return unescaped(value);
    if (type === 'e') return { noValue: value };
    if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd' || type === 'inlineStr') return value;
    return this.#number(value, style);
  }

  #number(value: string, style: string | undefined): SheetCell {
    const { styles, epoch } = this.#book;
    const format = styles.formatOf(style);
    if (format.isDate) return dateText(value, epoch) ?? { noValue: value };
    const number = plainNumber(value, format);
    if (number === undefined) return { noValue: value };
    return number.endsWith('%') ? number : { number };
  }
}

const joined = (before: string | null, text: string): string =>
  (before ?? '').length < longestText ? (before ?? '') + text : (before ?? '');

const letterA = 65;

/** Returns 2 for "C12". */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) & ~32) - letterA;
    if (letter < 0 || letter > 25) break;
    column = column * 26 + letter + 1;
    if (column > lastColumn) throw unusable('damaged');
  }
  if (column === 0) throw unusable('damaged');
  return column - 1;
}
