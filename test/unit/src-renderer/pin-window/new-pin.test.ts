// Tests a new PIN while it is typed twice.
import { expect, test } from 'vitest';
import type { Role } from '../../../../src-main/contract/lock.ts';
import { NewPin } from '../../../../src-renderer/pin-window/new-pin.svelte.ts';

const typed = (pin: string, again = pin, role: Role = 'cashier') =>
  Object.assign(new NewPin(role), { pin, again });

test.each([
  ['1234', '1234', []],
  ['123456789012', '123456789012', []],
  ['', '', ['isNone']],
  ['123', '123', ['isNone']],
  ['1234567890123', '1234567890123', ['isNone']],
  ['12a4', '12a4', ['isNone']],
  ['1234', '1235', ['differs']],
] as const)('"%s" and "%s"', (pin, again, wrong) => {
  const newPin = typed(pin, again);
  expect((['isNone', 'differs'] as const).filter((fault) => newPin[fault])).toEqual(wrong);
  expect(newPin.isWrong).toBe(wrong.length > 0);
});

test('a manager’s has six digits at least', () => {
  expect(typed('12345', '12345', 'manager').isWrong).toBe(true);
  expect(typed('123456', '123456', 'manager').isWrong).toBe(false);
});
