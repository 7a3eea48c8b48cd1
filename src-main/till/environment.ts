// What the open till needs from outside: who is at it, how it prints, and whom it tells.
import type { Clock } from '../clock.ts';
import type { AppError } from '../contract/errors.ts';
import type { DoneBy } from '../contract/lock.ts';
import type { PrintJob } from '../contract/print-jobs.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { Profile } from '../contract/profiles.ts';
import type { Printing } from '../contract/printing.ts';
import type { Language } from '../contract/languages.ts';
import type { StartHelper } from '../helper-process/ask-helper.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { HiddenWindow } from '../receipt/output.ts';
import type { DiskWatch } from '../store/disk-watch.ts';
import type { Store } from '../store/open.ts';

/** What ends with the till: before its file is closed. */
export interface Companion {
  readonly close: () => Promise<void>;
  readonly closeNow: () => void;
}

/** What a companion needs of the till. */
export interface AccompaniedTill {
  readonly profile: Profile;
  readonly db: Store;
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'connection' | 'hold' | 'doubtQueued' | 'resumeAsCopy'>;
}

export interface TillEnvironment {
  /** Returns the cashier at the till, and who approved the act; null without cashiers. */
  readonly doneBy: () => DoneBy | null;
  readonly language: () => Language;
  readonly printing: () => Printing;
  readonly openHiddenWindow: () => HiddenWindow;
  /** Starts a helper for work that takes longer than selling can wait. */
  readonly startHelper: StartHelper;
  /** Starts the second copy, which may hold the outbox before that begins. */
  readonly openCompanion?: (till: AccompaniedTill) => Companion;
  /** Each is told of every step of a sale, in this order. */
  readonly saleListeners: readonly ((sale: SaleSummary) => void)[];
  readonly jobChanged: (job: PrintJob) => void;
  /** Does work that must not keep something else from succeeding: a notice tells its failure. */
  readonly inBackground: (whatFailed: string, work: () => Promise<void>) => void;
  /** Tells, once, what a person must know and may dismiss. */
  readonly notify: (notice: AppError) => void;
  /** Takes back a notice that is no longer true. */
  readonly withdraw: (code: AppError['code']) => void;
  /** Is told how the disk with the tills' data does. */
  readonly diskWatch: DiskWatch;
}
