// As much of an open till as the product's returns need, on the file and the outbox that a test
// drives by itself.
import { dirname } from 'node:path';
import type { Clock } from '../src-main/clock.ts';
import { defaultPrinting } from '../src-main/contract/printing.ts';
import type { SaleSummary } from '../src-main/contract/sales.ts';
import { DocumentBrowser } from '../src-main/documents/browser.ts';
import { DocumentMemory } from '../src-main/documents/memory.ts';
import type { Outbox } from '../src-main/outbox/outbox.ts';
import { AutomaticPrinting } from '../src-main/printing/automatic.ts';
import type { ServiceClient } from '../src-main/service/client.ts';
import { getDocument, listDocuments } from '../src-main/service/endpoints.ts';
import { DiskWatch } from '../src-main/store/disk-watch.ts';
import type { Store } from '../src-main/store/open.ts';
import type { TillEnvironment } from '../src-main/till/environment.ts';
import type { Till } from '../src-main/till/till.ts';

export interface ReturningTillOptions extends Pick<TillEnvironment, 'notify' | 'inBackground'> {
  readonly db: Store;
  readonly replay: Outbox;
  readonly clock: Clock;
  readonly client: ServiceClient;
  readonly token: () => string;
  readonly by: () => string;
  readonly saleChanged: (sale: SaleSummary) => void;
}

/** The till prints after each sale, so that every return has a print job in its commit. */
const printing = { ...defaultPrinting, automatic: 'after_sale' } as const;

const notHere = (): never => {
  throw new Error('there is no window and no helper here');
};

export function returningTill(options: ReturningTillOptions): {
  readonly till: Till;
  /** Closes what was opened besides the file. */
  readonly close: () => void;
} {
  const { db, replay, clock, client, token, by, saleChanged, notify, inBackground } = options;
  // A cache: what is wrong with it costs what was in it.
  const memory = DocumentMemory.open(dirname(db.name), db, () => undefined);
  const environment: TillEnvironment = {
    ...{ notify, inBackground, openHiddenWindow: notHere, startHelper: notHere },
    ...{ language: () => 'en', printing: () => printing, saleListeners: [] },
    doneBy: () => ({ name: by() }),
    jobChanged: () => undefined,
    withdraw: () => undefined,
    diskWatch: new DiskWatch({ nowMs: clock.nowMs, notify, withdraw: () => undefined }),
  };
  const documents = new DocumentBrowser({
    ...{ db, memory },
    service: {
      list: (query, signal) => listDocuments(client, token(), query, signal),
      get: (id, signal) => getDocument(client, token(), id, signal),
      isAway: () => replay.connection === 'offline',
    },
    follow: (document) => {
      replay.follow(document);
    },
    productOf: () => undefined,
  });
  const parts: Pick<
    Till,
    | 'db'
    | 'replay'
    | 'documents'
    | 'environment'
    | 'automatic'
    | 'saleChanged'
    | 'clock'
    | 'auditedAtMs'
    | 'whoIsAtIt'
    | 'listDocuments'
  > = {
    ...{ db, replay, clock, documents, environment, saleChanged },
    // Nothing goes to a printer.
    automatic: new AutomaticPrinting({
      mode: () => printing.automatic,
      isOnline: () => false,
      print: () => undefined,
    }),
    get auditedAtMs() {
      return replay.report().audit?.atMs ?? null;
    },
    get whoIsAtIt() {
      return by();
    },
    listDocuments: async (query, signal) => {
      const answer = await listDocuments(client, token(), query, signal);
      if (!answer.ok) replay.suspect();
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
