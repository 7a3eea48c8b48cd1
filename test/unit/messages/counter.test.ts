// Tests numbers with their nouns.
import { expect, test } from 'vitest';
import { counter } from '../../../resources/messages/counter.ts';
import { languages } from '../../../src-main/contract/languages.ts';

test.each(languages)('in %s one is one, and everything else is many', (language) => {
  const count = counter(language);
  expect([0, 1, 2, 11].map((number) => count(number, 'sale', 'sales'))).toEqual([
    '0 sales',
    '1 sale',
    '2 sales',
    '11 sales',
  ]);
});

test('great numbers are grouped as each language groups them', () => {
  expect(counter('en')(1_000_000, 'sale', 'sales')).toBe('1,000,000 sales');
  expect(counter('pt-PT')(1_000_000, 'venda', 'vendas')).toBe('1\u00a0000\u00a0000 vendas');
});
