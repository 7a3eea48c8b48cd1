// Reads the beginning of every sheet, so that a person can say how to read the spreadsheet.
import { ok, type Result } from '../contract/errors.ts';
import type { SheetCell, SheetRow } from './cells.ts';
import { readSheets } from './read.ts';

export interface SheetSample {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** True if the sheet has no more rows. */
  readonly isAll: boolean;
}

const sampledRows = 1000;
/** A longer text is no name and no code. */
const longestShown = 1000;
/** The bound of all sheets together, so that main can take in the answer at once. */
const mostCharacters = 2_000_000;

/** Errors: `spreadsheet_unusable`, `spreadsheet_too_large`. @throws what the file system throws. */
export async function lookAtSpreadsheet({
  file,
}: {
  readonly file: string;
}): Promise<Result<readonly SheetSample[]>> {
  const sheets = await readSheets(file, { sheetRows: sampledRows + 1 });
  if (!sheets.ok) return sheets;
  const charactersOfSheet = mostCharacters / sheets.value.length;
  return ok(
    sheets.value.map(({ name, rows }) => {
      const sample: SheetRow[] = [];
      let characters = 0;
      for (const { line, cells } of rows) {
        const isEnough = line > sampledRows || characters > charactersOfSheet;
        if (isEnough) return { name, rows: sample, isAll: false };
        const short = cells.map(shortened);
        sample.push({ line, cells: short });
        characters += JSON.stringify(short).length;
      }
      return { name, rows: sample, isAll: true };
    }),
  );
}

function shortened(cell: SheetCell): SheetCell {
  if (typeof cell === 'string') return cell.slice(0, longestShown);
  return 'noValue' in cell ? { noValue: cell.noValue.slice(0, longestShown) } : cell;
}
