// Tests what the keys of the number pad do to a field.
import { expect, test } from 'vitest';
import { pressed, type PadKey } from '../../../../src-renderer/ui/pad-keys.ts';

const at = (text: string, start: number, end = start) => ({ text, start, end });
const type = (keys: readonly PadKey[], from = at('', 0)) => keys.reduce(pressed, from);

test('digits are written one after the other', () => {
  expect(type(['1', '2', ',', '5'])).toEqual(at('12,5', 4));
});

test('what is selected is replaced by the first digit', () => {
  expect(type(['3', '0'], at('1.00', 0, 4))).toEqual(at('30', 2));
});

test('a digit goes where the caret is', () => {
  expect(type(['2'], at('13', 1))).toEqual(at('123', 2));
});

test('the digit before the caret is deleted, or what is selected, and nothing at the beginning', () => {
  expect(type(['delete'], at('123', 2))).toEqual(at('13', 1));
  expect(type(['delete'], at('123', 1, 3))).toEqual(at('1', 1));
  expect(type(['delete'], at('123', 0))).toEqual(at('123', 0));
});

test('clearing empties the field', () => {
  expect(type(['clear'], at('12.5', 2))).toEqual(at('', 0));
});
