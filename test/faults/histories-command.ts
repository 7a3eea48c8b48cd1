// `npm run faults -- [--histories N] [--seed S] [--kind KIND] [--till BAD_TILL] [--at-a-time N]`:
// fails if a history goes wrong.
import * as v from 'valibot';
import { badTills } from './bad-tills.ts';
import { historyKinds, kindOf } from './history-plan.ts';
import { complaint, playInProcesses, seedsFrom } from './many-histories.ts';
import type { Play } from './run-history.ts';
import { summary } from './summary.ts';

const wholeNumber = v.pipe(v.string(), v.toNumber(), v.safeInteger());
const count = v.pipe(wholeNumber, v.minValue(1));
const optionsSchema = v.object({
  histories: count,
  seed: wholeNumber,
  kind: v.optional(v.picklist(historyKinds)),
  till: v.nullish(v.picklist(badTills), null),
  'at-a-time': count,
});

/** The options for `parseArgs`. */
export const historyOptions = {
  histories: { type: 'string', default: '100' },
  seed: { type: 'string', default: '1' },
  /** Without a kind, all of them in turn. */
  kind: { type: 'string' },
  till: { type: 'string' },
  'at-a-time': { type: 'string', default: '12' },
} as const;

const progressMs = 30_000;

/** Returns whether every history went well. */
export async function playHistories(values: unknown): Promise<boolean> {
  const options = v.parse(optionsSchema, values);
  const plays = seedsFrom(options.seed, options.histories).map((seed): Play => ({
    kind: options.kind ?? kindOf(seed),
    seed,
    badTill: options.till,
  }));
  let played = 0;
  let faults = 0;
  let wrong = 0;
  const progress = setInterval(() => {
    console.error(`${played} of ${plays.length} histories, ${faults} faults, ${wrong} wrong`);
  }, progressMs);
  try {
    const histories = await playInProcesses(plays, options['at-a-time'], (history) => {
      played += 1;
      faults += history.faults.length;
      const problem = complaint(history);
      if (problem === '') return;
      wrong += 1;
      console.log(problem);
    });
    console.log(summary(histories));
  } finally {
    clearInterval(progress);
  }
  return wrong === 0;
}
