// Wires a till's outbox for a test: a real database, the practice service behind the fault proxy, a
// clock moved by hand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { AppError } from '../src-main/contract/errors.ts';
import type { Connection } from '../src-main/contract/till-state.ts';
import type { SaleState } from '../src-main/contract/outbox-states.ts';
import type { SaleSummary } from '../src-main/contract/sales.ts';
import type { Outbox } from '../src-main/outbox/outbox.ts';
import { defaultTiming, type OutboxTiming } from '../src-main/outbox/timing.ts';
import { practiceAccount } from '../src-main/practice-service/accounts.ts';
import { startPracticeService } from '../src-main/practice-service/server.ts';
import { createServiceClient } from '../src-main/service/client.ts';
import {
  createDocument,
  getDocument,
  lookUpDocuments,
  signIn,
} from '../src-main/service/endpoints.ts';
import { openStore, type Store } from '../src-main/store/open.ts';
import { commitSale, requireSale, type NewSale } from '../src-main/store/sales.ts';
import { bindTill } from '../src-main/store/till.ts';
import { startFaultProxy, type FaultProxy } from './faults/fault-proxy.ts';
import { writeFreshPractice } from './faults/practice-file.ts';
import { atRest } from './at-rest.ts';
import { HandClock } from './hand-clock.ts';
import { beginOutbox, keptIn } from './outbox-at.ts';
import { sampleSale } from './sample-sale.ts';

export interface OutboxRig {
  readonly clock: HandClock;
  readonly proxy: FaultProxy;
  readonly db: Store;
  readonly outbox: Outbox;
  readonly connections: readonly Connection[];
  readonly notices: readonly AppError[];
  /** How many documents in the service's own database bear the reference. */
  countAtService(reference: string): number;
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
  setToken(token: string | undefined): void;
  readonly token: string;
  /** Sells a sample unless a sale is given. */
  sell(sale?: NewSale): SaleSummary;
  /** Moves the clock on by whole seconds until the sale is in the state. */
  until(reference: string, state: SaleState, limitMs?: number): Promise<SaleSummary>;
  untilConnection(connection: Connection): Promise<void>;
  /** Moves the clock on by whole seconds, until the condition holds or the limit has passed. */
  pass(holds: () => boolean, limitMs: number): Promise<void>;
  /** Ends the loop and begins another on the same database, as a start of the program does. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const stepMs = 1_000;

/** `timing` replaces parts of the till's own, such as fewer probes in a test of many days. */
export async function startOutboxRig(timing: Partial<OutboxTiming> = {}): Promise<OutboxRig> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-outbox-'));
  const practiceFile = join(folder, 'practice.db');
  await writeFreshPractice(practiceFile);
  const practice = await startPracticeService({ databaseFile: practiceFile });
  const proxy = await startFaultProxy(practice.baseUrl);
  const client = createServiceClient({ baseUrl: proxy.baseUrl });
  /**
   * For requests that are swallowed on purpose: since no answer will come, a short time-out loses
   * none, however busy the machine is.
   */
  const hasty = createServiceClient({ baseUrl: proxy.baseUrl, timeouts: { headersMs: 50 } });
  const signedIn = await signIn(client, practiceAccount);
  if (!signedIn.ok) throw new Error(signedIn.error.code);
  let token: string | undefined = signedIn.value;

  const opened = openStore(join(folder, 'till.db'));
  if (!opened.ok) throw new Error(opened.error.code);
  const db = opened.value;
  bindTill(db, { serviceAddress: proxy.baseUrl, companyCode: 'A', tillCode: '1' }, 'TEST');
  const clock = new HandClock();
  const connections: Connection[] = [];
  const notices: AppError[] = [];
  const fatal: unknown[] = [];

  const begin = () =>
    beginOutbox({
      ...{ db, clock, timing: { ...defaultTiming, ...timing } },
      service: {
        hasToken: () => token !== undefined,
        create: (body) => {
          const isSwallowed = proxy.planned()?.kind.startsWith('swallow') === true;
          return createDocument(isSwallowed ? hasty : client, token ?? '', body);
        },
        lookUp: (query) => lookUpDocuments(client, token ?? '', query),
        getDocument: (id) => getDocument(client, token ?? '', id),
      },
      notify: (notice) => notices.push(notice),
      onConnectionChanged: (connection) => connections.push(connection),
      onFailure: keptIn(fatal),
    });
  let outbox = begin();

  /**
   * Lets real sockets answer in real time; the clock moves only while no request is open. While the
   * outbox sleeps nothing happens, so the clock jumps to when it wakes.
   */
  const tick = async (holds: () => boolean, limitMs: number, what: () => string) => {
    const startedAtMs = clock.nowMs();
    while (!holds()) {
      if (fatal.length > 0) throw fatal[0];
      if (clock.nowMs() - startedAtMs > limitMs) {
        throw new Error(`never came: ${what()}`);
      }
      await atRest(clock);
      if (holds()) return;
      const restMs = clock.restMs() ?? 0;
      const steps = Number.isFinite(restMs) ? Math.max(1, Math.ceil(restMs / stepMs)) : 1;
      const endsInMs = startedAtMs + limitMs - clock.nowMs() + 1;
      clock.advance(Math.min(steps * stepMs, endsInMs));
    }
  };

  return {
    clock,
    proxy,
    db,
    connections,
    notices,
    token: signedIn.value,
    get outbox() {
      return outbox;
    },
    countAtService: (reference) => {
      const file = new Database(practiceFile, { readonly: true });
      try {
        return Number(
          file
            .prepare('SELECT count(*) FROM documents WHERE our_reference = ?')
            .pluck()
            .get(reference),
        );
      } finally {
        file.close();
      }
    },
    unplug: () => proxy.setReachable(false),
    plugIn: () => proxy.setReachable(true),
    setToken: (value) => {
      token = value;
    },
    sell: (toSell = sampleSale({ now: new Date(clock.nowMs()) })) => {
      const sale = commitSale(db, toSell);
      outbox.wake();
      return sale;
    },
    until: async (reference, state, limitMs = 7_200_000) => {
      await tick(
        () => requireSale(db, reference).state === state,
        limitMs,
        () => `${state}; it is ${JSON.stringify(requireSale(db, reference))}`,
      );
      return requireSale(db, reference);
    },
    untilConnection: (connection) =>
      tick(
        () => outbox.connection === connection,
        1_200_000,
        () => `${connection}; it is ${outbox.connection} ${JSON.stringify(outbox.error)}`,
      ),
    pass: (holds, limitMs) => {
      const endMs = clock.monotonicMs() + limitMs;
      return tick(
        () => holds() || clock.monotonicMs() >= endMs,
        Infinity,
        () => 'what was waited for',
      );
    },
    restart: async () => {
      await outbox.stop();
      outbox = begin();
    },
    close: async () => {
      await outbox.stop();
      await client.close();
      await hasty.close();
      await proxy.close();
      await practice.close();
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}
