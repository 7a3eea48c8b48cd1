// Somebody who works at the till, while they are being typed.
import { expect, test } from 'vitest';
import type { Cashier } from '../../../../src-main/contract/lock.ts';
import { CashierDraft } from '../../../../src-renderer/lock/cashier-draft.svelte.ts';

const ines: Cashier = { cashierId: 'A', name: 'Inês', role: 'manager' };

function typed(draft: CashierDraft, name: string, pin: string) {
  draft.name = name;
  Object.assign(draft.newPin, { pin, again: pin });
  return draft;
}

test('the first one is a manager, the next ones are not until somebody says so', () => {
  expect(new CashierDraft(null, true).role).toBe('manager');
  expect(new CashierDraft(null, false).role).toBe('cashier');
  expect(new CashierDraft(ines, false).role).toBe('manager');
});

test.each([
  ['Rui', false],
  ['  Rui ', false],
  ['', true],
  ['A'.repeat(41), true],
  ['R\u0007', true],
])('somebody new called "%s"', (name, nameWrong) => {
  const draft = typed(new CashierDraft(null, false), name, '1234');
  expect(draft.nameWrong).toBe(nameWrong);
  expect(draft.isWrong).toBe(nameWrong);
});

test('somebody new needs a PIN, and whoever is changed without one keeps theirs', () => {
  expect(typed(new CashierDraft(null, false), 'Rui', '').isWrong).toBe(true);
  expect(typed(new CashierDraft(ines, false), 'Maria', '').isWrong).toBe(false);
});

test('whoever becomes a manager needs a longer PIN of their own', () => {
  const rui = new CashierDraft({ cashierId: 'B', name: 'Rui', role: 'cashier' }, false);
  expect(typed(rui, 'Rui', '').isWrong).toBe(false);
  rui.role = 'manager';
  expect(typed(rui, 'Rui', '').isWrong).toBe(true);
  expect(typed(rui, 'Rui', '12345').isWrong).toBe(true);
  expect(typed(rui, 'Rui', '123456').isWrong).toBe(false);
});
