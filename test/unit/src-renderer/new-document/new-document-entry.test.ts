// Tests how the contract has what is typed into the form for a document.
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { percentSchema } from '../../../../src-main/contract/money.ts';
import {
  emptyEntry,
  entryOf,
  parseEntry,
  parseRounding,
  type CheckedField,
  type NewDocumentEntry,
} from '../../../../src-renderer/new-document/new-document-entry.ts';
import { formatFor } from '../../../../src-renderer/bridge/format.ts';
import { everyParticular } from '../../../sample-sale.ts';

const deliveryNote = { by: 'natureCode', typed: 'GR', name: 'Delivery note' } as const;
const customer = { partyId: 31, name: 'Padaria Sol, Lda.', fiscalNumber: '509442013' };

const parse = (change: Partial<NewDocumentEntry>) =>
  parseEntry({ ...emptyEntry(), kind: deliveryNote, ...change });

function said(change: Partial<NewDocumentEntry> = {}) {
  const parsed = parse(change);
  if ('wrong' in parsed) throw new Error(`wrong: ${parsed.wrong.join()}`);
  return parsed.said;
}

function wrong(change: Partial<NewDocumentEntry>): readonly CheckedField[] {
  const parsed = parse(change);
  return 'wrong' in parsed ? parsed.wrong : [];
}

test('what stays empty is not said at all', () => {
  expect(said()).toEqual({
    cart: { discount: 0, taxNumber: null },
    particulars: {
      kind: { by: 'natureCode', code: 'GR' },
      name: 'Delivery note',
      finalize: true,
      roundCents: 0,
      paymentMethod: null,
      forceCommunication: false,
      generateMbReference: false,
      headerText: '',
      footerText: '',
      print: false,
      email: false,
    },
  });
});

test.each(['en', 'pt-PT'] as const)(
  'everything that was sent comes back as it was, in %s',
  (language) => {
    const discount = v.parse(percentSchema, 1250);
    const soldCart = { discount, taxNumber: '509442013' };
    const entry = entryOf(soldCart, everyParticular, formatFor(language));
    expect(parseEntry(entry)).toEqual({ said: { cart: soldCart, particulars: everyParticular } });
    const kind = { by: 'natureId', id: 401 } as const;
    const other = { ...everyParticular, kind, finalize: false, isTransport: true };
    expect(parseEntry(entryOf(soldCart, other, formatFor(language)))).toEqual({
      said: { cart: soldCart, particulars: other },
    });
  },
);

describe('the party', () => {
  test('is a tax number, with or without spaces', () => {
    expect(said({ taxNumber: '509 442 013' }).cart.taxNumber).toBe('509442013');
    expect(wrong({ taxNumber: '509442014' })).toEqual(['taxNumber']);
  });

  test('is a customer who was chosen, with the number that the service has', () => {
    const { cart } = said({ customer });
    expect(cart).toEqual({ discount: 0, taxNumber: '509442013', customer });
    expect(said({ customer: { ...customer, fiscalNumber: 'ES-1' } }).cart.taxNumber).toBeNull();
  });

  test('is an id of which no more is known', () => {
    const knownCustomer = { partyId: 31, name: '', fiscalNumber: '' };
    const { cart } = said({ partyId: ' 31 ' });
    expect(cart).toEqual({ discount: 0, taxNumber: null, customer: knownCustomer });
    const typed = entryOf({ ...cart }, everyParticular, formatFor('en'));
    expect(typed).toMatchObject({ partyId: '31', customer: null });
    const chosenEntry = entryOf(
      { ...cart, customer, taxNumber: '509442013' },
      everyParticular,
      formatFor('en'),
    );
    expect(chosenEntry).toMatchObject({ partyId: '', taxNumber: '', customer });
  });

  test('is an id with a tax number beside it', () => {
    const { cart } = said({ partyId: '31', taxNumber: '509 442 013' });
    expect(cart).toEqual({
      discount: 0,
      taxNumber: '509442013',
      customer: { partyId: 31, name: '', fiscalNumber: '' },
    });
    expect(entryOf(cart, everyParticular, formatFor('en'))).toMatchObject({
      partyId: '31',
      taxNumber: '509442013',
      customer: null,
    });
  });
});

test.each([
  ['', false],
  ['yes', true],
  ['no', 'no'],
] as const)('an order of %j is said as %j, and comes back', (typed, order) => {
  const { cart, particulars } = said({ forceCommunication: typed, generateMbReference: typed });
  expect(particulars).toMatchObject({ forceCommunication: order, generateMbReference: order });
  expect(entryOf(cart, particulars, formatFor('en'))).toMatchObject({
    forceCommunication: typed,
    generateMbReference: typed,
  });
});

test.each([
  ['kind', { kind: { by: null, typed: '', name: '' } }],
  ['kind', { kind: { by: 'natureCode', typed: ' ', name: '' } }],
  ['kind', { kind: { by: 'natureCode', typed: 'G R', name: '' } }],
  ['kind', { kind: { by: 'natureId', typed: '', name: '' } }],
  ['kind', { kind: { by: 'documentTypeId', typed: '1.5', name: '' } }],
  ['discount', { discount: '100.01' }],
  ['discount', { discount: '-1' }],
  ['partyId', { partyId: '0' }],
  ['partyId', { partyId: 'x' }],
  ['date', { date: '2026-02-31' }],
  ['date', { isDatePartial: true }],
  ['time', { time: '24:00:00' }],
  ['time', { isTimePartial: true }],
  ['documentReference', { documentReference: 'x'.repeat(101) }],
  ['headerText', { headerText: 'x'.repeat(2001) }],
  ['footerText', { footerText: '\u0007' }],
] as const)('a wrong %s is told (%j)', (field, change) => {
  expect(wrong(change)).toEqual([field]);
});

const ids = [
  ...['serieId', 'partyClass', 'warehouseId', 'priceLineId', 'salesmanId', 'paymentTermId'],
] as const;
test.each(ids)('%s is a whole number from 1', (field) => {
  expect(said({ [field]: ' 7 ' }).particulars[field]).toBe(7);
  for (const typed of ['0', '-1', '1.5', 'x', '9'.repeat(16)]) {
    expect(wrong({ [field]: typed }), typed).toEqual([field]);
  }
});

test('everything that is wrong is told at once', () => {
  expect(wrong({ discount: 'x', serieId: 'x', roundCents: '10' })).toEqual([
    'discount',
    'serieId',
    'roundCents',
  ]);
});

test('a time without seconds begins its minute', () => {
  expect(said({ time: '09:30' }).particulars.time).toBe('09:30:00');
});

test.each([
  ['', 0],
  ['0', 0],
  ['-0', 0],
  ['0,02', 2],
  ['+0.02', 2],
  ['-9.99', -999],
  ['−9,99', -999],
  ['9.99', 999],
  ['9.991', undefined],
  ['10', undefined],
  ['-10', undefined],
  ['-', undefined],
  ['x', undefined],
])('a rounding of %j', (typed, rounding) => {
  expect(parseRounding(typed)).toBe(rounding);
  expect(wrong({ roundCents: typed })).toEqual(rounding === undefined ? ['roundCents'] : []);
});
