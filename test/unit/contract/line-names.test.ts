// Tests what a document's lines are called, and whose words those are.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { DocumentLine } from '../../../src-main/contract/documents.ts';
import { namedLines } from '../../../src-main/contract/line-names.ts';
import { unitPriceSchema } from '../../../src-main/contract/money.ts';
import type { KnownProduct } from '../../../src-main/contract/sales.ts';
import { line, sale } from '../receipt/sample-receipts.ts';

const price = (micros: number) => v.parse(unitPriceSchema, micros);
const lineOf = (code: string, description = ''): DocumentLine => {
  const { quantity, unitPrice } = line('', 1000, 900_000);
  return { code, description, quantity, unitPrice };
};
const products: readonly KnownProduct[] = [
  { code: 'CAFE', description: 'Café do catálogo', unit: 'un', unitPrice: price(1_000_000) },
  { code: 'PAO', description: 'Pão', unit: '', unitPrice: price(900_000) },
];
const soldLines = [
  { ...line('Café vendido', 1000, 900_000), code: 'CAFE' },
  { ...line('Livre um', 1000, 900_000), code: 'LIVRE' },
  { ...line('Livre dois', 1000, 900_000), code: 'LIVRE' },
];

const names = (lines: readonly DocumentLine[], source: Parameters<typeof namedLines>[1]) =>
  namedLines(lines, source).map(({ description, namedBy }) => [description, namedBy]);

test('the service’s own words come first, then those of the sale, then the catalogue’s', () => {
  const source = { sale: sale({ lines: soldLines }), products };
  const lines = [
    lineOf('CAFE', 'Café'),
    lineOf('CAFE'),
    lineOf('PAO'),
    lineOf('OUTRO'),
    lineOf(''),
  ];
  expect(names(lines, source)).toEqual([
    ['Café', 'service'],
    ['Café vendido', 'sale'],
    ['Pão', 'catalogue'],
    ['', null],
    ['', null],
  ]);
});

test('a guessed name counts only if neither sale nor catalogue has a name', () => {
  const guessed = (code: string) => ({ ...lineOf(code, 'Quente'), isNameGuessed: true });
  const source = { sale: sale({ lines: soldLines }), products };
  expect(names([guessed('CAFE'), guessed('PAO'), guessed('OUTRO')], source)).toEqual([
    ['Café vendido', 'sale'],
    ['Pão', 'catalogue'],
    ['Quente', 'guess'],
  ]);
});

test('lines that share a code are named by their order in the sale', () => {
  const source = { sale: sale({ lines: soldLines }), products: [] };
  const lines = ['CAFE', 'LIVRE', 'LIVRE', 'LIVRE'].map((code) => lineOf(code));
  expect(names(lines, source).map(([name]) => name)).toEqual([
    'Café vendido',
    'Livre um',
    'Livre dois',
    'Livre um',
  ]);
});

test('only what the catalogue lacks can be added to it', () => {
  const lines = namedLines([lineOf('CAFE', 'Café'), lineOf('NOVO')], { sale: null, products });
  expect(lines.map(({ isInCatalogue }) => isInCatalogue)).toEqual([true, false]);
});
