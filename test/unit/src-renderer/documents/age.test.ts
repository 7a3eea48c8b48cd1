// Tests how long ago something was, in words.
import { expect, test } from 'vitest';
import { ageOf } from '../../../../src-renderer/documents/age.ts';

const minutes = 60_000;
const hours = 60 * minutes;

test.each([
  [59_999, 'now', 'agora'],
  [minutes, '1 minute ago', 'há 1 minuto'],
  [2 * hours - 1, '1 hour ago', 'há 1 hora'],
  [47 * hours, '1 day ago', 'há 1 dia'],
  [40 * 24 * hours, '40 days ago', 'há 40 dias'],
])('%i ms ago is %s', (passedMs, english, portuguese) => {
  expect(ageOf('en', 5, 5 + passedMs)).toBe(english);
  expect(ageOf('pt-PT', 5, 5 + passedMs)).toBe(portuguese);
});

test('a clock that was set back makes nothing come from the future', () => {
  expect(ageOf('en', 5 * hours, 0)).toBe('now');
});
