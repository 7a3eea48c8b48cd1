import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { cents } from '../../../src-main/contract/money.ts';
import {
  requestedKindSchema,
  requestedKindText,
  brokenRules,
  documentTotalCents,
  isOfKind,
  isSurelyListed,
  newDocumentSchema,
  toldOf,
  type DocumentKind,
  type NewDocument,
  type Particulars,
} from '../../../src-main/contract/new-document.ts';
import { everyParticular, sampleCart, sampleParticulars } from '../../sample-sale.ts';

const document = (change: Partial<Particulars> = {}): NewDocument => ({
  cart: sampleCart(),
  particulars: { ...sampleParticulars, ...change },
});
const purchase: Partial<Particulars> = { kind: { by: 'documentTypeId', id: 11 } };
const cash = { id: 1, label: 'Numerário' };

describe('the rules of a document', () => {
  it.each<[string, NewDocument, string[]]>([
    ['is a plain delivery note', document(), []],
    ['has no lines', { ...document(), cart: { ...sampleCart(), lines: [] } }, ['lines_needed']],
    ['has a series of a nature', document({ serieId: 4 }), ['serie_needs_document_type']],
    ['has a series of its document type', document({ ...purchase, serieId: 4 }), []],
    [
      'is rounded, and no purchase',
      document({ roundCents: cents(1) }),
      ['rounding_only_on_purchases'],
    ],
    [
      'is rounded, and no purchase by its number either',
      document({ kind: { by: 'natureId', id: 502 }, roundCents: cents(-1) }),
      ['rounding_only_on_purchases'],
    ],
    ['is rounded, and may be a purchase', document({ ...purchase, roundCents: cents(-999) }), []],
    [
      'is a simplified invoice that nobody pays',
      document({ kind: { by: 'natureCode', code: 'FS' } }),
      ['payment_needed'],
    ],
    [
      'is a simplified invoice by its number that nobody pays',
      document({ kind: { by: 'natureId', id: 302 } }),
      ['payment_needed'],
    ],
    [
      'is a simplified invoice that is paid',
      document({ kind: { by: 'natureCode', code: 'FS' }, paymentMethod: cash }),
      [],
    ],
    [
      'is the draft of a simplified invoice',
      document({ kind: { by: 'natureCode', code: 'FS' }, finalize: false }),
      [],
    ],
    [
      'is a draft that is to go out',
      document({ finalize: false, print: true, email: true }),
      ['print_needs_finalizing', 'email_needs_finalizing'],
    ],
    ['is finalized and goes out', document({ print: true, email: true }), []],
    [
      'is a draft without lines yet',
      { ...document({ finalize: false }), cart: { ...sampleCart(), lines: [] } },
      [],
    ],
  ])('one that %s', (_, checked, rules) => {
    expect(brokenRules(checked)).toEqual(rules);
  });
});

describe('a document cannot be asked for', () => {
  it.each<[string, object]>([
    ['by a code with a space', { kind: { by: 'natureCode', code: 'G R' } }],
    ['by no number', { kind: { by: 'documentTypeId', id: 0 } }],
    ['of a day that the calendar lacks', { date: '2026-02-30' }],
    ['of a time without seconds', { time: '10:00' }],
    ['of the 25th hour', { time: '24:00:00' }],
    ['rounded by ten', { roundCents: 1000 }],
    ['rounded down by ten', { roundCents: -1000 }],
    ['with a text that rings', { headerText: 'Ola\u0007' }],
    ['with a text without end', { footerText: 'x'.repeat(2001) }],
    ['with an empty reference', { documentReference: '' }],
    ['with a reference of two lines', { documentReference: 'A\n1' }],
    ['with an order that is none', { forceCommunication: 'yes' }],
    ['with what the API document does not name', { obs: 'x' }],
  ])('%s', (_, change) => {
    const request = { ...document(), particulars: { ...sampleParticulars, ...change } };
    expect(v.is(newDocumentSchema, request)).toBe(false);
  });

  it('but with every field that it names, and a text of several lines', () => {
    expect(v.is(newDocumentSchema, document(everyParticular))).toBe(true);
  });
});

it('orders are sent as yes or no, or not at all if the service decides', () => {
  expect([false, true, 'no' as const].map(toldOf)).toEqual([undefined, true, false]);
});

describe('whether the lists surely show a document', () => {
  it.each<[string, DocumentKind, boolean, boolean]>([
    ['a delivery note', { by: 'natureCode', code: 'GR' }, true, true],
    ['a stock entry by its number', { by: 'natureId', id: 502 }, true, true],
    ['a draft', { by: 'natureCode', code: 'GR' }, false, false],
    ['a code in small letters', { by: 'natureCode', code: 'gr' }, true, true],
    ['another nature', { by: 'natureCode', code: 'VFT' }, true, false],
    ['another nature by its number', { by: 'natureId', id: 401 }, true, false],
    ['a document type, whatever its number', { by: 'documentTypeId', id: 302 }, true, false],
  ])('%s', (_, kind, finalize, listed) => {
    expect(isSurelyListed({ kind, finalize })).toBe(listed);
  });
});

describe('whether a document is of the requested kind', () => {
  const shownKind = { typeId: 6, nature: { id: 321, code: 'GR', description: '' } };
  it.each<[DocumentKind, boolean]>([
    [{ by: 'natureCode', code: 'GR' }, true],
    [{ by: 'natureCode', code: 'gr' }, true],
    [{ by: 'natureCode', code: 'GT' }, false],
    [{ by: 'natureId', id: 321 }, true],
    [{ by: 'natureId', id: 6 }, false],
    [{ by: 'documentTypeId', id: 6 }, true],
    [{ by: 'documentTypeId', id: 321 }, false],
  ])('%o', (kind, is) => {
    expect(isOfKind(shownKind, kind)).toBe(is);
  });

  it('a document that does not show its type is of no requested type', () => {
    expect(isOfKind({ ...shownKind, typeId: null }, { by: 'documentTypeId', id: 6 })).toBe(false);
  });
});

it('the total is that of the lines and the rounding', () => {
  const cart = sampleCart(2);
  expect(documentTotalCents(cart, { roundCents: cents(-5) })).toBe(85 + 170 - 5);
});

describe('the requested kind as text', () => {
  it.each<[DocumentKind, string]>([
    [{ by: 'natureCode', code: 'FS' }, 'FS'],
    [{ by: 'natureCode', code: 'draft' }, 'draft'],
    [{ by: 'natureId', id: 321 }, 'nature 321'],
    [{ by: 'documentTypeId', id: 15 }, 'type 15'],
  ])('%o is %s', (kind, text) => {
    for (const finalize of [true, false]) {
      const writtenText = requestedKindText({ kind, finalize });
      expect(writtenText).toBe(finalize ? text : `${text} draft`);
      expect(v.parse(requestedKindSchema, writtenText)).toEqual({ kind, finalize });
    }
  });

  it.each(['', ' draft', 'type', 'a b', 'type x', 'FS draft draft'])(
    '"%s" is no requested kind',
    (text) => {
      // A nature may be called "type". Only a text with a space must be one of the two other forms.
      expect(v.is(requestedKindSchema, text)).toBe(text === 'type');
    },
  );
});
