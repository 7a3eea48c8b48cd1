// Explores the rules themselves with random schedules; `npm run faults -- --model` tries many more.
import { describe, expect, it } from 'vitest';
import { isLong } from '../../tier.ts';
import { badRules } from './bad-rules.ts';
import { explore } from './explore.ts';
import { modelSummary } from './model-summary.ts';
import { play } from './play.ts';
import { makeSchedule } from './schedule.ts';

const schedules = isLong ? 100_000 : 1_000;

it('the rules send nothing twice, lose nothing, tell the truth and hold nobody up', () => {
  // The short run has a fixed seed: a failure of one seed in many must not hit somebody who changed
  // something else.
  const seed = isLong ? Date.now() % 1_000_000_000 : 1;
  const startedAtMs = Date.now();
  const tally = explore(seed, schedules);
  console.log(`seed ${seed}: ${modelSummary(tally, Date.now() - startedAtMs)}`);
  expect(tally.falls, `from seed ${seed}`).toEqual([]);
  expect(tally.sales).toBeGreaterThan(5 * schedules);
  expect(tally.doubledNoticed).toBe(tally.doubled);
  expect(tally.doubled).toBeGreaterThan(0);
}, 900_000);

describe.each(badRules)('rules that $name', ({ tried, shows, among }) => {
  const falls = (seed: number) => {
    const kind = among[seed % among.length] ?? 'honest';
    const { faults } = play({ ...makeSchedule(seed), kinds: [kind] }, tried);
    return faults.some((fault) => fault.kind === shows);
  };

  it('are caught', () => {
    expect(Array.from({ length: 300 }, (_, index) => index + 1).some(falls)).toBe(true);
  }, 60_000);
});
