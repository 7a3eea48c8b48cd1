// Tests what a screen shows while it asks main again.
import { expect, test } from 'vitest';
import { err, ok, type AppError, type Result } from '../../../../src-main/contract/errors.ts';
import { Loaded } from '../../../../src-renderer/bridge/loaded.svelte.ts';

const failed: AppError = { code: 'not_signed_in' };

/** Requests are answered when the test says so. */
function rig() {
  const answers: ((answer: Result<string>) => void)[] = [];
  const loaded = new Loaded(() => new Promise<Result<string>>((resolve) => answers.push(resolve)));
  return { answers, loaded };
}

test('an answer that a newer question has overtaken is dropped', async () => {
  const { answers, loaded } = rig();
  const askedAnswers = [loaded.load(), loaded.load()];
  answers[1]?.(ok('new'));
  answers[0]?.(ok('old'));
  await Promise.all(askedAnswers);
  expect(loaded.value).toBe('new');
});

test('what was loaded stays where it cannot be loaded again, with the reason, until it can', async () => {
  const { answers, loaded } = rig();
  const first = loaded.load();
  expect([loaded.value, loaded.error]).toEqual([null, null]);
  answers[0]?.(ok('old'));
  await first;
  const second = loaded.load();
  answers[1]?.(err(failed));
  await second;
  expect([loaded.value, loaded.error]).toEqual(['old', failed]);
  const third = loaded.load();
  answers[2]?.(ok('new'));
  await third;
  expect([loaded.value, loaded.error]).toEqual(['new', null]);
});

test('what main has told since is newer than an answer that is still to come', async () => {
  const { answers, loaded } = rig();
  const asking = loaded.load();
  loaded.set('told');
  answers[0]?.(ok('old'));
  await asking;
  expect(loaded.value).toBe('told');
});
