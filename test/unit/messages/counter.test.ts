// Numbers with their nouns.
import { expect, test } from 'vitest';
import { counter } from '../../../resources/messages/counter.ts';
import { languages } from '../../../src-main/contract/languages.ts';

test.each(languages)('in %s one is one, and everything else is many', (language) => {
  const count = counter(language);
  expect([0, 1, 2, 11, 1_000_000].map((number) => count(number, 'sale', 'sales'))).toEqual([
    '0 sales',
    '1 sale',
    '2 sales',
    '11 sales',
    '1000000 sales',
  ]);
});
