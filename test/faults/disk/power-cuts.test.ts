// Power cuts while a till works, with fixed seeds; `npm run faults` makes many more.
import { expect, test } from 'vitest';
import { sweepShare } from '../../tier.ts';
import { notHere } from './interposed.ts';
import { cutPower } from './power-cuts.ts';

test('nothing that a till said is lost in a power cut, and no sent sale is queued again', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const cuts = await cutPower({ seed: 1, synchronous: 'FULL', images: 2_000 * sweepShare });
  expect(cuts.problems).toEqual([]);
  // With fewer, too little would have been tried.
  expect(cuts.words).toBeGreaterThan(250);
  expect(cuts.dayWords).toBeGreaterThan(30);
  expect(cuts.returns).toBeGreaterThan(4);
  expect(cuts.checkpoints).toBeGreaterThan(2);
}, 900_000);

test('a till that does not wait for the disk is caught', async ({ skip }) => {
  if (notHere !== null) skip(notHere);
  const { lost } = await cutPower({ seed: 1, synchronous: 'NORMAL', images: 100 });
  expect(lost).toBeGreaterThan(0);
}, 180_000);

test('a power cut while a file is migrated leaves it whole, before or after, with its backup', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const till = { seed: 1, synchronous: 'FULL', migrates: true } as const;
  const cuts = await cutPower({ ...till, images: 2_000 * sweepShare });
  expect(cuts.problems).toEqual([]);
  expect(cuts.words).toBeGreaterThan(5);
}, 900_000);
