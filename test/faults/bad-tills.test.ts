// Shows that the histories would notice: the same seeds, on tills that make a mistake.
import { afterAll, expect, it } from 'vitest';
import { badTills, caughtBy, type BadTill } from './bad-tills.ts';
import { runEach, seedsFrom } from './many-histories.ts';
import { runHistory } from './run-history.ts';
import { removeTillProgram } from './till-program.ts';

const enough = 30;
const atATime = 2;

afterAll(removeTillProgram);

async function isCaught(badTill: BadTill): Promise<boolean> {
  const kind = caughtBy(badTill);
  let caught = false;
  await runEach(seedsFrom(1, enough), atATime, async (seed) => {
    if (caught) return;
    const { problems } = await runHistory({ kind, seed, badTill });
    caught ||= problems.length > 0;
  });
  return caught;
}

it(`${enough} histories catch every till that makes a mistake`, async () => {
  const caught = await runEach(badTills, badTills.length, isCaught);
  expect(badTills.filter((_, index) => caught[index] !== true)).toEqual([]);
}, 600_000);
