// What the handlers work with. They parse nothing and decide nothing of the domain: they call, and return.
import type { AppError, Result } from '../contract/errors.ts';
import { err, ok } from '../contract/errors.ts';
import type { Language, TillState } from '../contract/api.ts';
import type { ImportProgress } from '../contract/catalogue.ts';
import type { ExportProgress } from '../contract/documents.ts';
import type { PrintJob } from '../contract/print-jobs.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { AutomaticPrinting } from '../printing/automatic.ts';
import type { Session } from '../session.ts';
import type { Settings } from '../settings.ts';
import type { Till } from '../till.ts';
import type { openHiddenWindow } from '../window.ts';

export interface Context {
  readonly session: Session;
  readonly settings: Settings;
  readonly language: () => Language;
  readonly state: () => TillState;
  /** Something that the window's frame shows has changed. */
  readonly stateChanged: () => void;
  /** A sale has moved on: every screen that shows it must know. */
  readonly saleChanged: (sale: SaleSummary) => void;
  readonly catalogueProgress: (progress: ImportProgress) => void;
  readonly exportProgress: (progress: ExportProgress) => void;
  readonly jobChanged: (job: PrintJob) => void;
  readonly automatic: AutomaticPrinting;
  /** What goes along with something else, and must not keep it from succeeding: where it fails, a notice says so. */
  readonly beside: (whatFailed: string, work: () => Promise<void>) => void;
  /** Something that a person must know, and may dismiss; said once. */
  readonly notify: (notice: AppError) => void;
  /** What was told is no longer so. */
  readonly withdraw: (code: AppError['code']) => void;
  readonly dismissNotices: () => void;
  readonly now: () => Date;
  readonly receiptFolder: () => string;
  readonly showFolder: (folder: string) => Promise<AppError | undefined>;
  readonly openHiddenWindow: typeof openHiddenWindow;
}

/** The name of whoever acts: kept with what was done. */
export const whoIsAtTheTill = (context: Context): string =>
  context.session.till?.profile.userName ?? '';

/** Errors: `not_signed_in` while no till is open. */
export function openTill(context: Context): Result<Till> {
  const { till } = context.session;
  return till ? ok(till) : err({ code: 'not_signed_in' });
}
