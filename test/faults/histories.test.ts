// Histories with fixed seeds, so that every run tries the same ones; `npm run faults` tries many more.
import { describe, expect, it } from 'vitest';
import { complaint, runEach, seedsFrom } from './many-histories.ts';
import { runHistory, type History } from './run-history.ts';

const complaints = (histories: readonly History[]): string =>
  histories.map(complaint).filter(Boolean).join('\n');

describe('a till with faults, outages, kills, revoked tokens and a clock that jumps', () => {
  it('delivers every promised sale exactly once, and says the truth about each', async () => {
    const histories = await runEach(seedsFrom(1, 10), (seed) => runHistory('ordinary', seed));
    expect(complaints(histories)).toBe('');
    // Otherwise nothing was tried.
    for (const { promised } of histories) expect(promised).toBeGreaterThan(20);
    expect(histories.flatMap(({ doubted }) => doubted).length).toBeGreaterThan(50);
    expect(histories.some(({ caughtSending }) => caughtSending > 0)).toBe(true);
  }, 120_000);

  it('loses nothing where the service is later than the settling time', async () => {
    const histories = await runEach(seedsFrom(1, 3), (seed) =>
      runHistory('later_than_settling', seed),
    );
    expect(complaints(histories)).toBe('');
    expect(histories.flatMap(({ duplicated }) => duplicated)).toContain('too_late');
  }, 60_000);
});
