// Reads the beginning of every sheet, so that a person can say how to read the spreadsheet; runs in
// a helper process.
import { ok, type Result } from '../contract/errors.ts';
import type { SheetCell, SheetRow } from './cells.ts';
import { openSpreadsheet } from './open.ts';
import { withoutTrouble } from './trouble.ts';

export interface SheetSample {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

export const sampledRows = 240;
/** A longer text is no name and no code. */
const longestShown = 1000;
/** The bound of all sheets together, so that main can take in the answer at once. */
const mostCharacters = 2_000_000;

/** Errors: `spreadsheet_unusable`, `spreadsheet_too_large`. @throws what the file system throws. */
export function lookAtSpreadsheet({
  file,
}: {
  readonly file: string;
}): Promise<Result<readonly SheetSample[]>> {
  return withoutTrouble(async () => {
    const spreadsheet = await openSpreadsheet(file);
    try {
      const begun = new Map<number, SheetRow[]>();
      let characters = 0;
      const names = await spreadsheet.begin((sheet, { line, cells }) => {
        if (characters >= mostCharacters) return 'enough';
        const rows = begun.get(sheet) ?? [];
        begun.set(sheet, rows);
        rows.push({ line, cells: cells.map(shortened) });
        characters += cells.reduce((sum, cell) => sum + Math.min(lengthOf(cell), longestShown), 0);
        return rows.length >= sampledRows || characters >= mostCharacters ? 'enough' : undefined;
      });
      return ok(names.map((name, sheet) => ({ name, rows: begun.get(sheet) ?? [] })));
    } finally {
      spreadsheet.close();
    }
  });
}

const lengthOf = (cell: SheetCell): number =>
  typeof cell === 'string' ? cell.length + 1 : 'number' in cell ? 20 : cell.noValue.length + 1;

function shortened(cell: SheetCell): SheetCell {
  if (typeof cell === 'string') return cell.slice(0, longestShown);
  return 'noValue' in cell ? { noValue: cell.noValue.slice(0, longestShown) } : cell;
}
