import { expect, test } from 'vitest';
import { isUnproven, unprovenReasons } from '../../../src-main/contract/lock.ts';

test('only a reason for doubt leaves the managers unproven', () => {
  expect((['unsealed', 'proven', 'asking'] as const).map(isUnproven)).toEqual([
    false,
    false,
    false,
  ]);
  expect(unprovenReasons.every((reason) => isUnproven(reason))).toBe(true);
});
