// Writes closed days to a file for spreadsheets, in turns, so that nobody waits for years of them.
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { localDay } from '../contract/calendar.ts';
import { zName, type DaySnapshot } from '../contract/day-report.ts';
import { err, type Result } from '../contract/errors.ts';
import type { Language } from '../contract/languages.ts';
import { fileNameOf, writeNewFile } from '../store/new-file.ts';
import type { Store } from '../store/open.ts';
import { readZIds, readZReport } from '../store/z-reports.ts';
import { dayCsvRow, daysHeadCsv, reportCsv } from './csv.ts';

interface Exporting {
  readonly language: Language;
  readonly folder: string;
  readonly company: string;
  readonly nowMs: number;
  /** Leaves of a report what the person who exports may see. */
  readonly visiblePart: (snapshot: DaySnapshot) => DaySnapshot;
}

/**
 * Exports one Z, or the list of all if `zId` is null. Errors: `not_found`, and those of writing a
 * file.
 */
export async function exportDays(
  db: Store,
  zId: number | null,
  { language, folder, company, nowMs, visiblePart }: Exporting,
): Promise<Result<{ readonly file: string }>> {
  const named = (...parts: string[]) => join(folder, fileNameOf([company, ...parts], 'csv'));
  if (zId === null) return writeNewFile(named('days', localDay(nowMs)), daysCsv(db, language));
  const report = readZReport(db, zId);
  if (!report) return err({ code: 'not_found' });
  return writeNewFile(named('Z', zName(report)), [
    reportCsv({ ...report, snapshot: visiblePart(report.snapshot) }, language),
  ]);
}

/**
 * Reads one report a turn. A report that cannot be read is left out, so that its number is missing.
 */
async function* daysCsv(db: Store, language: Language): AsyncGenerator<string> {
  yield daysHeadCsv(language);
  for (const zId of readZIds(db)) {
    await setImmediate();
    const report = readZReport(db, zId);
    if (report) yield dayCsvRow(report, language);
  }
}
