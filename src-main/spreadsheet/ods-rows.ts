// The rows of the sheets of an ods file (OpenDocument 1.3 part 3, 9.1).
import {
  lastColumn,
  lastRow,
  longestText,
  RowCells,
  type OnRow,
  type OnSheetRow,
  type SheetCell,
} from './cells.ts';
import { OdsTables } from './ods-tables.ts';
import { general, plainNumber } from './numbers.ts';
import { checkBound, unusable } from './trouble.ts';
import { attributeNamed, type Attributes, type XmlListener } from './xml.ts';

interface OpenCell {
  readonly attributes: Attributes;
  readonly repeated: number;
  /** The text that the cell shows, one line for each paragraph. */
  text: string;
  paragraphs: number;
}

/** Elements that stand in a cell and have texts that are not its own: notes and pictures. */
const aside: ReadonlySet<string> = new Set(['annotation', 'frame', 'shapes', 'g', 'ruby-text']);

/** Listens to all sheets, one after the other. */
export class OdsSheets implements XmlListener {
  readonly #onRow: OnSheetRow;
  readonly #tables = new OdsTables();
  #sheet = -1;
  #rows: OdsRows | null = null;

  /** `onRow` gets the rows that have a cell. */
  constructor(onRow: OnSheetRow) {
    this.#onRow = onRow;
  }

  /** The names of the visible sheets, as far as the file has been read. */
  get names(): readonly string[] {
    return this.#tables.names;
  }

  /** Returns whether that sheet has been read, or enough of it. */
  isOver(sheet: number): boolean {
    return this.#sheet > sheet || (this.#sheet === sheet && this.#rows?.isOver === true);
  }

  open(name: string, attributes: Attributes): void {
    this.#tables.open(name, attributes);
    const { current } = this.#tables;
    if (current === null) return;
    if (current !== this.#sheet) {
      this.#sheet = current;
      this.#rows = new OdsRows((row) => this.#onRow(current, row));
    }
    this.#rows?.open(name, attributes);
  }

  text(text: string): void {
    this.#rows?.text(text);
  }

  close(name: string): void {
    const { current } = this.#tables;
    this.#tables.close(name);
    if (current !== null) this.#rows?.close(name);
  }
}

/** Reads one sheet, without tables that stand within a cell. */
class OdsRows implements XmlListener {
  readonly #onRow: OnRow;
  readonly #cells = new RowCells();
  #asideDepth = 0;
  #line = 0;
  #rows = 0;
  #cellCount = 0;
  #rowRepeated = 1;
  #column = 0;
  #filled = 0;
  #cell: OpenCell | null = null;
  #isInParagraph = false;
  #isOver = false;

  constructor(onRow: OnRow) {
    this.#onRow = onRow;
  }

