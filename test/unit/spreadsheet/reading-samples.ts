// Reads a spreadsheet that a test has made.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SheetCell } from '../../../src-main/spreadsheet/cells.ts';
import { lookAtSpreadsheet } from '../../../src-main/spreadsheet/look.ts';
import { readSheets } from '../../../src-main/spreadsheet/read.ts';
import { ok, type Result } from '../../../src-main/contract/errors.ts';
import { must } from '../../must.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

export type Lines = Readonly<Record<number, readonly SheetCell[]>>;

export function fileOf(bytes: Buffer): string {
  // The name of a file says nothing about its kind.
  const file = join(temporaryFolder(), 'list.csv');
  writeFileSync(file, bytes);
  return file;
}

/** Returns every row of a sheet by its number. */
export async function readLines(bytes: Buffer, sheet = 0): Promise<Result<Lines>> {
  const sheets = await readSheets(fileOf(bytes));
  if (!sheets.ok) return sheets;
  const rows = [...(sheets.value[sheet]?.rows ?? [])];
  return ok(Object.fromEntries(rows.map(({ line, cells }) => [line, cells])));
}

export async function linesOf(bytes: Buffer, sheet = 0): Promise<Lines> {
  const read = must(await readLines(bytes, sheet));
  // The rows that are shown first must be those that are read.
  const preview = await lookAtSpreadsheet({ file: fileOf(bytes) });
  const rows = preview.ok ? (preview.value[sheet]?.rows ?? []) : [];
  for (const { line, cells } of rows) {
    if (JSON.stringify(read[line]) !== JSON.stringify(cells)) {
      throw new Error(`line ${line}: ${JSON.stringify([read[line], cells])}`);
    }
  }
  if (rows.length === 0 && Object.keys(read).length > 0) throw new Error('nothing is shown');
  return read;
}
