import { expect, test } from 'vitest';
import {
  mayStillCome,
  nextPrintJobState,
  printJobEvents,
  printJobStates,
} from '../../../src-main/contract/print-jobs.ts';

test('nothing leads out of printed and given up', () => {
  for (const state of ['printed', 'given_up'] as const) {
    expect(printJobEvents.map((event) => nextPrintJobState(state, event))).toEqual(
      printJobEvents.map(() => undefined),
    );
  }
});

test('a job that a start finds under way is for a person, and uncertain if paper may have come out', () => {
  const nextStates = printJobStates.map((state) => nextPrintJobState(state, 'program_started'));
  expect(
    Object.fromEntries(printJobStates.map((state, at) => [state, nextStates[at]])),
  ).toMatchObject({ waiting: 'failed', printing: 'uncertain', failed: undefined });
});

test('a job that may have been sent waits again only if a person asks', () => {
  for (const event of printJobEvents.filter((one) => one !== 'asked_again')) {
    for (const state of printJobStates) expect(nextPrintJobState(state, event)).not.toBe('waiting');
  }
  expect(nextPrintJobState('printing', 'asked_again')).toBeUndefined();
  expect(nextPrintJobState('printed', 'asked_again')).toBeUndefined();
});

test('a printer that stopped in the middle may hold what it was sent, and print it later', () => {
  const error = { code: 'printer_paper_out' } as const;
  expect(mayStillCome({ state: 'uncertain', error })).toBe(true);
  // Provably nothing was sent.
  expect(mayStillCome({ state: 'failed', error })).toBe(false);
  expect(mayStillCome({ state: 'uncertain', error: { code: 'printer_broke_off' } })).toBe(false);
  expect(mayStillCome({ state: 'uncertain', error: null })).toBe(false);
});
