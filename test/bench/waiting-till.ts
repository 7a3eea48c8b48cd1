// A till with many unsent sales, whose outbox goes as far as it is allowed and then stops with one
// sale claimed.
import { systemClock } from '../../src-main/clock.ts';
import { Outbox } from '../../src-main/outbox/outbox.ts';
import { defaultTiming } from '../../src-main/outbox/timing.ts';
import { createServiceClient } from '../../src-main/service/client.ts';
import { createDocument, getDocument, lookUpDocuments } from '../../src-main/service/endpoints.ts';
import { openStore, type Store } from '../../src-main/store/open.ts';
import { commitSale, countSales } from '../../src-main/store/sales.ts';
import { bindTill } from '../../src-main/store/till.ts';
import { must } from '../must.ts';
import { sampleSale } from '../sample-sale.ts';
import type { BenchService } from './services.ts';

export interface WaitingTill {
  /** Adds so many sales for the outbox to find. */
  sell(sales: number): void;
  /** Resolves once so many sales went from claimed to confirmed, and the next one is claimed. */
  replay(sales: number): Promise<void>;
  close(): Promise<void>;
}

/** `waiting`: how many sales are unsent, at least 1. */
export async function openWaitingTill(
  file: string,
  { baseUrl, token }: BenchService,
  waiting: number,
): Promise<WaitingTill> {
  fill(file, baseUrl, waiting);
  const db = must(openStore(file));
  const client = createServiceClient({ baseUrl });

  let mayGo = 0;
  let gate = newSignal();
  let atGate = newSignal();
  const outbox = new Outbox({
    db,
    clock: systemClock,
    timing: defaultTiming,
    service: {
      hasToken: () => true,
      create: async (body) => {
        if (mayGo === 0) {
          atGate.resolve();
          await gate.promise;
        }
        mayGo -= 1;
        return createDocument(client, token, body);
      },
      lookUp: (query) => lookUpDocuments(client, token, query),
      getDocument: (id) => getDocument(client, token, id),
    },
    onSaleChanged: ({ state, lastEvidence }) => {
      // Only a replay in which nothing goes wrong is timed.
      if (state !== 'sending' && state !== 'confirmed')
        throw new Error(`a sale is ${state}: ${JSON.stringify(lastEvidence)}`);
      // As the till does for its status line.
      countSales(db);
    },
    onConnectionChanged: () => undefined,
    notify: () => undefined,
    onFailure: (error) => {
      atGate.reject(error);
      return { code: 'unexpected', id: 'bench' };
    },
  });
  const letGo = (sales: number): void => {
    const openGate = gate;
    gate = newSignal();
    atGate = newSignal();
    mayGo = sales;
    openGate.resolve();
  };
  outbox.start();
  await atGate.promise;
  return {
    sell: (sales) => sell(db, sales),
    replay: (sales) => {
      letGo(sales);
      return atGate.promise;
    },
    close: async () => {
      const stopped = outbox.stop();
      letGo(1);
      await stopped;
      await client.close();
      db.close();
    },
  };
}

const newSignal = (): PromiseWithResolvers<void> => Promise.withResolvers();

/**
 * Uses a connection of its own that does not wait for the disk, so that 100,000 sales are there in
 * seconds.
 */
function fill(file: string, baseUrl: string, sales: number): void {
  const db = must(openStore(file));
  bindTill(db, { serviceAddress: baseUrl, companyCode: 'B', tillCode: '1' }, 'TEST');
  db.pragma('synchronous = off');
  db.transaction(sell)(db, sales);
  db.close();
}

function sell(db: Store, sales: number): void {
  for (let sale = 0; sale < sales; sale += 1) commitSale(db, sampleSale());
}
