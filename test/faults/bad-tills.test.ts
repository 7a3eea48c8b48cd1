// Shows that the histories would notice: the same seeds, on tills that make a mistake.
import { expect, it } from 'vitest';
import { badTills, type BadTill } from './bad-tills.ts';
import { runEach, seedsFrom } from './many-histories.ts';
import { runHistory } from './run-history.ts';

const enough = 30;

async function isCaught(badTill: BadTill): Promise<boolean> {
  for (const seed of seedsFrom(1, enough)) {
    const { problems } = await runHistory('ordinary', seed, badTill);
    if (problems.length > 0) return true;
  }
  return false;
}

it(`${enough} histories catch every till that makes a mistake`, async () => {
  const caught = await runEach(badTills, isCaught);
  expect(badTills.filter((_, index) => caught[index] !== true)).toEqual([]);
}, 180_000);
