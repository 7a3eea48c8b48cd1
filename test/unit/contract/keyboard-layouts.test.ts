// What a scanner types on another country's keyboard is led back to what it meant.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  digitsThroughLayouts,
  layouts,
  readThroughLayouts,
  type Layout,
} from '../../../src-main/contract/keyboard-layouts.ts';

/** How each keyboard writes what a scanner types for one of the United States, seen on them. */
const typed: Readonly<Record<Exclude<Layout, 'us'>, string>> = {
  pt: "CF'PAY'2",
  es: "CF'PAY'2",
  it: "CF'PAY'2",
  fr: 'CF)PQY)é',
  be: 'CF)PQY)é',
  de: 'CFßPAZß2',
};

test.each(Object.entries(typed))('a code of the United States is read on that of %s', (_, text) => {
  expect(readThroughLayouts(text).map(({ meant }) => meant)).toContain('CF-PAY-2');
});

test.each([
  // A key of accents and a letter: what has become one is two keys.
  ['é0010', 'pt', ']e0010'],
  ['Ć1', 'pt', ']C1'],
  ['+C1', 'es', ']C1'],
  ['$C&', 'fr', ']C1'],
  ['FS Q!&é', 'fr', 'FS A/12'],
  ['FS A-12', 'pt', 'FS A/12'],
  ['FS A-12', 'de', 'FS A/12'],
] as const)('%j on the keyboard of %s was %j', (text, computer, meant) => {
  const foundReading = readThroughLayouts(text).find((each) => each.meant === meant);
  expect(foundReading?.scanner).toBe('us');
  if (text !== 'FS A-12') expect(foundReading?.computer).toBe(computer);
});

test('a scanner for another country is read on a keyboard of the United States', () => {
  for (const [text, scanner] of [
    ['CF/PAZ', 'de'],
    ['CF6PQY', 'fr'],
  ] as const)
    expect(readThroughLayouts(text)).toContainEqual({
      ...{ meant: 'CF-PAY', scanner, computer: 'us' },
    });
  // AltGr: a German scanner's bracket on a Portuguese keyboard, where it is on the same key.
  expect(readThroughLayouts('@')).toContainEqual({ meant: '²', scanner: 'de', computer: 'pt' });
});

test('a text is never its own reading, each reading comes once, and nothing is made up', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const meant = readThroughLayouts(text).map((each) => each.meant);
      expect(meant).not.toContain(text);
      expect(new Set(meant).size).toBe(meant.length);
      expect(meant.length).toBeLessThanOrEqual(layouts.length * (layouts.length + 1));
    }),
  );
});

test('numbers are read from marks alone', () => {
  expect(digitsThroughLayouts('àçé"\'(§è!')).toEqual(['092345678']);
  expect(digitsThroughLayouts('(-à&é"\'&àààè(')).toEqual(['5601234100075']);
  expect(digitsThroughLayouts('=!"#$%&/()')).toContain('0123456789');
  for (const text of ['5601234100075', 'A!', '!!', 'ABC', '', '१२३'])
    expect(digitsThroughLayouts(text), text).toEqual([]);
});

test('a locked French keyboard, which shifts every key, is read too', () => {
  expect(readThroughLayouts('cf°pqy°2')).toContainEqual({
    ...{ meant: 'CF-PAY-2', scanner: 'us', computer: 'fr' },
  });
});
