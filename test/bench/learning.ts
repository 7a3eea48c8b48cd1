// Learning from a shop's documents, compared with only fetching the same documents; and a sale
// meanwhile, compared with one at a till that learns nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../src-main/clock.ts';
import { Learning } from '../../src-main/learning/learning.ts';
import { Outbox } from '../../src-main/outbox/outbox.ts';
import { defaultTiming } from '../../src-main/outbox/timing.ts';
import { createServiceClient, type ServiceClient } from '../../src-main/service/client.ts';
import {
  createDocument,
  documentAsItCame,
  listAsItCame,
  getDocument,
  lookUpDocuments,
} from '../../src-main/service/endpoints.ts';
import { readHeading } from '../../src-main/service/lenient-facts.ts';
import { rowsOfPage } from '../../src-main/learning/reading.ts';
import { openStore, type Store } from '../../src-main/store/open.ts';
import { commitSale } from '../../src-main/store/sales.ts';
import { bindTill } from '../../src-main/store/till.ts';
import { sampleSale } from '../sample-sale.ts';
import type { BenchEntry, Side } from './harness.ts';
import { startShop } from './services.ts';

const token = 'k';
const documents = 300;

function openTill(folder: string, baseUrl: string): Store {
  const opened = openStore(join(folder, 'till.db'));
  if (!opened.ok) throw new Error(opened.error.code);
  bindTill(opened.value, { serviceAddress: baseUrl, companyCode: 'B', tillCode: '1' }, 'TEST');
  return opened.value;
}

const openLearning = (folder: string, db: Store, client: ServiceClient) =>
  new Learning({
    ...{ folder, db, clock: systemClock },
    service: {
      list: (query, signal) => listAsItCame(client, token, query, signal),
      get: (id, isExtended, signal) => documentAsItCame(client, token, id, isExtended, signal),
      isAway: () => false,
    },
    onProblem: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });

/** Fetches the same lists and documents one after another, and does nothing else. */
async function fetchAlone(client: ServiceClient): Promise<void> {
  const { signal } = new AbortController();
  let fetched = 0;
  for (let offset = 0; ;) {
    const listed = await listAsItCame(client, token, { list: 'sales', limit: 100, offset }, signal);
    if (!listed.ok) throw new Error(listed.error.code);
    const { rows, hasNext } = rowsOfPage(listed.value, offset);
    for (const row of rows) {
      const id = readHeading(row)?.id ?? 0;
      const document = await documentAsItCame(client, token, id, true, signal);
      if (!document.ok) throw new Error(document.error.code);
      fetched += 1;
    }
    offset += rows.length;
    if (!hasNext) break;
  }
  if (fetched !== documents) throw new Error(`${fetched} documents were fetched`);
}

const learnEntries = [0, 20].map((latencyMs): BenchEntry => ({
  name: `learning.documents-${documents}.latency-${latencyMs}`,
  size: `${documents} documents of a service that answers after ${latencyMs} ms`,
  warmUps: 1,
  samples: latencyMs === 0 ? 15 : 5,
  baselineName: 'fetching the same documents, one after another',
  prepare: async () => {
    const service = await startShop(documents, latencyMs);
    const client = createServiceClient({ baseUrl: service.baseUrl });
    let folder = '';
    let db: Store | undefined;
    let learning: Learning | undefined;
    const end = async () => {
      await learning?.close();
      db?.close();
      if (folder !== '') rmSync(folder, { recursive: true });
    };
    return {
      ours: {
        before: async () => {
          await end();
          folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
          db = openTill(folder, service.baseUrl);
          learning = openLearning(folder, db, client);
        },
        run: async () => {
          learning?.start();
          await learning?.finished();
          const { phase, read } = learning?.state ?? {};
          if (phase !== 'ended' || read !== documents) throw new Error(`${phase} after ${read}`);
        },
      },
      baseline: { before: () => undefined, run: () => fetchAlone(client) },
      cleanUp: async () => {
        await end();
        await client.close();
        await service.close();
      },
    };
  },
}));

const newSignal = (): PromiseWithResolvers<void> => Promise.withResolvers();

/**
 * Times a sale from its commit to its confirmation. `learns`: whether the till learns meanwhile.
 */
function sellingSide(baseUrl: string, learns: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  const db = openTill(folder, baseUrl);
  const client = createServiceClient({ baseUrl });
  const learning = openLearning(folder, db, client);
  let confirmed = newSignal();
  const outbox = new Outbox({
    ...{ db, clock: systemClock, timing: defaultTiming },
    service: {
      hasToken: () => true,
      create: (body) => createDocument(client, token, body),
      lookUp: (query) => lookUpDocuments(client, token, query),
      getDocument: (id) => getDocument(client, token, id),
    },
    onSaleChanged: ({ state }) => {
      if (state === 'confirmed') confirmed.resolve();
    },
    onConnectionChanged: () => undefined,
    notify: () => undefined,
    onFailure: (error) => {
      confirmed.reject(error);
      return { code: 'unexpected', id: 'bench' };
    },
  });
  outbox.start();
  const side: Side = {
    before: async () => {
      confirmed = newSignal();
      if (learns) learning.start();
      // Learning rests after each sale, and must have resumed when the next one comes.
      while (learns && learning.state.phase !== 'reading') await delay(20);
      await delay(50);
    },
    run: async () => {
      learning.giveWay();
      commitSale(db, sampleSale());
      outbox.wake();
      await confirmed.promise;
    },
  };
  const close = async () => {
    await learning.close();
    await outbox.stop();
    await client.close();
    db.close();
    rmSync(folder, { recursive: true });
  };
  return { side, close };
}

const saleEntry: BenchEntry = {
  name: 'learning.sale-meanwhile',
  size: '1 sale, from its commit to its confirmation, while documents are read',
  warmUps: 3,
  samples: 25,
  baselineName: 'the same at a till that reads none',
  prepare: async () => {
    const service = await startShop(3_000, 5);
    const ours = sellingSide(service.baseUrl, true);
    const baseline = sellingSide(service.baseUrl, false);
    return {
      ours: ours.side,
      baseline: baseline.side,
      cleanUp: async () => {
        await ours.close();
        await baseline.close();
        await service.close();
      },
    };
  },
};

export const learningEntries: readonly BenchEntry[] = [...learnEntries, saleEntry];
