// Tests which keys go from row to row, and how far.
import { expect, test } from 'vitest';
import { rowAfterKey } from '../../../../src-renderer/ui/row-keys.ts';

const plain = { ctrlKey: false, altKey: false, metaKey: false };
const inView = { startIndex: 20, endIndex: 29 };

test.each([
  ['ArrowDown', 26],
  ['ArrowUp', 24],
  ['PageDown', 33],
  ['PageUp', 17],
  ['Home', 0],
  ['End', 99],
  ['Enter', null],
  ['a', null],
])('%s goes from row 25 to %s', (key, row) => {
  expect(rowAfterKey({ ...plain, key }, 25, inView, 100)).toBe(row);
});

test('a page is a row at least, also before anything shows', () => {
  expect(rowAfterKey({ ...plain, key: 'PageDown' }, 3, null, 100)).toBe(4);
  expect(rowAfterKey({ ...plain, key: 'PageUp' }, 3, { startIndex: 3, endIndex: 4 }, 100)).toBe(2);
});

test.each(['ctrlKey', 'altKey', 'metaKey'] as const)('with %s a key goes to no row', (modifier) => {
  expect(rowAfterKey({ ...plain, [modifier]: true, key: 'End' }, 3, inView, 100)).toBeNull();
});
