// Shows that histories notice mistakes: plays the same seeds on tills that make one.
import { afterAll, expect, it } from 'vitest';
import { badTills, caughtBy, type BadTill } from './bad-tills.ts';
import { runEach, seedsFrom } from './many-histories.ts';
import { runHistory } from './run-history.ts';
import { removeTillProgram } from './till-program.ts';

const enough = 30;

/** The history that caught the mistake before comes first, because one is enough. */
const caughtBefore: Readonly<Record<BadTill, number>> = {
  sends_again_without_looking: 1,
  sends_again_after_one_look_up: 6,
  takes_a_failed_look_up_for_absence: 2,
  believes_a_refusal_without_looking: 5,
  sends_unfinished_again_at_start: 2,
  drops_unfinished_at_start: 3,
  promises_before_it_commits: 2,
  sends_what_was_restored_without_looking: 1,
  forgets_what_was_corrected: 4,
  corrects_the_total_alone: 4,
  sends_a_return_twice: 1,
  gives_back_too_much: 1,
  forgets_the_cash_out: 1,
};

afterAll(removeTillProgram);

async function isCaught(badTill: BadTill): Promise<boolean> {
  const kind = caughtBy(badTill);
  const first = caughtBefore[badTill];
  for (const seed of [first, ...seedsFrom(1, enough).filter((other) => other !== first)]) {
    const { problems } = await runHistory({ kind, seed, badTill });
    if (problems.length > 0) return true;
  }
  return false;
}

it(`${enough} histories catch every till that makes a mistake`, async () => {
  const caught = await runEach(badTills, badTills.length, isCaught);
  expect(badTills.filter((_, index) => caught[index] !== true)).toEqual([]);
}, 600_000);
