import { expect, test } from 'vitest';
import {
  isolated,
  shortened,
  withoutDirections,
} from '../../../../src-renderer/bridge/foreign-text.ts';

const turning = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

test('what turns text around is left out; words, right-to-left ones too, stay', () => {
  expect(withoutDirections(`a${turning}b שלום\n`)).toBe('ab שלום\n');
});

test('in a sentence a text begins and ends its own direction, whatever it holds', () => {
  expect(isolated(`a${turning}b`)).toBe('\u2068ab\u2069');
});

test('what is shortened for a line has at most 200 characters, none of them cut in two', () => {
  expect(shortened('Ana')).toBe('Ana');
  expect(shortened('x'.repeat(199) + '😀😀')).toBe('x'.repeat(199) + '😀');
  expect(shortened('x' + '😀'.repeat(300))).toBe('x' + '😀'.repeat(199));
});
