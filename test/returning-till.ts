// As much of an open till as the product's returns need, on the file and the outbox that a test
// drives by itself.
import type { Clock } from '../src-main/clock.ts';
import { defaultPrinting, type Printing } from '../src-main/contract/printing.ts';
import type { SaleSummary } from '../src-main/contract/sales.ts';
import { DocumentBrowser, type DocumentService } from '../src-main/documents/browser.ts';
import { DocumentMemory } from '../src-main/documents/memory.ts';
import type { Outbox } from '../src-main/outbox/outbox.ts';
import { AutomaticPrinting } from '../src-main/printing/automatic.ts';
import { DiskWatch } from '../src-main/store/disk-watch.ts';
import type { Store } from '../src-main/store/open.ts';
import type { TillEnvironment } from '../src-main/till/environment.ts';
import type { Till } from '../src-main/till/till.ts';

export interface ReturningTillOptions
  extends Pick<TillEnvironment, 'notify' | 'inBackground'>, Pick<DocumentService, 'get'> {
  readonly db: Store;
  readonly outbox: Pick<Outbox, 'connection' | 'report' | 'wake' | 'suspect' | 'follow'>;
  readonly clock: Clock;
  readonly list: Till['listDocuments'];
  readonly by: () => string;
  readonly saleChanged: (sale: SaleSummary) => void;
  /** By default every return has a print job in its commit. */
  readonly prints?: Printing['automatic'];
}

const notHere = (): never => {
  throw new Error('there is no window and no helper here');
};

export function returningTill(options: ReturningTillOptions): {
  readonly till: Till;
  /** Closes what was opened besides the file. */
  readonly close: () => void;
} {
  const { db, clock, by, list, get, saleChanged, notify, inBackground } = options;
  const { prints = 'after_sale' } = options;
  const printing: Printing = { ...defaultPrinting, automatic: prints };
  const outbox = options.outbox as Outbox;
  // Nothing can lie below a file, so what is seen is remembered in memory alone.
  const memory = new DocumentMemory(db.name, db, () => undefined);
  const environment: TillEnvironment = {
    ...{ notify, inBackground, openHiddenWindow: notHere, startHelper: notHere },
    ...{ language: () => 'en', printing: () => printing, saleListeners: [] },
    doneBy: () => ({ name: by() }),
    jobChanged: () => undefined,
    withdraw: () => undefined,
    diskWatch: new DiskWatch({ nowMs: () => clock.nowMs(), notify, withdraw: () => undefined }),
  };
  const documents = new DocumentBrowser({
    ...{ db, memory },
    service: {
      ...{ list, get },
      isAway: () => outbox.connection === 'offline',
    },
    follow: (document) => {
      outbox.follow(document);
    },
    productOf: () => undefined,
  });
  const parts: Pick<
    Till,
    | 'db'
    | 'outbox'
    | 'documents'
    | 'environment'
    | 'automatic'
    | 'saleChanged'
    | 'clock'
    | 'auditedAtMs'
    | 'checkedReturns'
    | 'whoIsAtIt'
    | 'listDocuments'
  > = {
    ...{ db, outbox, clock, documents, environment, saleChanged },
    checkedReturns: { auditedAtMs: null, told: new Set() },
    // Nothing goes to a printer.
    automatic: new AutomaticPrinting({
      mode: () => prints,
      isOnline: () => false,
      print: () => undefined,
    }),
    get auditedAtMs() {
      return outbox.report().audit?.atMs ?? null;
    },
    get whoIsAtIt() {
      return by();
    },
    listDocuments: async (query, signal) => {
      const answer = await list(query, signal);
      if (!answer.ok) outbox.suspect();
      return answer;
    },
  };
  return {
    till: parts as Till,
    close: () => {
      memory.close();
    },
  };
}
