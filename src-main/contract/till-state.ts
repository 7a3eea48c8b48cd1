// What the frame of the window shows of the till.
import type { CounterState } from './counter.ts';
import type { DayGlance } from './day-report.ts';
import type { DocumentColumn } from './documents.ts';
import type { AppError } from './errors.ts';
import type { InvoiceKind } from './invoice-kind.ts';
import type { LockState } from './lock.ts';
import type { PaymentMethod } from './payment.ts';
import type { PrintJob } from './print-jobs.ts';
import type { Printing } from './printing.ts';
import type { KnownProfile, Profile } from './profiles.ts';
import type { RehearsedDrawer, Rehearsal } from './rehearsals.ts';
import type { OpenExchange } from './returns.ts';
import type { FailedStart } from './restore.ts';
import type { SecondCopyStatus } from './second-copy.ts';
import type { HeldSale, SellingSettings } from './selling.ts';
import type { Language } from './languages.ts';
import type { Theme } from './settings.ts';
import type { Updates } from './update.ts';

/** `online`: the last exchange got an answer. `paused`: it turns the till away (403, 404, 405). */
export type Connection = 'online' | 'offline' | 'sign_in_needed' | 'paused';

/** All that the window's frame shows, in one value, which is pushed whole at any change. */
export interface TillState {
  /** Whether the till of the last start is still being opened. */
  readonly isStarting: boolean;
  readonly language: Language;
  readonly theme: Theme;
  readonly profile: Profile | null;
  /** The till that could not be opened, while no till is open. */
  readonly failedStart: FailedStart | null;
  /** In the order in which they were added. */
  readonly profiles: readonly KnownProfile[];
  /** The open profile or, while no till is open, the one to sign in to. */
  readonly profileId: string | null;
  readonly connection: Connection;
  /** Why the connection is not online, if there is more to say. */
  readonly connectionError: AppError | null;
  /** Sales not yet confirmed that the outbox will settle itself. */
  readonly unsent: number;
  /** Sales that only a person can settle. */
  readonly needPerson: number;
  /** How many of the unsent ones wait longer than they should, and so need a person. */
  readonly overdue: number;
  /** Sales that the service does not take. */
  readonly rejected: number;
  /** Why all sales are held back although the service is there; null if they are not. */
  readonly pause: AppError | null;
  /** When the outbox tries next while it may not send; null while it may, or is trying. */
  readonly nextTryAtMs: number | null;
  /** What is rehearsed in practice at this moment. */
  readonly rehearsals: readonly Rehearsal[];
  /** Null unless the drawer that does not agree is being rehearsed. */
  readonly rehearsedDrawer: RehearsedDrawer | null;
  /** Whether somebody has begun the tour of practice, so that it is no longer offered. */
  readonly tourTaken: boolean;
  /** Whether a sale or a document was ever made here. */
  readonly hasSold: boolean;
  readonly paymentMethods: readonly PaymentMethod[];
  /** What a sale becomes if it is no simplified invoice; null until somebody has chosen. */
  readonly invoiceKind: InvoiceKind | null;
  /** Whether the shop has chosen the kind of document that takes goods back. */
  readonly takesReturns: boolean;
  /** What customers have of returns and have not spent yet, oldest first. */
  readonly exchanges: readonly OpenExchange[];
  readonly selling: SellingSettings;
  readonly day: DayGlance;
  readonly printing: Printing;
  /** Print jobs that only a person can end, newest first; at most 20. */
  readonly troubledJobs: readonly PrintJob[];
  /** The columns of the list of documents, besides the key. */
  readonly documentColumns: readonly DocumentColumn[];
  /** Oldest first. */
  readonly held: readonly HeldSale[];
  /** What went wrong at start-up and was survived: told until a person dismisses it. */
  readonly notices: readonly AppError[];
  /** `weak`: no real key store, so the token stays in memory unless the owner accepts one. */
  readonly keyStore: 'real' | 'weak';
  readonly keepTokenWeakly: boolean;
  /** The address of the network's proxy script; null for the system's own settings. */
  readonly proxyScript: string | null;
  readonly counter: CounterState;
  readonly secondCopy: SecondCopyStatus;
  /** Whether backups that leave the computer are encrypted. */
  readonly hasRecoveryKey: boolean;
  /** Null if the till has no cashiers: then it is never locked. */
  readonly lock: LockState | null;
  readonly version: string;
  readonly updates: Updates;
}
