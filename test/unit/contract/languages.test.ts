// Tests which language the till speaks on which computer.
import { expect, test } from 'vitest';
import { closestLanguage } from '../../../src-main/contract/languages.ts';

test.each([
  ['pt-PT', 'pt-PT'],
  ['PT', 'pt-PT'],
  ['pt-BR', 'pt-PT'],
  ['en-US', 'en'],
  ['fr-FR', 'en'],
  [undefined, 'en'],
])('a computer that says %s is spoken to in %s', (tag, language) => {
  expect(closestLanguage(tag)).toBe(language);
});
