// `npm run faults -- [--histories N] [--seed S] [--kind KIND] [--till BAD_TILL]`: fails when a history goes wrong.
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { badTills } from './bad-tills.ts';
import { historyKinds } from './history-plan.ts';
import { complaint, runEach, seedsFrom, summary } from './many-histories.ts';
import { runHistory } from './run-history.ts';

const wholeNumber = v.pipe(v.string(), v.toNumber(), v.safeInteger());
const options = v.parse(
  v.object({
    histories: v.pipe(wholeNumber, v.minValue(1)),
    seed: wholeNumber,
    kind: v.picklist(historyKinds),
    till: v.nullish(v.picklist(badTills), null),
  }),
  parseArgs({
    options: {
      histories: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      kind: { type: 'string', default: 'ordinary' },
      till: { type: 'string' },
    },
  }).values,
);

const seeds = seedsFrom(options.seed, options.histories);
const histories = await runEach(seeds, async (seed) => {
  const history = await runHistory(options.kind, seed, options.till);
  const wrong = complaint(history);
  if (wrong !== '') {
    console.log(wrong);
    process.exitCode = 1;
  }
  return history;
});
console.log(summary(histories));
