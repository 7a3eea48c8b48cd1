// Tests what is told of the latest sale: its name, and the change.
import { expect, test } from 'vitest';
import { cents } from '../../../../src-main/contract/money.ts';
import {
  changeOfSale,
  nameOf,
  type Finished,
} from '../../../../src-renderer/shop/sale-finished.svelte.ts';
import { sale as queuedSale } from '../documents/service-till.ts';

const finished = (change: Partial<Finished['sale']>): Finished => ({
  cartId: '0',
  payment: { method: { id: 1, label: 'Cash' }, tenderedCents: cents(500) },
  sale: queuedSale('CF-0000-0000-0001', { totalCents: cents(480), ...change }),
});

test('the change is of the till’s total, whatever total the service comes to', () => {
  expect(changeOfSale(finished({}))).toBe(20);
  for (const serviceTotalCents of [479, 501]) {
    expect(changeOfSale(finished({ serviceTotalCents: cents(serviceTotalCents) }))).toBe(20);
  }
});

test('a sale is called by its document as soon as there is one', () => {
  expect(nameOf(finished({}).sale)).toBe('CF-0000-0000-0001');
  expect(nameOf(finished({ docKey: 'FS 1/2' }).sale)).toBe('FS 1/2');
});
