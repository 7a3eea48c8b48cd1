// Wires a till's outbox for a test to the tests' own service: a real database, real HTTP, a clock
// moved by hand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentDetail } from '../src-main/contract/documents.ts';
import type { AppError, Result } from '../src-main/contract/errors.ts';
import type { SaleState } from '../src-main/contract/outbox-states.ts';
import type { SaleSummary } from '../src-main/contract/sales.ts';
import { newInstallation } from '../src-main/store/references.ts';
import type { Outbox } from '../src-main/outbox/outbox.ts';
import { defaultTiming, type OutboxTiming } from '../src-main/outbox/timing.ts';
import { createServiceClient } from '../src-main/service/client.ts';
import { getDocument } from '../src-main/service/endpoints.ts';
import { openTillStore } from '../src-main/store/open-or-rebuild.ts';
import type { Store } from '../src-main/store/open.ts';
import { commitSale, requireSale, type NewSale } from '../src-main/store/sales.ts';
import { installationOf } from '../src-main/store/till.ts';
import { atRest } from './at-rest.ts';
import { HandClock } from './hand-clock.ts';
import { beginOutbox, keptIn, serviceOf } from './outbox-at.ts';
import { startOddService, type OddService } from './odd-service.ts';
import { sampleSale } from './sample-sale.ts';

export interface OddRig {
  readonly clock: HandClock;
  readonly service: OddService;
  readonly db: Store;
  readonly file: string;
  readonly outbox: Outbox;
  /** What a person was told. */
  readonly notices: readonly AppError[];
  /** Bugs that a lane ran into. */
  readonly failures: readonly unknown[];
  /** Asks for a document, as somebody who opens it. */
  getDocument(id: number): Promise<Result<DocumentDetail>>;
  sell(sale?: NewSale): SaleSummary;
  sellMany(count: number): readonly SaleSummary[];
  saleOf(reference: string): SaleSummary;
  /** Every state that the sale has been in since it was sold, in order. */
  statesOf(reference: string): readonly SaleState[];
  /**
   * Lets time pass until the condition holds, second by second while something happens.
   * @throws if the limit passes first.
   */
  until(holds: () => boolean, limitMs?: number): Promise<void>;
  untilState(sale: SaleSummary, state: SaleState, limitMs?: number): Promise<SaleSummary>;
  /**
   * Lets time pass. It moves by at least `shortestMs` at a time, as on a computer that is slow to
   * wake, which makes a day cheaper.
   */
  pass(ms: number, shortestMs?: number): Promise<void>;
  /** Ends the program and starts it again. `meanwhile` may change the file in between. */
  restart(meanwhile?: (file: string) => void): Promise<void>;
  close(): Promise<void>;
}

const hourMs = 3_600_000;

/**
 * `spoilt` replaces the till's own database for the outbox, `timing` parts of its timing, such as
 * fewer probes in a test of many hours.
 */
export async function startOddRig(
  spoilt: (db: Store) => Store = (db) => db,
  timing: Partial<OutboxTiming> = {},
): Promise<OddRig> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-odd-'));
  const file = join(folder, 'till.db');
  const clock = new HandClock();
  const service = await startOddService(() => clock.nowMs());
  const client = createServiceClient({ baseUrl: service.baseUrl });
  const notices: AppError[] = [];
  const failures: unknown[] = [];
  const states = new Map<string, SaleState[]>();

  const open = () => {
    const opened = openTillStore({
      file,
      binding: { serviceAddress: service.baseUrl, companyCode: 'A', tillCode: '1' },
      newInstallation,
      nowMs: clock.nowMs(),
    });
    if (!opened.ok) throw new Error(opened.error.code);
    notices.push(...opened.value.notices);
    return opened.value;
  };
  let till = open();

  const begin = () =>
    beginOutbox({
      ...{ db: spoilt(till.db), clock, service: serviceOf(client) },
      timing: { ...defaultTiming, ...timing },
      onSaleChanged: ({ reference, state }) => states.get(reference)?.push(state),
      notify: (notice) => notices.push(notice),
      onFailure: keptIn(failures),
    });
  let outbox = begin();

  const quiet = () => atRest(clock, () => service.hanging());

  const step = async (longestMs: number, shortestMs = 1) => {
    await quiet();
    const restMs = Math.min(clock.restMs() ?? Infinity, service.restMs() ?? Infinity);
    clock.advance(Math.min(Math.max(shortestMs, Math.ceil(restMs)), longestMs));
    service.tick();
    await quiet();
  };

  const until = async (holds: () => boolean, limitMs = 2 * hourMs) => {
    const startedAtMs = clock.monotonicMs();
    const leftMs = () => startedAtMs + limitMs - clock.monotonicMs();
    await quiet();
    while (!holds() && leftMs() > 0) await step(leftMs());
    if (!holds()) throw new Error('it never came');
  };

  const rig: OddRig = {
    clock,
    service,
    get db() {
      return till.db;
    },
    file,
    get outbox() {
      return outbox;
    },
    notices,
    failures,
    getDocument: (id) => getDocument(client, 'token', id),
    sell: (
      toSell = sampleSale({
        now: new Date(clock.nowMs()),
        installation: installationOf(till.db),
      }),
    ) => {
      states.set(toSell.reference, ['queued']);
      const sale = commitSale(till.db, toSell);
      outbox.wake();
      return sale;
    },
    sellMany: (count) => Array.from({ length: count }, () => rig.sell()),
    saleOf: (reference) => requireSale(till.db, reference),
    statesOf: (reference) => states.get(reference) ?? [],
    until,
    untilState: async ({ reference }, state, limitMs) => {
      const holds = () => requireSale(till.db, reference).state === state;
      try {
        await until(holds, limitMs);
      } catch {
        const is = JSON.stringify(requireSale(till.db, reference));
        throw new Error(`never ${state}; it is ${is}`);
      }
      return requireSale(till.db, reference);
    },
    pass: async (ms, shortestMs) => {
      const endMs = clock.monotonicMs() + ms;
      while (clock.monotonicMs() < endMs) await step(endMs - clock.monotonicMs(), shortestMs);
    },
    restart: async (meanwhile = () => undefined) => {
      await outbox.stop();
      till.db.close();
      till.unlock();
      meanwhile(file);
      till = open();
      outbox = begin();
    },
    close: async () => {
      const stopped = outbox.stop();
      // Hanging requests end with the service.
      await service.close();
      await stopped;
      await client.close();
      till.db.close();
      till.unlock();
      rmSync(folder, { recursive: true });
    },
  };
  return rig;
}
