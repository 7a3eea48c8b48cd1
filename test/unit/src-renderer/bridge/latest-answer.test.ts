// Of answers that overtake each other only the latest counts.
import { expect, test } from 'vitest';
import { LatestAnswer } from '../../../../src-renderer/bridge/latest-answer.ts';

test('of two questions the later one is answered, whichever answer comes first', async () => {
  const latest = new LatestAnswer();
  const slow = Promise.withResolvers<string>();
  const first = latest.of(slow.promise);
  expect(await latest.of(Promise.resolve('second'))).toBe('second');
  slow.resolve('first');
  expect(await first).toBeNull();
});

test('what was begun is the latest until something newer begins', () => {
  const latest = new LatestAnswer();
  const first = latest.begin();
  const sameAsFirst = latest.current();
  expect([first(), sameAsFirst()]).toEqual([true, true]);
  const second = latest.begin();
  expect([first(), sameAsFirst(), second()]).toEqual([false, false, true]);
});

test('answers of questions that are asked again and again count as they come, older ones after newer not', () => {
  const latest = new LatestAnswer();
  const [first, second, third] = [latest.inOrder(), latest.inOrder(), latest.inOrder()];
  expect([first(), third(), second()]).toEqual([true, true, false]);
});
