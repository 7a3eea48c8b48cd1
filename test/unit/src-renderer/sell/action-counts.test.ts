// The table of actions says what the till is held to, and no other known till needs fewer actions.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  actionCounts,
  others,
  returnCount,
  type ActionCount,
  type Way,
} from '../../../action-counts.ts';

const ways: readonly Way[] = ['touch', 'keyboard', 'scanner'];
const counts: readonly ActionCount[] = Object.values(actionCounts);

test('the table agrees with the counts', () => {
  const text = readFileSync(
    new URL('../../../../src-renderer/ACTIONS.md', import.meta.url),
    'utf8',
  );
  const rowsBelow = (heading: string) =>
    (text.split(heading)[1]?.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((row) => row.startsWith('| '))
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .slice(2);
  const { task, ours, others: theirs } = returnCount;
  expect(rowsBelow('## Goods that come back')).toEqual([
    [task, String(ours), ...Object.values(theirs).map(String)],
  ]);
  expect(ours).toBeLessThanOrEqual(Math.min(...Object.values(theirs)));
  expect(rowsBelow('## The table')).toEqual(
    counts.map(({ task, ours, others: theirs }) => [
      task,
      ...ways.map((way) => String(ours[way])),
      ...others.map((other) => String(theirs[other] ?? 'not known')),
    ]),
  );
});

test.each(counts.map((count) => [count.task, count] as const))(
  'no other till needs fewer: %s',
  (_, { ours, others: theirs }) => {
    const fewest = Math.min(...Object.values(ours));
    expect(fewest).toBeLessThanOrEqual(Math.min(Infinity, ...Object.values(theirs)));
  },
);
