// Tests who may buy how much on a simplified invoice.
import { expect, test } from 'vitest';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { limitOf } from '../../../src-main/contract/simplified-limit.ts';

const { limits } = defaultSelling;
const privately = { limitCents: 100_000 };
const otherwise = { limitCents: 10_000 };

test.each([
  ['nobody by number', null, privately],
  ['a natural person of the first kind', '123456789', privately],
  ['a natural person of the second kind', '212345678', privately],
  ['a natural person of the third kind', '301234567', privately],
  ['a natural person who lives abroad', '451234561', privately],
  ['a final consumer by number', '999999990', privately],
  ['a company', '501964843', otherwise],
  ['a number that begins with 4 but is no person’s', '401234567', otherwise],
  ['a public body', '600000001', otherwise],
  ['a sole trader of old', '812345678', otherwise],
  ['another body', '901234567', otherwise],
])('%s', (_name, taxNumber, expected) => {
  expect(limitOf({ taxNumber }, limits)).toEqual(expected);
});

test.each([
  ['without a number', '', privately],
  ['with a number of a company', '509 442 013', otherwise],
  ['with a number of a person', '123 456 789', privately],
  ['with a number from abroad', 'ESB12345678', otherwise],
  ['with a number that only begins like a person’s', '1234', otherwise],
])('a customer who was chosen, %s', (_name, fiscalNumber, expected) => {
  const customer = { partyId: 7, name: 'Ana', fiscalNumber };
  expect(limitOf({ taxNumber: null, customer }, limits)).toEqual(expected);
});

test('the number of the customer counts, and not one that was typed before', () => {
  const customer = { partyId: 7, name: 'Lda.', fiscalNumber: '501964843' };
  expect(limitOf({ taxNumber: '123456789', customer }, limits)).toEqual(otherwise);
});
