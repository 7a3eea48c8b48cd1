// Reads the beginning of every sheet, so that a person can say how to read the spreadsheet; runs in
// a helper process.
import { ok, type Result } from '../contract/errors.ts';
import type { SheetCell, SheetRow } from './cells.ts';
import { openSpreadsheet } from './open.ts';
import { withoutTrouble } from './trouble.ts';

export interface SheetSample {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** True if the sheet has no more rows. */
  readonly isAll: boolean;
}

export const sampledRows = 1000;
/** So many rows are there however much stands in them. */
const fewestRows = 240;
/** A longer text is no name and no code. */
const longestShown = 1000;
/** The bound of all sheets together, so that main can take in the answer at once. */
const mostCharacters = 2_000_000;
const mostCharactersOfSheet = 500_000;

/** Errors: `spreadsheet_unusable`, `spreadsheet_too_large`. @throws what the file system throws. */
export function lookAtSpreadsheet({
  file,
}: {
  readonly file: string;
}): Promise<Result<readonly SheetSample[]>> {
  return withoutTrouble(async () => {
    const spreadsheet = await openSpreadsheet(file);
    try {
      const begun = new Map<number, { rows: SheetRow[]; characters: number; isAll: boolean }>();
      let characters = 0;
      const names = await spreadsheet.begin((sheet, { line, cells }) => {
        const sample = begun.get(sheet) ?? { rows: [], characters: 0, isAll: true };
        begun.set(sheet, sample);
        const { rows } = sample;
        const isEnough =
          characters >= mostCharacters ||
          rows.length >= sampledRows ||
          (rows.length >= fewestRows && sample.characters >= mostCharactersOfSheet);
        sample.isAll = !isEnough;
        if (isEnough) return 'enough';
        rows.push({ line, cells: cells.map(shortened) });
        const more = cells.reduce((sum, cell) => sum + Math.min(lengthOf(cell), longestShown), 0);
        sample.characters += more;
        characters += more;
        return undefined;
      });
      return ok(
        names.map((name, sheet) => {
          const { rows, isAll } = begun.get(sheet) ?? { rows: [], isAll: true };
          return { name, rows, isAll };
        }),
      );
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
