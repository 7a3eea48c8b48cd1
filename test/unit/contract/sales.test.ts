// Tests which references, payment methods, decisions and evidence of a sale's life are accepted.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { paymentMethodSchema, paymentSchema } from '../../../src-main/contract/payment.ts';
import {
  decisionSchema,
  evidenceSchema,
  referenceParts,
  referenceSchema,
  type Evidence,
} from '../../../src-main/contract/sales.ts';
import { cents } from '../../../src-main/contract/money.ts';

test('a reference has none of the letters that are easily misheard or misread', () => {
  for (const letter of 'ILOUilou') {
    expect(v.is(referenceSchema, `CF-7Q2M-00A${letter}-ZZZZ`)).toBe(false);
  }
});

test.each([
  ['nothing', ''],
  ['lower case', 'cf-7q2m-00a1-zzzz'],
  ['another prefix', 'FC-7Q2M-00A1-ZZZZ'],
  ['a group too few', 'CF-7Q2M-00A1'],
  ['a group too many', 'CF-7Q2M-00A1-ZZZZ-0000'],
  ['a short group', 'CF-7Q2M-00A-ZZZZ'],
  ['something before', ' CF-7Q2M-00A1-ZZZZ'],
  ['a line break after', 'CF-7Q2M-00A1-ZZZZ\n'],
  ['a path', '../CF-7Q2M-00A1-ZZZZ'],
  ['a number', 5],
])('%s is not a reference', (_name, value) => {
  expect(v.is(referenceSchema, value)).toBe(false);
});

test.each([
  ['no name', { label: '' }],
  ['a blank name', { label: '  ' }],
  ['a name of 41 characters', { label: 'x'.repeat(41) }],
  ['a name of two lines', { label: 'Cash\nand more' }],
  ['the id 0', { id: 0 }],
  ['half an id', { id: 1.5 }],
  ['a field too many', { colour: 'red' }],
])('a payment method with %s is refused', (_name, change) => {
  const method = { id: 1, label: 'Cash' };
  expect(v.parse(paymentMethodSchema, method)).toEqual(method);
  expect(v.is(paymentMethodSchema, { ...method, ...change })).toBe(false);
});

test('a payment is tendered in whole cents', () => {
  const payment = { method: { id: 1, label: 'Cash' }, tenderedCents: 2000 };
  expect(v.parse(paymentSchema, payment)).toEqual(payment);
  expect(v.is(paymentSchema, { ...payment, tenderedCents: 20.005 })).toBe(false);
  expect(v.is(paymentSchema, { ...payment, tenderedCents: '2000' })).toBe(false);
});

test('a decision names who and why, and blanks are neither', () => {
  const decision = { reference: 'CF-7Q2M-00A1-ZZZZ', by: ' Ana ', note: 'Paid twice' };
  expect(v.parse(decisionSchema, decision)).toEqual({ ...decision, by: 'Ana' });
  expect(v.is(decisionSchema, { ...decision, by: '   ' })).toBe(false);
  expect(v.is(decisionSchema, { ...decision, note: '\n' })).toBe(false);
});

const anyText = fc.string({ unit: 'grapheme' });
const anyCount = fc.nat();
const anyDocument = fc.record({
  id: anyCount,
  docKey: anyText,
  totalCents: fc.maxSafeInteger().map(cents),
});
const anyErrors = fc.array(fc.record({ field: anyText, message: anyText, code: anyText }));
const kinds: Readonly<Record<Evidence['kind'], fc.Arbitrary<object>>> = {
  committed: fc.record({}),
  attempt: fc.record({ number: anyCount, letGoBy: anyText }, { requiredKeys: ['number'] }),
  created: fc.record({ document: anyDocument }),
  not_sent: fc.record({ what: anyText }),
  turned_away: fc.record({ status: anyCount }),
  refused: fc.record({ errors: anyErrors }),
  no_clear_answer: fc.record({ what: anyText }),
  created_unclear: fc.record({ what: anyText, documentId: fc.option(anyCount) }),
  program_started: fc.record({}),
  found: fc.record({ documents: fc.array(anyDocument) }),
  absent: fc.record({ lookUps: anyCount, settledMs: anyCount, number: anyCount }),
  missing: fc.record({ documentId: fc.option(anyCount) }),
  judged: fc.record({ said: anyText, errors: anyErrors }),
  requested: fc.record(
    {
      decision: fc.constantFrom('cancel', 'correct'),
      by: anyText,
      approvedBy: anyText,
      note: anyText,
    },
    { requiredKeys: ['decision', 'by', 'note'] },
  ),
  looked_up: fc.record({ documents: anyCount }),
  look_up_failed: fc.record({ what: anyText }),
  restored: fc.record({ from: fc.constantFrom('damaged_file', 'copy', 'torn_log', 'older_file') }),
  corrected: fc.record({
    by: anyText,
    note: anyText,
    formerTotalCents: fc.maxSafeInteger().map(cents),
    totalCents: fc.maxSafeInteger().map(cents),
  }),
  decided: fc.record({ by: anyText, note: anyText }),
};

test.each(Object.entries(kinds))('evidence of %s is read back as it was kept', (kind, fields) => {
  fc.assert(
    fc.property(fields, (rest) => {
      const evidence = { kind, ...rest };
      expect(v.parse(evidenceSchema, JSON.parse(JSON.stringify(evidence)))).toEqual(evidence);
    }),
  );
});

test.each([null, {}, { kind: 'guess' }, { kind: 'attempt' }, { kind: 'attempt', number: '1' }])(
  '%j is no evidence',
  (value) => {
    expect(v.is(evidenceSchema, value)).toBe(false);
  },
);

test.each([
  ['CF-AB3D-0001-WXYZ FS 2026A/42', 'CF-AB3D-0001-WXYZ', 'FS 2026A/42'],
  ['cf-ab3d-0001-wxyz  FS 2026A/42 ', 'CF-AB3D-0001-WXYZ', 'FS 2026A/42'],
  ['cf-ab3d- 0001-wxyz fs 2026a/42', 'CF-AB3D-0001-WXYZ', 'fs 2026a/42'],
  ['CF-AB3D-0001-WXYZ', 'CF-AB3D-0001-WXYZ', undefined],
  ['CF-AB3D 0001 WXYZ', 'CF-AB3D 0001 WXYZ', undefined],
  ['Order 7 of FS 2026A/42', 'Order 7 of FS 2026A/42', undefined],
])('%s is the reference %s, and takes back from %s', (text, ourReference, returnOf) => {
  expect(referenceParts(text)).toEqual({
    ourReference,
    ...(returnOf !== undefined && { returnOf }),
  });
});
