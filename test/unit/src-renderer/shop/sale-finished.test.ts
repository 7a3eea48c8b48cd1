// Tests what is told of the latest sale: the change from what the customer really pays.
import { expect, test } from 'vitest';
import { cents } from '../../../../src-main/contract/money.ts';
import {
  nameOf,
  settlementOf,
  type Finished,
} from '../../../../src-renderer/shop/sale-finished.svelte.ts';
import { sale as queuedSale } from '../documents/service-till.ts';

const finished = (change: Partial<Finished['sale']>): Finished => ({
  cartId: '0',
  payment: { method: { id: 1, label: 'Cash' }, tenderedCents: cents(500) },
  sale: queuedSale('CF-0000-0000-0001', { totalCents: cents(480), ...change }),
});

test('the change is of the till’s total until the service has said its own, which then counts', () => {
  expect(settlementOf(finished({}))).toMatchObject({ changeCents: 20, stillToPayCents: 0 });
  const settled = (serviceTotalCents: number) =>
    settlementOf(finished({ serviceTotalCents: cents(serviceTotalCents) }));
  expect(settled(479)).toMatchObject({ changeCents: 21, stillToPayCents: 0 });
  expect(settled(501)).toMatchObject({ changeCents: 0, stillToPayCents: 1 });
});

test('a sale is called by its document as soon as there is one', () => {
  expect(nameOf(finished({}).sale)).toBe('CF-0000-0000-0001');
  expect(nameOf(finished({ docKey: 'FS 1/2' }).sale)).toBe('FS 1/2');
});
