// Tests which products of the list are ticked: one by one, in ranges, or all that are found.
import { expect, test } from 'vitest';
import { mostTicked } from '../../../../src-main/contract/many-products.ts';
import { ok } from '../../../../src-main/contract/errors.ts';
import { ProductSelection } from '../../../../src-renderer/shop/product-selection.svelte.ts';
import { tillOf } from '../sell/catalogue-till.ts';

/** A list in which the product at each place has that place plus 100 as its id. */
function rig(total = 50) {
  const requests: unknown[] = [];
  const till = tillOf((name, argument) => {
    requests.push(name);
    const { offset, limit } = argument as { offset: number; limit: number };
    return ok(Array.from({ length: limit }, (_, at) => 100 + offset + at));
  });
  const list = { view: { text: 'a', group: null as string | null }, total };
  return { selection: new ProductSelection(till, list), list, requests };
}

test('products are ticked one by one, and unticked', () => {
  const { selection } = rig();
  expect(selection.chosen).toBeNull();
  selection.toggle(3, 103);
  selection.toggle(5, 105);
  expect(selection.chosen).toEqual({ kind: 'some', ids: [103, 105] });
  selection.toggle(3, 103);
  expect(selection.count).toBe(1);
  expect([selection.has(103), selection.has(105)]).toEqual([false, true]);
});

test('a range is ticked from the product ticked last, in either direction', async () => {
  const { selection, requests } = rig();
  await selection.toggleTo(4, 104);
  expect(requests).toEqual([]);
  await selection.toggleTo(7, 107);
  expect(selection.chosen).toMatchObject({ ids: [104, 105, 106, 107] });
  selection.toggle(20, 120);
  await selection.toggleTo(18, 118);
  expect(selection.count).toBe(7);
});

test('a range that is too long is not ticked, and is said', async () => {
  const { selection } = rig(1_000_000);
  selection.toggle(0, 100);
  await selection.toggleTo(mostTicked, 100 + mostTicked);
  expect(selection.isFull).toBe(true);
  expect(selection.count).toBe(1);
  selection.toggle(1, 101);
  expect(selection.isFull).toBe(false);
});

test('all that are found are ticked, except some, until something else is looked for', () => {
  const { selection, list } = rig(1_000_000);
  selection.chooseAll();
  expect(selection.isAll).toBe(true);
  expect(selection.count).toBe(1_000_000);
  selection.toggle(3, 103);
  expect(selection.isAll).toBe(false);
  expect(selection.chosen).toEqual({ kind: 'all', view: list.view, except: [103] });
  expect([selection.has(103), selection.has(104)]).toEqual([false, true]);
  selection.toggle(3, 103);
  expect(selection.isAll).toBe(true);
  selection.leaveView();
  expect(selection.chosen).toBeNull();
});

test('what was ticked stays where something else is looked for, and follows its products', () => {
  const { selection } = rig();
  selection.toggle(3, 103);
  selection.toggle(4, 104);
  selection.leaveView();
  selection.follow(103, 200);
  selection.follow(104, null);
  selection.follow(105, 205);
  expect(selection.chosen).toEqual({ kind: 'some', ids: [200] });
});

test('an answer that comes after everything was cleared ticks nothing', async () => {
  const { selection } = rig();
  selection.toggle(3, 103);
  const ticking = selection.toggleTo(6, 106);
  selection.clear();
  await ticking;
  expect(selection.count).toBe(0);
});
