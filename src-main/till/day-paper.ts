// The report of a day as its paper is made from it: for a print job, a file and the screen.
import type { DayPaper } from '../contract/day-report.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { PrintJob } from '../contract/print-jobs.ts';
import type { DayPaperModel } from '../receipt/day-paper.ts';
import { readReceiptSettings } from '../store/receipt-settings.ts';
import { readZReport } from '../store/z-reports.ts';
import type { TillParts } from './parts.ts';

/** Errors: `not_found`, `receipt_settings_damaged`. */
export function dayPaperModel(
  { db, profile }: Pick<TillParts, 'db' | 'profile'>,
  paper: DayPaper,
  { language, isCopy, askedBy }: Pick<PrintJob, 'language' | 'isCopy' | 'askedBy'>,
): Result<DayPaperModel> {
  const settings = readReceiptSettings(db);
  if (!settings.ok) return settings;
  const common = {
    ...{ language, settings: settings.value, practice: profile.kind !== 'service' },
    shop: { ...profile, userName: askedBy },
  };
  if (paper.kind === 'x') {
    return ok({ ...common, copy: false, report: null, snapshot: paper.snapshot });
  }
  const report = readZReport(db, paper.zId);
  if (!report) return err({ code: 'not_found' });
  return ok({ ...common, copy: isCopy, report, snapshot: report.snapshot });
}
