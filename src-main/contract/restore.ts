// Restoring a backup: which backups there are, what one holds, and what would be lost.
import * as v from 'valibot';
import type { AppError } from './errors.ts';

/** A backup that the till has made by itself, in its own folder. */
export interface KeptBackup {
  /** Names the backup to main, which opens no path that the page names. */
  readonly name: string;
  readonly madeAtMs: number;
  readonly bytes: number;
}

/** Which backup to look at. `file`: one that somebody chooses in a window of main's own. */
export const backupChoiceSchema = v.variant('from', [
  v.strictObject({ from: v.literal('kept'), name: v.pipe(v.string(), v.maxLength(60)) }),
  v.strictObject({ from: v.literal('file') }),
]);
export type BackupChoice = v.InferOutput<typeof backupChoiceSchema>;

/** Why a backup cannot be used. */
export const unusableReasons = [
  /** It was cut off or changed. */
  'damaged',
  /** The file is no whole backup of a till. */
  'no_backup',
  /** A newer version of the till made it. */
  'newer',
  'other_till',
  /** It is the till's own file. */
  'present_file',
] as const;
export type UnusableReason = (typeof unusableReasons)[number];

export type BackupVerdict =
  | { readonly outcome: UnusableReason; readonly name: string }
  | WholeVerdict;

export interface WholeVerdict {
  readonly outcome: 'whole';
  readonly name: string;
  /** Different at each look, so that what is restored is what was looked at. */
  readonly lookId: number;
  readonly sales: number;
  /** Null if the till has no sales. */
  readonly newestAtMs: number | null;
  /** Sales that only the present file has; null if that cannot be read. */
  readonly lost: LostSales | null;
}

export interface LostSales {
  readonly count: number;
  /** The newest first, as many as a person looks through. */
  readonly references: readonly string[];
}

export const lookIdSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** A till that could not be opened: whose it is, why, and when it is tried again. */
export interface FailedStart {
  readonly companyName: string;
  readonly tillName: string;
  readonly error: AppError;
  /** Null if trying again changes nothing. */
  readonly nextTryAtMs: number | null;
}
