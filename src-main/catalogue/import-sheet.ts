// Reads the rows of a spreadsheet as records like those of a text file.
import type { SheetCell, SheetRow } from '../spreadsheet/cells.ts';
import type { DecimalMark } from './import-cells.ts';
import type { CsvRecord } from './import-csv.ts';

const noBytes = Buffer.alloc(0);

/**
 * Returns a row as a record with as many cells as there are columns. Cells further to the right
 * move no other cell and are not read. Numbers are written as the texts of the file are read.
 */
export function sheetRecord(
  { line, cells }: SheetRow,
  decimalMark: DecimalMark,
  columns = cells.length,
): CsvRecord {
  const at = Array.from({ length: columns }, (_, index) => cells[index] ?? '');
  const texts = at.map((cell) => textOfCell(cell, decimalMark));
  const numbers = at.flatMap((cell, index) => (isNumber(cell) ? [index] : []));
  const withoutValue = at.flatMap((cell, index) => (isWithoutValue(cell) ? [index] : []));
  return {
    ...{ line, cells: texts, raw: noBytes, numbers },
    ...(withoutValue.length > 0 && { withoutValue }),
  };
}

const isWithoutValue = (cell: SheetCell): boolean => typeof cell !== 'string' && 'noValue' in cell;

const isNumber = (cell: SheetCell): boolean => typeof cell !== 'string' && 'number' in cell;

function textOfCell(cell: SheetCell, decimalMark: DecimalMark): string {
  if (typeof cell === 'string') return cell;
  return 'number' in cell ? cell.number.replace('.', decimalMark) : cell.noValue;
}
