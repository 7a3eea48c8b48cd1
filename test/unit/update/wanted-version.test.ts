import { expect, test } from 'vitest';
import { argumentsToUpdate, isNotUpdated } from '../../../src-main/update/updates.ts';

test('the next start learns which version was wanted, and nothing of the one before', () => {
  const first = argumentsToUpdate(['--user-data-dir=/till'], '1.1.0');
  const second = argumentsToUpdate(first, '1.2.0');
  expect(second).toHaveLength(2);
  expect(second[0]).toBe('--user-data-dir=/till');
  expect(isNotUpdated(second, '1.1.0')).toBe(true);
  expect(isNotUpdated(second, '1.2.0')).toBe(false);
  expect(isNotUpdated(second, '1.3.0')).toBe(false);
  expect(isNotUpdated([], '1.0.0')).toBe(false);
});