  /** Whether the sheet has been read, or enough of it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#isOver) return;
    if (aside.has(name)) this.#asideDepth += 1;
    if (this.#asideDepth > 0) return;
    if (name === 'table-row') this.#openRow(attributes);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(attributes);
    else if (this.#cell) this.#openInCell(this.#cell, name, attributes);
  }

  text(text: string): void {
    if (this.#cell && this.#isInParagraph && this.#asideDepth === 0) append(this.#cell, text);
  }

  close(name: string): void {
    if (this.#isOver) return;
    if (name === 'table') {
      this.#isOver = true;
      return;
    }
    if (aside.has(name)) this.#asideDepth -= 1;
    else if (this.#asideDepth > 0) return;
    else if (name === 'p') this.#isInParagraph = false;
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell();
    else if (name === 'table-row') this.#closeRow();
  }

  #openRow(attributes: Attributes): void {
    this.#rowRepeated = repeated(attributes, 'number-rows-repeated', lastRow);
    this.#column = 0;
    this.#filled = 0;
  }

  #openCell(attributes: Attributes): void {
    this.#cell = {
      attributes,
      repeated: repeated(attributes, 'number-columns-repeated', lastColumn),
      ...{ text: '', paragraphs: 0 },
    };
    this.#isInParagraph = false;
  }

  #openInCell(cell: OpenCell, name: string, attributes: Attributes): void {
    if (name === 'p') {
      if (cell.paragraphs > 0) append(cell, '\n');
      cell.paragraphs += 1;
      this.#isInParagraph = true;
    } else if (name === 's') {
      append(cell, ' '.repeat(repeated(attributes, 'c', longestText)));
    } else if (name === 'tab') append(cell, '\t');
    else if (name === 'line-break') append(cell, '\n');
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (!cell) return;
    const shown = shownBy(cell);
    const from = this.#column;
    this.#column += cell.repeated;
    if (this.#column > lastColumn) throw unusable('damaged');
    if (shown === '') return;
    this.#filled += cell.repeated;
    for (let at = from; at < this.#column; at += 1) this.#cells.set(at, shown);
  }

  /** Passes a row on; a repeated row counts as so many rows. */
  #closeRow(): void {
    const cells = this.#cells.take();
    const first = this.#line + 1;
    this.#line += this.#rowRepeated;
    if (this.#line > lastRow) throw unusable('damaged');
    if (cells.length === 0) return;
    this.#rows += this.#rowRepeated;
    this.#cellCount += this.#filled * this.#rowRepeated;
    checkBound('rows', this.#rows);
    checkBound('cells', this.#cellCount);
    for (let line = first; line <= this.#line; line += 1) {
      this.#isOver = this.#onRow({ line, cells }) === 'enough';
      if (this.#isOver) return;
    }
  }
}

function append(cell: OpenCell, text: string): void {
  if (cell.text.length < longestText) cell.text += text;
}

function repeated(attributes: Attributes, name: string, most: number): number {
  const text = attributeNamed(attributes, name);
  if (text === undefined) return 1;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > most) throw unusable('damaged');
  return count;
}

function shownBy({ attributes, text }: OpenCell): SheetCell {
  const keys = Object.keys(attributes);
  if (keys.length === 0) return text;
  // The same attribute may come twice: as an extension and as the standard's own.
  if (keys.some((key) => key.endsWith(':value-type') && attributes[key] === 'error')) {
    return { noValue: text };
  }
  const type = attributes['office:value-type'] ?? attributeNamed(attributes, 'value-type');
  const of = (name: string): string => attributeNamed(attributes, name) ?? '';
  if (type === undefined) {
    const formula = attributeNamed(attributes, 'formula');
    return formula !== undefined && text === '' ? { noValue: formula } : text;
  }
  if (type === 'float' || type === 'currency' || type === 'percentage') {
    return shownNumber(of('value'), text, type === 'percentage');
  }
  if (type === 'date')
    return of('date-value')
      .replace('T', ' ')
      .replace(/:00(?:\.0+)?$/, '');
  if (type === 'time') return timeText(of('time-value')) ?? text;
  if (type === 'boolean') return of('boolean-value') === 'true' ? 'TRUE' : 'FALSE';
  return text;
}

/** Gives the number the decimals and the leading zeros that the cell shows. */
function shownNumber(value: string, shown: string, isPercent: boolean): SheetCell {
  const decimals = /\d[.,](\d+)\D*$/u.exec(shown)?.[1]?.length ?? 0;
  const digits = /^0\d+$/.test(shown) ? shown.length : 0;
  const number = plainNumber(value, {
    ...{ ...general, isPercent, digits },
    decimals: /E[+-]/iu.test(shown) || shown === '' ? null : decimals,
  });
  if (number === undefined) return { noValue: value };
  return isPercent ? number : { number };
}

/** Returns "12:30" for "PT12H30M00S". */
function timeText(value: string): string | undefined {
  const [, hours, minutes] = /^PT(\d{1,5})H(\d{1,2})M/u.exec(value) ?? [];
  return hours === undefined || minutes === undefined ? undefined : `${hours}:${minutes}`;
}
