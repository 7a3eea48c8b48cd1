// A till without a screen in a process of its own, to be killed. Driven by messages; what it says is what a cashier sees.
import { systemClock } from '../../src-main/clock.ts';
import { unsentStates, type SaleState } from '../../src-main/contract/outbox-states.ts';
import { Replay, type Clock } from '../../src-main/outbox/replay.ts';
import { createServiceClient } from '../../src-main/service/client.ts';
import { createDocument, lookUpDocuments } from '../../src-main/service/endpoints.ts';
import { openStore } from '../../src-main/store/open.ts';
import { commitSale, countSales } from '../../src-main/store/sales.ts';
import { bindTill } from '../../src-main/store/till.ts';
import { sampleSale } from '../sample-sale.ts';
import { spoil, type BadTill, type TillParts } from './bad-tills.ts';
import { outboxTiming, serviceTimeouts } from './times.ts';

/** The one argument, as JSON. */
export interface TillSetup {
  readonly file: string;
  readonly baseUrl: string;
  readonly token: string;
  /** How far the computer's clock is from the true time. */
  readonly clockOffsetMs: number;
  readonly badTill: BadTill | null;
}

export type ToTill =
  | { readonly do: 'sell'; readonly lines: number }
  | { readonly do: 'try_now' }
  | { readonly do: 'set_token'; readonly token: string }
  | { readonly do: 'set_clock'; readonly offsetMs: number }
  | { readonly do: 'count_open' }
  | { readonly do: 'stop' };

export type FromTill =
  | { readonly said: 'started' }
  | { readonly said: 'sold'; readonly reference: string; readonly totalCents: number }
  | { readonly said: 'changed'; readonly reference: string; readonly state: SaleState }
  | { readonly said: 'open'; readonly sales: number }
  | { readonly said: 'failed'; readonly problem: string };

const setup = JSON.parse(process.argv[2] ?? '') as TillSetup;
const opened = openStore(setup.file);
if (!opened.ok) throw new Error(opened.error.code);
const db = opened.value;
bindTill(db, { serviceAddress: setup.baseUrl, companyCode: 'A', tillCode: '1' }, 'TEST');

let { token, clockOffsetMs } = setup;
const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + clockOffsetMs };
const client = createServiceClient({ baseUrl: setup.baseUrl, timeouts: serviceTimeouts });
const say = (message: FromTill): void => {
  process.send?.(message);
};

const sound: TillParts = {
  db,
  timing: outboxTiming,
  service: {
    hasToken: () => true,
    create: (body) => createDocument(client, token, body),
    lookUp: (query) => lookUpDocuments(client, token, query),
  },
  finishSale: (sale, promise) => {
    promise(commitSale(db, sale));
  },
};
const parts = setup.badTill === null ? sound : spoil(setup.badTill, sound);
const replay = new Replay({
  ...parts,
  clock,
  onSaleChanged: ({ reference, state }) => {
    say({ said: 'changed', reference, state });
  },
  onConnectionChanged: () => undefined,
  onFailure: (error) => {
    say({ said: 'failed', problem: error instanceof Error ? String(error.stack) : String(error) });
    return { code: 'unexpected', id: 'history' };
  },
});

process.on('message', (message: ToTill) => {
  switch (message.do) {
    case 'sell':
      parts.finishSale(
        sampleSale({ lines: message.lines, now: new Date(clock.nowMs()) }),
        ({ reference, totalCents }) => {
          say({ said: 'sold', reference, totalCents });
          replay.wake();
        },
      );
      return;
    case 'try_now':
      replay.tryNow();
      return;
    case 'set_token':
      token = message.token;
      replay.signedIn();
      return;
    case 'set_clock':
      clockOffsetMs = message.offsetMs;
      return;
    case 'count_open': {
      const counts = countSales(db);
      say({ said: 'open', sales: unsentStates.reduce((sum, state) => sum + counts[state], 0) });
      return;
    }
    case 'stop':
      void replay.stop().then(async () => {
        await client.close();
        db.close();
        process.disconnect();
      });
      return;
  }
});
// Whoever drives the till is gone.
process.on('disconnect', () => process.exit());

replay.start();
say({ said: 'started' });
