// Tests which lines of a document can be sold again, and how.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { cartSchema, emptyCart, type CartLine } from '../../../../src-main/contract/cart.ts';
import type { DocumentDetail, DocumentLine } from '../../../../src-main/contract/documents.ts';
import { namedLines } from '../../../../src-main/contract/line-names.ts';
import {
  cents,
  noDiscount,
  percentSchema,
  unitPriceSchema,
} from '../../../../src-main/contract/money.ts';
import {
  isAtTheirPrices,
  linesToSell,
  saleFrom,
  withProducts,
} from '../../../../src-renderer/documents/sell-again.ts';
import { line, loweredLines, opened } from '../../receipt/sample-receipts.ts';

const price = (micros: number) => v.parse(unitPriceSchema, micros);
const shownLine = (change: Partial<DocumentLine> = {}): DocumentLine => {
  const { code, description, quantity, unitPrice } = line('Café', 2000, 850_000);
  return { code, description, quantity, unitPrice, ...change };
};

test('lines keep their code, description, quantity, price and order, and may be there twice', () => {
  const lines = linesToSell([shownLine(), shownLine({ code: 'P2' }), shownLine()]) ?? [];
  expect(lines.map(({ lineId, ...rest }) => [typeof lineId, rest])).toEqual([
    ['string', shownLine()],
    ['string', shownLine({ code: 'P2' })],
    ['string', shownLine()],
  ]);
  expect(new Set(lines.map(({ lineId }) => lineId)).size).toBe(3);
});

test('units and list prices of a sale go with its lines', () => {
  const soldLines = linesToSell(loweredLines) ?? [];
  const withoutId = (lines: readonly CartLine[]) => lines.map((each) => ({ ...each, lineId: '' }));
  expect(withoutId(soldLines)).toEqual(withoutId(loweredLines));
  expect(soldLines[0]).toMatchObject({ unit: 'kg', listPrice: 10_000_000 });
});

test.each([
  ['no code', { code: '' }],
  ['a code of two lines', { code: 'A\nB' }],
  ['a code that is too long', { code: 'A'.repeat(61) }],
  ['no quantity', { quantity: null }],
  ['no price', { unitPrice: null }],
])('nothing is sold again where one line has %s', (_, change) => {
  expect(linesToSell([shownLine(), shownLine(change)])).toBeNull();
});

test.each<[string, Partial<DocumentDetail>, boolean]>([
  ['they come to', { totalCents: cents(340) }, true],
  ['they come to but for a rounded cent each', { totalCents: cents(342) }, true],
  ['a discount of a line has made less', { totalCents: cents(255) }, false],
  ['is nothing, as all was given away', { totalCents: cents(0) }, false],
  ['has a discount of nothing', { discount: noDiscount }, true],
  ['has a discount, though they come to it', { discount: v.parse(percentSchema, 1000) }, false],
  ['nobody can compare, as one has no price', { lines: [shownLine({ unitPrice: null })] }, false],
])('whether a document is sold at its lines’ prices whose total %s', (_, change, isSo) => {
  const { detail } = opened({
    lines: [shownLine(), shownLine()],
    totalCents: cents(340),
    ...change,
  });
  expect(isAtTheirPrices(detail)).toBe(isSo);
});

test('a document without lines, or with more than a sale may have, is not sold again', () => {
  expect(linesToSell([])).toBeNull();
  expect(linesToSell(Array.from({ length: 1000 }, () => shownLine()))).toHaveLength(1000);
  expect(linesToSell(Array.from({ length: 1001 }, () => shownLine()))).toBeNull();
});

test.each([
  ['', 'P1'],
  [' \u0000 ', 'P1'],
  ['Café\r\nexpresso', 'Café expresso'],
  ['\u202eCafé\u2066', 'Café'],
  ['é'.repeat(300), 'é'.repeat(200)],
])('whatever the description, here %j, a sale can have it', (description, sold) => {
  const lines = linesToSell([shownLine({ description })]) ?? [];
  expect(lines.map((one) => one.description)).toEqual([sold]);
  expect(v.is(cartSchema, { ...emptyCart(crypto.randomUUID()), lines })).toBe(true);
});

test('unit and list price come from the catalogue, the list price only above the price', () => {
  const products = [
    { code: 'CAFE', description: 'Café do catálogo', unit: 'un', unitPrice: price(1_000_000) },
    { code: 'PAO', description: 'Pão', unit: '', unitPrice: price(850_000) },
  ];
  const unnamed = (code: string) => shownLine({ code, description: '' });
  const lines = namedLines(['CAFE', 'PAO', 'X'].map(unnamed), { sale: null, products });
  expect(withProducts(lines, products)).toEqual([
    { ...unnamed('CAFE'), description: 'Café do catálogo', unit: 'un', listPrice: 1_000_000 },
    { ...unnamed('PAO'), description: 'Pão' },
    unnamed('X'),
  ]);
  const dear = { ...unnamed('CAFE'), unitPrice: price(1_100_000) };
  const [sold] = withProducts(namedLines([dear], { sale: null, products }), products);
  expect(sold).toEqual({ ...dear, description: 'Café do catálogo', unit: 'un' });
});

test('a document becomes a sale with its lines, its customer and its key, or not at all', () => {
  const customer = { partyId: 31, name: 'Padaria Sol, Lda.', fiscalNumber: '509442013' };
  const empty = emptyCart('00000000-0000-4000-8000-000000000001');
  const quotation = { ...opened({ docKey: 'OR 2026A/5' }), becomes: { customer, madeHere: null } };
  const newSale = saleFrom(quotation, [shownLine()])?.(empty);
  expect(newSale).toMatchObject({ customer, taxNumber: '509442013', lines: [shownLine()] });
  expect(newSale?.extras).toEqual({ madeFrom: 'OR 2026A/5' });
  expect(v.is(cartSchema, newSale)).toBe(true);

  const party = { name: 'Rui', fiscalNumber: '123456789' };
  const unknown = {
    ...opened({ docKey: 'GR 1/2', party }),
    becomes: { customer: null, madeHere: null },
  };
  expect(saleFrom(unknown, [shownLine()])?.(empty)).toMatchObject({ taxNumber: '123456789' });
  for (const fiscalNumber of ['PT123456789', '123 456 789', '123.456.789']) {
    const detail = { ...unknown.detail, party: { ...party, fiscalNumber } };
    expect(saleFrom({ ...unknown, detail }, [shownLine()])?.(empty)).toMatchObject({
      taxNumber: '123456789',
    });
  }
  const nobody = { ...unknown, detail: opened({ docKey: 'GR 1/2' }).detail };
  expect(saleFrom(nobody, [shownLine()])?.(empty)).toMatchObject({ taxNumber: null });

  expect(saleFrom({ ...quotation, becomes: null }, [shownLine()])).toBeNull();
  expect(saleFrom(quotation, [shownLine({ quantity: null })])).toBeNull();
  const keyless = { ...quotation, detail: opened({ docKey: 'A'.repeat(101) }).detail };
  expect(saleFrom(keyless, [shownLine()])).toBeNull();
});
