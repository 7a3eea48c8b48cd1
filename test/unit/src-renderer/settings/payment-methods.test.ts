// Tests payment methods while they are edited.
import { expect, test } from 'vitest';
import { PaymentMethodsDraft } from '../../../../src-renderer/settings/payment-methods.svelte.ts';

const cash = { id: 1, label: 'Numerário' };
const card = { id: 2, label: 'Multibanco' };

test('a method that was seen in documents is offered until a row has its id', () => {
  const draft = new PaymentMethodsDraft([cash]);
  expect(draft.without([cash, card])).toEqual([card]);
  draft.add(card);
  expect(draft.without([cash, card])).toEqual([]);
  expect(draft.read()).toEqual([cash, card]);
  draft.remove(0);
  expect(draft.without([cash, card])).toEqual([cash]);
});

test('what cannot be saved says why', () => {
  const draft = new PaymentMethodsDraft([cash]);
  draft.add({ ...card, id: 1 });
  expect(draft.read()).toBe('twice');
  draft.add();
  expect(draft.read()).toBe('wrong');
});
