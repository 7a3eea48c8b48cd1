// Somebody who works at the till, while they are being typed.
import { expect, test } from 'vitest';
import type { Cashier } from '../../../../src-main/contract/lock.ts';
import { CashierDraft } from '../../../../src-renderer/lock/cashier-draft.svelte.ts';

const ines: Cashier = { cashierId: 'A', name: 'Inês', role: 'manager' };

function typed(draft: CashierDraft, name: string, pin: string, pinAgain = pin) {
  Object.assign(draft, { name, pin, pinAgain });
  return draft;
}

test('the first one is a manager, the next ones are not until somebody says so', () => {
  expect(new CashierDraft(null, true).role).toBe('manager');
  expect(new CashierDraft(null, false).role).toBe('cashier');
  expect(new CashierDraft(ines, false).role).toBe('manager');
});

test.each([
  ['Rui', '1234', '1234', []],
  ['  Rui ', '123456789012', '123456789012', []],
  ['', '1234', '1234', ['nameWrong']],
  ['A'.repeat(41), '1234', '1234', ['nameWrong']],
  ['R\u0007', '1234', '1234', ['nameWrong']],
  ['Rui', '', '', ['pinWrong']],
  ['Rui', '123', '123', ['pinWrong']],
  ['Rui', '1234567890123', '1234567890123', ['pinWrong']],
  ['Rui', '12a4', '12a4', ['pinWrong']],
  ['Rui', '1234', '1235', ['pinDiffers']],
] as const)('somebody new called "%s" with "%s" and "%s"', (name, pin, again, wrong) => {
  const draft = typed(new CashierDraft(null, false), name, pin, again);
  const found = (['nameWrong', 'pinWrong', 'pinDiffers'] as const).filter((fault) => draft[fault]);
  expect(found).toEqual(wrong);
  expect(draft.isWrong).toBe(wrong.length > 0);
});

test('whoever is changed without a PIN keeps theirs, but not by half', () => {
  const kept = typed(new CashierDraft(ines, false), 'Maria', '');
  expect([kept.isWrong, kept.newPin]).toEqual([false, null]);
  const halved = typed(new CashierDraft(ines, false), 'Maria', '', '1234');
  expect(halved.isWrong).toBe(true);
  const renewed = typed(new CashierDraft(ines, false), 'Maria', '4321');
  expect([renewed.isWrong, renewed.newPin]).toEqual([false, '4321']);
});
