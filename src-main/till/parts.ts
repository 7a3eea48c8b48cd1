// What the functions of the open till work with.
import { type DocumentDetail } from '../contract/documents.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock.ts';
import type { Profile } from '../contract/profiles.ts';
import type { DocumentBrowser } from '../documents/browser.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PrintQueue } from '../printing/print-queue.ts';
import type { Receipt } from '../receipt/model.ts';
import type { FetchedDocument } from '../service/endpoints.ts';
import type { Result } from '../contract/errors.ts';
import type { Store } from '../store/open.ts';
import type { TillEnvironment } from './environment.ts';

/** What an extended document may add to the answer to sending it. */
export type ExtendedDocument = Pick<DocumentDetail, 'marks' | 'taxes' | 'ourReference' | 'docKey'>;

/** What the service has said, or since when it has said nothing. */
export type MarksAnswer = ExtendedDocument | { readonly silentAtMs: number };

export interface TillParts {
  readonly profile: Profile;
  readonly db: Store;
  readonly clock: Clock;
  readonly environment: TillEnvironment;
  readonly catalogue: Catalogue;
  readonly documents: DocumentBrowser;
  readonly outbox: Outbox;
  readonly printQueue: PrintQueue;
  readonly labelQueue: PrintQueue;
  /** What was answered for each document, so that none is asked for twice. */
  readonly answeredMarks: Map<number, MarksAnswer>;
  /**
   * The audit after which other tills' returns were last asked for, and the originals of which a
   * person was told that too much came back.
   */
  readonly checkedReturns: { auditedAtMs: number | null; readonly told: Set<string> };
  /**
   * The receipt that was found for the newest print job, so that its print asks the service once.
   * Null once that was printed; a job that is tried again finds its receipt anew.
   */
  newestReceipt: { readonly jobId: number; readonly receipt: Receipt } | null;
  /** The name of the cashier, or else of the user who is signed in at the service. */
  readonly whoIsAtIt: string;
  getDocument(id: number, signal?: AbortSignal): Promise<Result<FetchedDocument>>;
}
