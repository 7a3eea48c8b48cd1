// Tests the form for somebody who works at the till.
import { expect, test } from 'vitest';
import type { Cashier } from '../../../../src-main/contract/lock.ts';
import { CashierDraft } from '../../../../src-renderer/lock/cashier-draft.svelte.ts';

const ines: Cashier = { cashierId: 'A', name: 'Inês', role: 'manager' };

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
  const draft = new CashierDraft(null, false);
  draft.name = name;
  expect(draft.nameWrong).toBe(nameWrong);
});

test('whoever is changed keeps their PIN, unless they are to have a new one', () => {
  const draft = new CashierDraft(ines, false);
  expect(draft.hasNewPin).toBe(false);
  draft.hasNewPin = true;
  expect([draft.hasNewPin, draft.needsNewPin]).toEqual([true, false]);
});

test('whoever becomes a manager needs a new PIN', () => {
  const rui = new CashierDraft({ cashierId: 'B', name: 'Rui', role: 'cashier' }, false);
  expect(rui.hasNewPin).toBe(false);
  rui.role = 'manager';
  expect([rui.hasNewPin, rui.needsNewPin]).toEqual([true, true]);
  rui.role = 'cashier';
  expect(rui.hasNewPin).toBe(false);
});
