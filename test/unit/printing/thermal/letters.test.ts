import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printerText } from '../../../../src-main/printing/thermal/letters.ts';
import { anyCharacter } from '../../../any-character.ts';
import { portugueseLetters } from '../../receipt/paper-cases.ts';

test('letters of Portuguese stay as they are, composed or not', () => {
  expect(printerText(portugueseLetters)).toBe(portugueseLetters);
  expect(printerText('Pa\u0303o a\u0300s cinco')).toBe('Pão às cinco');
});

test.each([
  ['“Pão” – 5 …', '"Pão" - 5 ...'],
  ['1\u202f234,50\u00a0€', '1 234,50 €'],
  ['−1,27 × 3', '-1,27 × 3'],
  ['Łódź, Škoda, Œuvre, ﬁ', 'Lódz, Skoda, OEuvre, fi'],
  ['½ kg', '1/2 kg'],
  ['co\u00adoperativa\u200b', 'cooperativa'],
  ['日本 😀 ☺', '?? ? ?'],
  ['한국', '??'],
])('%s is printed as %s', (text, printed) => {
  expect(printerText(text)).toBe(printed);
});

test('nothing but letters that every code page holds is left of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(printerText(text)).toMatch(/^[\x20-\x7e€\u00a1-\u00ff]*$/u);
    }),
    { numRuns: 2000 },
  );
});
