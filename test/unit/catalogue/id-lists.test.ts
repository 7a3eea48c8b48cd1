// Compares lists of numbers in both forms with plain sets.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distancesOf, IdSet, inAll, type IdList } from '../../../src-main/catalogue/id-lists.ts';

const ids = (highest: number) => fc.uniqueArray(fc.integer({ min: 1, max: highest }));

function listOf(numbers: readonly number[], highest: number): IdList {
  const set = new IdSet(highest, 4);
  for (const number of numbers) set.add(number);
  return set.toList();
}

const ascending = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);

test('a list gives back its numbers in order', () => {
  fc.assert(
    fc.property(ids(2_000), fc.constantFrom(1, 100, 500_000), (numbers, apart) => {
      const spread = ascending(numbers.map((number) => number * apart));
      expect([...inAll([distancesOf(spread)])]).toEqual(spread);
      expect([...inAll([listOf(numbers, 2_000)])]).toEqual(ascending(numbers));
    }),
  );
});

test('many numbers are kept as bits, and few as distances', () => {
  const all = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(listOf(all, 100)).toMatchObject({ form: 'bits' });
  expect(listOf([1, 99], 100)).toMatchObject({ form: 'distances' });
});

test('what several lists share is found, whichever form each has', () => {
  fc.assert(
    fc.property(fc.array(ids(300), { minLength: 1, maxLength: 5 }), (lists) => {
      const [first = [], ...others] = lists;
      const shared = first.filter((id) => others.every((other) => other.includes(id)));
      expect([...inAll(lists.map((list) => listOf(list, 300)))]).toEqual(ascending(shared));
      const mixed = lists.map((list, index) =>
        index % 2 === 0 ? distancesOf(ascending(list)) : listOf(list, 300 + index * 50),
      );
      expect([...inAll(mixed)]).toEqual(ascending(shared));
    }),
  );
});

test('a set is empty after it was cleared, whether it was small or not', () => {
  for (const numbers of [
    [3, 9],
    [1, 2, 3, 4, 5, 6, 7, 8],
  ]) {
    const set = new IdSet(10, 4);
    for (const number of numbers) set.add(number);
    set.clear();
    expect(set.size).toBe(0);
    expect([...inAll([set.toList()])]).toEqual([]);
    set.add(5);
    expect([...inAll([set.toList()])]).toEqual([5]);
  }
});

test('no lists have no numbers in common', () => {
  expect([...inAll([])]).toEqual([]);
});
