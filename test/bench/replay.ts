// Replaying a queue of sales: compared with a bare loop of POSTs of the same bytes, and with few
// unsent sales compared with many.
import { join } from 'node:path';
import { Client } from 'undici';
import { sampleSale } from '../sample-sale.ts';
import type { BenchEntry, Side } from './harness.ts';
import { startEchoService, startPractice, type BenchService } from './services.ts';
import { openWaitingTill, type WaitingTill } from './waiting-till.ts';

const fewWaiting = 100;

/** Freezing and committing are not timed: `commit.*` measures that. */
const replaySide = (till: WaitingTill, sales: number): Side => ({
  before: () => till.sell(sales),
  run: () => till.replay(sales),
});

function postSide(client: Client, token: string, sales: number): Side {
  let bodies: readonly Buffer[] = [];
  return {
    before: () => {
      // An audit of the till would take its own references for documents that its file has lost.
      bodies = Array.from({ length: sales }, () => sampleSale({ installation: 'BARE' }).body);
    },
    run: async () => {
      for (const sentBody of bodies) {
        const { body } = await client.request({
          method: 'POST',
          path: '/documents/new/',
          headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
          body: sentBody,
        });
        await body.json();
      }
    },
  };
}

interface Served {
  readonly name: string;
  readonly by: string;
  readonly sales: number;
  readonly samples: number;
  readonly start: (folder: string) => Promise<BenchService>;
}

const services: readonly Served[] = [
  {
    name: 'practice',
    by: 'the practice service',
    sales: 100,
    samples: 30,
    start: (folder) => startPractice(join(folder, 'practice.db')),
  },
  ...[
    { latencyMs: 0, sales: 100, samples: 60 },
    { latencyMs: 20, sales: 25, samples: 15 },
    { latencyMs: 100, sales: 10, samples: 15 },
  ].map(({ latencyMs, ...size }) => ({
    name: `latency-${latencyMs}`,
    by: `a service that keeps nothing and answers after ${latencyMs} ms`,
    start: () => startEchoService(latencyMs),
    ...size,
  })),
];

const serviceEntries = services.map(({ name, by, sales, samples, start }): BenchEntry => ({
  name: `replay.${name}`,
  size: `${sales} sales to ${by}`,
  warmUps: 5,
  samples,
  baselineName: 'a loop of POSTs through a bare undici client',
  prepare: async (folder) => {
    const service = await start(folder);
    const till = await openWaitingTill(join(folder, 'till.db'), service, fewWaiting);
    const bare = new Client(service.baseUrl);
    return {
      ours: replaySide(till, sales),
      baseline: postSide(bare, service.token, sales),
      cleanUp: async () => {
        await till.close();
        await bare.close();
        await service.close();
      },
    };
  },
}));

const waitingSales = 200;

const waitingEntries = [fewWaiting, 10_000, 100_000].map((waiting): BenchEntry => ({
  name: `replay.waiting-${waiting}`,
  size: `${waitingSales} sales, with ${waiting} more waiting`,
  warmUps: 5,
  samples: 30,
  baselineName:
    waiting === fewWaiting
      ? 'the same again in another till, which shows how far the measurement itself strays'
      : `the same with ${fewWaiting} waiting`,
  prepare: async (folder) => {
    const service = await startEchoService(0);
    const openTill = (name: string, sales: number) =>
      openWaitingTill(join(folder, name), service, sales);
    const till = await openTill('till.db', waiting);
    const other = await openTill('other.db', fewWaiting);
    return {
      ours: replaySide(till, waitingSales),
      baseline: replaySide(other, waitingSales),
      cleanUp: async () => {
        await till.close();
        await other.close();
        await service.close();
      },
    };
  },
}));

export const replayEntries: readonly BenchEntry[] = [...serviceEntries, ...waitingEntries];
