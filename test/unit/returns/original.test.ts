// Tests which lines of a document that another program made can come back, and at which prices.
import { describe, expect, test } from 'vitest';
import { shownOriginal } from '../../../src-main/returns/original.ts';
import { parseDocumentDetail } from '../../../src-main/service/responses.ts';
import { opened } from '../receipt/sample-receipts.ts';
import { created } from '../service/documents.ts';

const line = (code: string, line_unit_value: number, more: object = {}) => ({
  ...{ code, description: code, base_qty: 1, line_unit_value },
  ...more,
});
const details = [line('SHIRT', 10), line('SOCKS', 10)];

/** Returns what can come back of a document with these fields. */
function originalOf(fields: object) {
  const body = { ...created, line_details_count: 2, details, ...fields };
  const detail = parseDocumentDetail(body, created.id);
  if (!detail.ok) throw new Error(JSON.stringify(detail.error));
  const original = shownOriginal(opened(detail.value));
  if (!original.ok) throw new Error(original.error.code);
  const { lines, discount, totalCents } = original.value;
  return { codes: lines?.map(({ code }) => code) ?? null, discount, totalCents };
}

const known = ['SHIRT', 'SOCKS'];

describe('the prices that were paid are known', () => {
  test.each([
    ['the lines come to the total', { total_amount: 20 }, 0],
    ['the discount that the document names does', { total_amount: 15, global_discount1: 25 }, 2500],
    ['it does but for a rounded cent', { total_amount: 18.01, global_discount1: 10 }, 995],
  ])('where %s', (_, fields, discount) => {
    expect(originalOf(fields)).toMatchObject({ codes: known, discount });
  });
});

describe('nobody knows what was paid for what', () => {
  const half = [line('SHIRT', 10, { discount1: 50 }), line('SOCKS', 10)];
  test.each([
    ['a single line has a discount', { total_amount: 15, global_discount1: 0, details: half }],
    ['a line has one besides the whole', { total_amount: 13.5, global_discount1: 10 }],
    [
      'prices are without tax',
      { total_amount: 17.22, is_tax_included: null, global_discount1: 30 },
    ],
    ['the document names no discount', { total_amount: 15 }],
    ['its discount cannot be read', { total_amount: 15, global_discount1: '25' }],
  ])('where %s', (_, fields) => {
    expect(originalOf(fields)).toMatchObject({ codes: null, discount: 0 });
  });
});

test.each([
  ['510234674', '510234674'],
  ['PT 510 234 674', '510234674'],
  ['999 999 990', null],
  ['', null],
  ['Desconhecido', null],
])('of a buyer without an id, whose number is %j, it bears %j', (fiscal_number, taxNumber) => {
  const party = { name: 'Ana', fiscal_number };
  const detail = parseDocumentDetail({ ...created, party, party_id: null }, created.id);
  if (!detail.ok) throw new Error(detail.error.code);
  expect(shownOriginal(opened(detail.value))).toMatchObject({ value: { taxNumber } });
});
