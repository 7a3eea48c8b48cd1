// Guesses how a spreadsheet of a catalogue is to be read, from the beginnings of its sheets.
import type { Preview, Reading } from '../contract/catalogue.ts';
import type { SheetCell, SheetRow } from '../spreadsheet/cells.ts';
import type { SheetSample } from '../spreadsheet/look.ts';
import { isBlank } from './import-row.ts';
import type { DecimalMark } from './import-cells.ts';
import { previewOfTable } from './reading-table.ts';
import { sheetRecord } from './import-sheet.ts';

const needed = ['code', 'description', 'unitPrice'] as const;

/**
 * Returns a preview of the sheet that is asked for, or of the first that looks like a catalogue;
 * else of the first with a table, or with anything. Undefined if there is no row.
 */
export function previewOfSheets(
  samples: readonly SheetSample[],
  chosenReading: Reading | null,
): Preview | undefined {
  const sheet = chosenReading?.sheet ?? null;
  if (sheet !== null) return previewOfSheet(samples, sheet, chosenReading);
  let best: Preview | undefined;
  for (const index of samples.keys()) {
    const preview = previewOfSheet(samples, index, null);
    if (!preview) continue;
    const { columns } = preview.reading;
    if (needed.every((field) => columns.includes(field))) return preview;
    if (!best || (!isTable(best) && isTable(preview))) best = preview;
  }
  return best;
}

const isTable = ({ reading, rows }: Preview): boolean =>
  reading.columns.length > 1 && rows.length > 1;

function previewOfSheet(
  samples: readonly SheetSample[],
  sheet: number,
  chosenReading: Reading | null,
): Preview | undefined {
  const { rows, isAll } = samples[sheet] ?? { rows: [], isAll: true };
  const recordsOf = (each: readonly SheetRow[], decimalMark: DecimalMark) =>
    each.map((row) => sheetRecord(row, decimalMark)).filter((record) => !isBlank(record));
  const texts = rows.map(({ line, cells }) => ({ line, cells: cells.map(onlyText) }));
  return previewOfTable(
    {
      records: (decimalMark) => recordsOf(rows, decimalMark),
      texts: recordsOf(texts, ','),
      ...{ hasGaps: true, isAll },
    },
    {
      // These two are of a text file and say nothing here.
      ...{ delimiter: ';', encoding: 'utf-8' },
      ...{ sheet, sheets: samples.map(({ name }) => name) },
    },
    chosenReading,
  );
}

const onlyText = (cell: SheetCell): string => (typeof cell === 'string' ? cell : '');
