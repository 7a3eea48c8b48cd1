import { describe, expect, test } from 'vitest';
import {
  nextPrintJobState,
  printJobEvents,
  printJobStates,
  type PrintJobEvent,
  type PrintJobState,
} from '../../../src-main/contract/print-jobs.ts';

/** Written out once more, so that no change of the table goes unnoticed. */
const expected: Readonly<Record<PrintJobState, Partial<Record<PrintJobEvent, PrintJobState>>>> = {
  waiting: {
    claimed: 'printing',
    program_started: 'failed',
    restored: 'uncertain',
    given_up: 'given_up',
  },
  printing: {
    printed: 'printed',
    not_sent: 'failed',
    unclear: 'uncertain',
    program_started: 'uncertain',
    restored: 'uncertain',
  },
  printed: {},
  failed: { asked_again: 'waiting', restored: 'uncertain', given_up: 'given_up' },
  uncertain: { asked_again: 'waiting', given_up: 'given_up' },
  given_up: {},
};

describe('the life of a print job', () => {
  for (const state of printJobStates) {
    for (const event of printJobEvents) {
      const following = expected[state][event];
      test(`${state}, ${event}: ${following ?? 'cannot happen'}`, () => {
        expect(nextPrintJobState(state, event)).toBe(following);
      });
    }
  }
});

test('what may have been sent waits again only because a person asks', () => {
  for (const event of printJobEvents.filter((one) => one !== 'asked_again')) {
    for (const state of printJobStates) expect(nextPrintJobState(state, event)).not.toBe('waiting');
  }
  expect(nextPrintJobState('printing', 'asked_again')).toBeUndefined();
  expect(nextPrintJobState('printed', 'asked_again')).toBeUndefined();
});
