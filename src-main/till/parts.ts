// What the functions of the open till work with.
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock.ts';
import type { Profile } from '../contract/profiles.ts';
import type { DocumentBrowser } from '../documents/browser.ts';
import type { Replay } from '../outbox/replay.ts';
import type { PrintQueue } from '../printing/print-queue.ts';
import type { FetchedDocument } from '../service/endpoints.ts';
import type { Result } from '../contract/errors.ts';
import type { Store } from '../store/open.ts';
import type { TillEnvironment } from './environment.ts';

export interface TillParts {
  readonly profile: Profile;
  readonly db: Store;
  readonly clock: Clock;
  readonly environment: TillEnvironment;
  readonly catalogue: Catalogue;
  readonly documents: DocumentBrowser;
  readonly replay: Replay;
  readonly printQueue: PrintQueue;
  readonly labelQueue: PrintQueue;
  /** The name of the cashier, or else of the user who is signed in at the service. */
  readonly whoIsAtIt: string;
  getDocument(id: number, signal?: AbortSignal): Promise<Result<FetchedDocument>>;
}
