// A new PIN, while it is typed twice.
import { expect, test } from 'vitest';
import type { Role } from '../../../../src-main/contract/lock.ts';
import { NewPin } from '../../../../src-renderer/lock/new-pin.svelte.ts';

const typed = (mayBeEmpty: boolean, pin: string, again = pin, role: Role = 'cashier') =>
  Object.assign(
    new NewPin(
      () => role,
      () => mayBeEmpty,
    ),
    { pin, again },
  );

test.each([
  ['1234', '1234', []],
  ['123456789012', '123456789012', []],
  ['', '', ['isNone']],
  ['123', '123', ['isNone']],
  ['1234567890123', '1234567890123', ['isNone']],
  ['12a4', '12a4', ['isNone']],
  ['1234', '1235', ['differs']],
] as const)('"%s" and "%s"', (pin, again, wrong) => {
  const newPin = typed(false, pin, again);
  expect((['isNone', 'differs'] as const).filter((fault) => newPin[fault])).toEqual(wrong);
  expect(newPin.isWrong).toBe(wrong.length > 0);
});

test('empty it stands for the former one where there is one, but not by half', () => {
  const kept = typed(true, '');
  expect([kept.isWrong, kept.chosen]).toEqual([false, null]);
  expect(typed(true, '', '1234').isWrong).toBe(true);
  const renewed = typed(true, '4321');
  expect([renewed.isWrong, renewed.chosen]).toEqual([false, '4321']);
  expect(typed(true, '43').isWrong).toBe(true);
});

test('a manager’s has six digits at least', () => {
  expect(typed(false, '12345', '12345', 'manager').isWrong).toBe(true);
  expect(typed(false, '123456', '123456', 'manager').isWrong).toBe(false);
});
