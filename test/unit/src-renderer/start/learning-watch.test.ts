// Tests that what is asked again and again does not undo what a person has just ordered.
import { expect, test } from 'vitest';
import type { LearningState } from '../../../../src-main/contract/learning.ts';
import { LearningWatch } from '../../../../src-renderer/start/learning-watch.svelte.ts';
import { slowTill } from '../slow-till.ts';

const learning = (phase: LearningState['phase'], read: number): LearningState => ({
  ...{ phase, read, most: 100, error: null, withoutLines: false, unrecognised: 0 },
  found: { methods: 0, products: 0, customers: 0, kinds: 0 },
});

test('an answer from before reading was stopped does not show it as going on', async () => {
  const { till, answer } = slowTill();
  const watch = new LearningWatch(till);
  const polled = watch.load();
  const stopped = watch.stop();
  answer('learning.stop', 0, learning('stopped', 5));
  await stopped;
  answer('learning.state', 0, learning('reading', 4));
  await polled;
  expect(watch.state).toEqual(learning('stopped', 5));
});

test('what is asked meanwhile shows as it is answered, however slowly', async () => {
  const { till, answer } = slowTill();
  const watch = new LearningWatch(till);
  const first = watch.load();
  void watch.load();
  answer('learning.state', 0, learning('reading', 1));
  await first;
  expect(watch.state?.read).toBe(1);
});

test('of what is asked again and again, an older answer does not take the place of a newer one', async () => {
  const { till, answer } = slowTill();
  const watch = new LearningWatch(till);
  const first = watch.load();
  const second = watch.load();
  answer('learning.state', 1, learning('ended', 9));
  await second;
  answer('learning.state', 0, learning('reading', 8));
  await first;
  expect(watch.state).toEqual(learning('ended', 9));
});
