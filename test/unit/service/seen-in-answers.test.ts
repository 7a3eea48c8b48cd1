// Reads whom and what an answer names, and lets nothing odd in it get in the way.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSeen } from '../../../src-main/service/seen-in-answers.ts';

const party = { class: 1601, code: 4, name: 'Padaria Sol, Lda.', fiscal_number: '509442013' };
const named = { partyId: 31, name: 'Padaria Sol, Lda.', fiscalNumber: '509442013' };
const nobody = { customers: [], paymentMethods: [] };

test('a document names its customer and how it was paid', () => {
  const body = {
    id: 5,
    party_id: 31,
    party,
    payment_method_id: 2,
    payment_method: { code: 'MB', description: ' Multibanco ' },
  };
  expect(readSeen(body)).toEqual({
    customers: [named],
    paymentMethods: [{ id: 2, label: 'Multibanco' }],
  });
});

test('each document of a page names its own, and one that is odd hides no other', () => {
  const other = { party_id: 32, party: { ...party, name: 'Ana', fiscal_number: null } };
  const results = [{ party_id: 31, party }, null, { party_id: 'x', party }, other];
  expect(readSeen({ results }).customers).toEqual([
    named,
    { partyId: 32, name: 'Ana', fiscalNumber: '' },
  ]);
});

test.each([
  ['a supplier', { party_id: 31, party: { ...party, class: 1602 } }],
  ['a party of no class', { party_id: 31, party: { ...party, class: undefined } }],
  ['a final consumer', { party_id: 1, party: { ...party, fiscal_number: '999999990' } }],
  [
    'somebody without name and number',
    { party_id: 31, party: { ...party, name: ' ', fiscal_number: '' } },
  ],
  ['a party without a number of the service', { party_id: null, party }],
  ['a party whose number is not exact', { party_id: 2 ** 60, party }],
  ['a stock document', { party_id: null, party: null }],
  ['a way to pay without a name', { payment_method_id: 1, payment_method: { description: '' } }],
  ['a way to pay without a number', { payment_method_id: 0, payment_method: { description: 'x' } }],
  ['a document that is not paid', { payment_method_id: null, payment_method: null }],
])('%s is not noted', (_name, body) => {
  expect(readSeen(body)).toEqual(nobody);
});

test('the final consumer is nobody, however the number is written', () => {
  for (const fiscal_number of ['999999990', '999 999 990', 'PT999999990', 999_999_990]) {
    const anybody = { ...party, name: 'Consumidor final', fiscal_number };
    expect(readSeen({ party_id: 31, party: anybody }).customers).toEqual([]);
  }
  const named = { party_id: 31, party: { ...party, fiscal_number: '' } };
  expect(readSeen(named).customers).toHaveLength(1);
});

test('a tax number may come as a number', () => {
  const numbered = { ...party, fiscal_number: 509_442_013 };
  expect(readSeen({ party_id: 31, party: numbered }).customers).toEqual([named]);
});

test('a name is one line of print, and not without end', () => {
  const long = { ...party, name: `A\nB\u0007${'c'.repeat(500)}`, fiscal_number: '1'.repeat(99) };
  const [customer] = readSeen({ party_id: 31, party: long }).customers;
  expect(customer?.name).toMatch(/^A B c{196}$/);
  expect(customer?.fiscalNumber).toHaveLength(40);
});

test('nothing that may come surprises it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      readSeen(body);
      readSeen({ results: [body], party: body, party_id: body, payment_method: body });
    }),
  );
});

test('a list of more rows than anybody asks for is not looked at', () => {
  const rows = (many: number) => Array.from({ length: many }, () => ({ party_id: 31, party }));
  expect(readSeen({ results: rows(5_000) }).customers).toHaveLength(5_000);
  expect(readSeen({ results: rows(5_001) }).customers).toEqual([]);
});
