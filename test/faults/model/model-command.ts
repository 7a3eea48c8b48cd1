// `npm run faults -- --model N [--seed S]`: explores that many schedules on every core, and fails
// if one of them fails.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { added, emptyTally, explore, shrink, type Tally } from './explore.ts';
import { play } from './play.ts';
import { makeSchedule } from './schedule.ts';
import { modelSummary } from './model-summary.ts';

const wholeNumber = v.pipe(v.string(), v.toNumber(), v.safeInteger());
const optionsSchema = v.object({
  model: v.pipe(wholeNumber, v.minValue(1)),
  seed: wholeNumber,
});

/** The options for `parseArgs`. */
export const modelOptions = { model: { type: 'string' } } as const;

const atOnce = 250;
const mostShown = 5;

interface Portion {
  readonly firstSeed: number;
  readonly schedules: number;
}

/** Returns whether no schedule failed. */
export async function exploreModel(values: unknown): Promise<boolean> {
  const { model, seed } = v.parse(optionsSchema, values);
  const startedAtMs = Date.now();
  const portions: Portion[] = [];
  for (let from = 0; from < model; from += atOnce) {
    portions.push({ firstSeed: seed + from, schedules: Math.min(atOnce, model - from) });
  }
  let tally = emptyTally();
  await inWorkers(portions, (explored) => {
    tally = added(tally, explored);
    if (tally.schedules % 10_000 === 0) console.error(`${tally.schedules} of ${model} schedules`);
  });
  console.log(modelSummary(tally, Date.now() - startedAtMs));
  for (const fall of tally.falls.slice(0, mostShown)) showSmallest(fall);
  return tally.falls.length === 0;
}

function showSmallest({ seed, faults }: Tally['falls'][number]): void {
  const [first] = faults;
  if (!first) return;
  const smallest = shrink(makeSchedule(seed), first.kind);
  console.log(
    `seed ${seed}: ${JSON.stringify(play(smallest).faults)}\n${JSON.stringify(smallest)}`,
  );
}

async function inWorkers(
  portions: readonly Portion[],
  onExplored: (tally: Tally) => void,
): Promise<void> {
  const waiting = portions.values();
  const workers = Math.min(availableParallelism(), portions.length);
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url));
    try {
      for (const portion of waiting) {
        worker.postMessage(portion);
        const [explored] = (await once(worker, 'message')) as [Tally];
        onExplored(explored);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

if (!isMainThread) {
  parentPort?.on('message', ({ firstSeed, schedules }: Portion) => {
    parentPort?.postMessage(explore(firstSeed, schedules));
  });
}
