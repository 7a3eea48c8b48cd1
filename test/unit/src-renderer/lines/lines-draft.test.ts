// Tests lines while they are typed.
import { expect, test } from 'vitest';
import type { CartLine } from '../../../../src-main/contract/cart.ts';
import { cents } from '../../../../src-main/contract/money.ts';
import { LinesDraft } from '../../../../src-renderer/lines/lines-draft.svelte.ts';
import { formatFor } from '../../../../src-renderer/bridge/format.ts';
import { line, loweredLines } from '../../receipt/sample-receipts.ts';

const portuguese = formatFor('pt-PT');
const linesOf = (...lines: readonly CartLine[]) => new LinesDraft(lines, portuguese);
const coffee = (quantity: number, unitPrice = 800_000) => line('Café', quantity, unitPrice);

test('lines that were sent come back as they were, and know their place', () => {
  const lines = linesOf(...loweredLines);
  expect(lines.lines).toEqual(loweredLines);
  expect(lines.rows.map(({ position }) => position)).toEqual([0, 1]);
  expect(lines.areAsRefused).toBe(true);
});

test('the same thing at the same price becomes more of it', () => {
  const lines = linesOf();
  lines.add(coffee(1500), portuguese);
  lines.add(coffee(2000), portuguese);
  expect(lines.lines).toMatchObject([{ quantity: 3500 }]);
  expect(lines.rows[0]?.quantity).toBe('3,5');
  expect(lines.areAsRefused).toBe(false);
});

test('what a label sold is a line of its own, as long as it comes to the label’s price', () => {
  const label = { ...coffee(653, 18_900_000), labelCents: cents(1234) };
  const lines = linesOf();
  lines.add(label, portuguese);
  lines.add({ ...label, lineId: crypto.randomUUID() }, portuguese);
  expect(lines.lines).toMatchObject([{ labelCents: 1234 }, { labelCents: 1234 }]);
  const [row] = lines.rows;
  if (row) row.quantity = '0,7';
  expect(lines.lines?.[0]).not.toHaveProperty('labelCents');
});

test('another price, a row that cannot be read and a quantity beyond what a line holds are lines of their own', () => {
  const lines = linesOf(coffee(99_999_000));
  lines.add(coffee(2000), portuguese);
  lines.add(coffee(1000, 900_000), portuguese);
  expect(lines.lines?.map(({ quantity }) => quantity)).toEqual([99_999_000, 2000, 1000]);
  for (const row of lines.rows) row.unitPrice = '';
  lines.add(coffee(1000), portuguese);
  expect(lines.rows).toHaveLength(4);
  expect(lines.lines).toBeNull();
});

test('a free line counts once it has a price', () => {
  const lines = linesOf();
  lines.addFree('DIV', '2');
  expect(lines.lines).toBeNull();
  const [row] = lines.rows;
  if (row) row.unitPrice = '1,5';
  expect(lines.lines).toMatchObject([{ code: 'DIV', quantity: 2000, unitPrice: 1_500_000 }]);
  if (row) lines.remove(row);
  expect(lines.lines).toEqual([]);
});

test('a price that is no longer below the list price has none beside it', () => {
  const lines = linesOf(...loweredLines);
  const [row] = lines.rows;
  if (row) row.unitPrice = '10';
  expect(lines.lines?.[0]).not.toHaveProperty('listPrice');
  expect(lines.lines?.[0]).toHaveProperty('unit', 'kg');
});

test('no more lines are added than a cart holds', () => {
  const lines = linesOf(...Array.from({ length: 1000 }, (_, at) => coffee(1000, at)));
  expect(lines.isFull).toBe(true);
  lines.add(coffee(1000), portuguese);
  expect(lines.rows).toHaveLength(1000);
});
