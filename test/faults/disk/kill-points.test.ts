// Kills a till before and after every change that it makes to its files; `npm run faults` does so
// many times over.
import { expect, test } from 'vitest';
import { sweepShare } from '../../tier.ts';
import { notHere } from './interposed.ts';
import { killAt, killAtEveryBoundary } from './kill-points.ts';
import { badOperations, operations } from './operations.ts';

test('whatever a killed till was doing, nothing that it said is lost and no sale is between two states', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const points = await killAtEveryBoundary({
    timesEach: 1,
    firstSeed: 1,
    share: sweepShare,
    onProgress: () => undefined,
  });
  expect(points.operations.flatMap(({ problems }) => problems)).toEqual([]);
  expect(points.operations.map(({ name }) => name)).toEqual(operations.map(({ name }) => name));
  // Without these, nothing would have been tried.
  for (const { boundaries } of points.operations)
    expect(boundaries).toBeGreaterThan(10 * sweepShare);
  expect(points.kills).toBe(points.boundaries);
}, 900_000);

test.for(badOperations.map(({ name }) => name))(
  'a till that makes a mistake is caught: %s',
  { timeout: 180_000 },
  async (name, { skip }) => {
    if (notHere !== null) skip(notHere);
    const { lost, broken } = await killAt({ name, timesEach: 1, firstSeed: 1, share: 0.5 });
    expect(lost + broken).toBeGreaterThan(0);
  },
);
