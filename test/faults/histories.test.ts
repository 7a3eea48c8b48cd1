// Histories with fixed seeds, so that every run tries the same ones; `npm run faults` tries many
// more.
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Problem } from './checker.ts';
import { kindOf } from './history-plan.ts';
import { complaint, mayBeTooFast, playAgainSlowly, runEach, seedsFrom } from './many-histories.ts';
import { runHistory, type History } from './run-history.ts';
import { removeTillProgram } from './till-program.ts';

const tried = 20;
const atATime = 2 * availableParallelism();

let histories: readonly History[];
beforeAll(async () => {
  const play = (seed: number) => runHistory({ kind: kindOf(seed), seed, badTill: null });
  histories = await playAgainSlowly(await runEach(seedsFrom(1, tried), atATime, play));
}, 800_000);
afterAll(removeTillProgram);

const ofAll = <Item>(of: (history: History) => readonly Item[]): readonly Item[] =>
  histories.flatMap(of);

it('every promised sale is delivered exactly once, and the till says the truth about each', () => {
  expect(histories.map(complaint).filter(Boolean).join('\n')).toBe('');
});

it('every kind of trouble was there, or nothing was tried', () => {
  for (const { promised, faults } of histories) {
    expect(promised).toBeGreaterThan(20);
    expect(faults.length).toBeGreaterThan(0);
  }
  expect(ofAll(({ doubted }) => doubted).length).toBeGreaterThan(50);
  expect(histories.some(({ caughtSending }) => caughtSending > 0)).toBe(true);
});

it('people corrected, cancelled and settled', () => {
  const decided = new Set(ofAll(({ decisions }) => decisions));
  expect(decided).toContain('corrected');
  expect(decided).toContain('cancelled');
  expect(decided.has('settled_confirmed') || decided.has('settled_cancelled')).toBe(true);
});

it('days were closed while sales were open, and what became of these is told', () => {
  const sum = (of: (history: History) => number) =>
    histories.reduce((all, history) => all + of(history), 0);
  expect(sum(({ days }) => days.closedWithOpen)).toBeGreaterThan(20);
  expect(sum(({ days }) => days.addenda)).toBeGreaterThan(20);
  expect(sum(({ days }) => days.ofNoDay)).toBeGreaterThan(20);
});

it('goods came back, and what was too much was refused', () => {
  const sum = (of: (history: History) => number) =>
    histories.reduce((all, history) => all + of(history), 0);
  expect(sum(({ returns }) => returns.made)).toBeGreaterThan(40);
  expect(ofAll(({ returns }) => returns.refused)).toContain('returned_too_much');
});

it('only a sale that is not settled yet may be due to a busy machine', () => {
  const problem = (kind: Problem['kind']) => ({ kind, reference: 'CF-1', what: 'in_doubt' });
  const unsettled = problem('never_settled');
  expect(mayBeTooFast({ problems: [unsettled], failures: [] })).toBe(true);
  expect(mayBeTooFast({ problems: [], failures: [] })).toBe(false);
  expect(mayBeTooFast({ problems: [unsettled, problem('lost')], failures: [] })).toBe(false);
  expect(mayBeTooFast({ problems: [unsettled], failures: ['out of memory'] })).toBe(false);
});
