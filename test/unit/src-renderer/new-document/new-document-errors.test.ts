// Tests what the form for a document says, and at which field.
import { expect, test } from 'vitest';
import { en } from '../../../../resources/messages/en.ts';
import type { DocumentRule } from '../../../../src-main/contract/document-rules.ts';
import type { AppError } from '../../../../src-main/contract/errors.ts';
import { defaultSelling } from '../../../../src-main/contract/selling.ts';
import type { Particulars } from '../../../../src-main/contract/new-document.ts';
import {
  fieldErrors,
  fieldOfError,
} from '../../../../src-renderer/new-document/new-document-errors.ts';
import { NewDocumentDraft } from '../../../../src-renderer/new-document/new-document.svelte.ts';
import { placeServiceErrors } from '../../../../src-main/contract/service-errors.ts';
import { formatFor } from '../../../../src-renderer/bridge/format.ts';
import { sampleParticulars } from '../../../sample-sale.ts';
import { sale } from '../../receipt/sample-receipts.ts';

const { wrong } = en.documents.newDocument;
const paymentMethod = { id: 2, label: 'Multibanco' };
const kind = { by: 'documentTypeId', id: 6 } as const;
const particulars: Particulars = { ...sampleParticulars, kind, serieId: 99, paymentMethod };

interface Change {
  readonly tried?: boolean;
  readonly error?: AppError;
  /** The fields that the service named. */
  readonly said?: readonly string[];
}

const refusedDraft = (change: Parameters<typeof sale>[0] = {}) =>
  new NewDocumentDraft(formatFor('en'), sale({ particulars, ...change }));

function errorsOf(draft: NewDocumentDraft, { tried = false, error, said = [] }: Change) {
  const errors = said.map((field) => ({ field, message: `wrong ${field}`, code: 'x' }));
  const placed = placeServiceErrors(errors, draft.lines.rows.length);
  const { limits } = defaultSelling;
  return fieldErrors({ draft, tried, limits, error: error ?? null, serviceErrors: placed }, en);
}

test('what cannot be used is told once sending was tried', () => {
  const draft = refusedDraft();
  draft.entry.discount = 'x';
  draft.lines.addFree('DIV', '1');
  expect(errorsOf(draft, {})).toEqual({});
  expect(errorsOf(draft, { tried: true })).toEqual({
    discount: wrong.discount,
    lines: wrong.lines,
  });
});

test('each rule stands at its field', () => {
  const draft = refusedDraft();
  Object.assign(draft.entry, {
    kind: { by: 'natureCode', typed: 'FS', name: '' },
    paymentMethod: null,
    roundCents: '1',
  });
  draft.lines.rows = [];
  expect(Object.keys(errorsOf(draft, { tried: true })).sort()).toEqual([
    'lines',
    'paymentMethod',
    'roundCents',
    'serieId',
  ]);
  const draftOfDraft = refusedDraft();
  Object.assign(draftOfDraft.entry, { finalize: false, print: true, email: true });
  expect(errorsOf(draftOfDraft, { tried: true })).toEqual({
    print: en.errors.document_rule({ code: 'document_rule', rule: 'print_needs_finalizing' }),
    email: en.errors.document_rule({ code: 'document_rule', rule: 'email_needs_finalizing' }),
  });
});

test('every broken rule is told at once, beside what cannot be used', () => {
  const draft = refusedDraft({ taxNumber: null });
  Object.assign(draft.entry, {
    kind: { by: null, typed: '', name: '' },
    discount: 'x',
    serieId: 'x',
  });
  draft.lines.rows = [];
  const ruleOf = (rule: DocumentRule) => en.errors.document_rule({ code: 'document_rule', rule });
  expect(errorsOf(draft, { tried: true })).toEqual({
    kind: wrong.kind,
    discount: wrong.discount,
    lines: ruleOf('lines_needed'),
    serieId: `${wrong.serieId} ${ruleOf('serie_needs_document_type')}`,
  });
});

test('a total that its kind cannot have is told with all the rest', () => {
  const draft = refusedDraft({ taxNumber: null });
  Object.assign(draft.entry, {
    kind: { by: 'natureCode', typed: 'FS', name: '' },
    paymentMethod: null,
    serieId: '',
    partyId: 'x',
  });
  const [row] = draft.lines.rows;
  if (!row) throw new Error('no line');
  row.unitPrice = '99999';
  const limit = en.errors.over_simplified_limit({
    code: 'over_simplified_limit',
    limitCents: defaultSelling.limits.privateCents,
  });
  const fieldTexts = errorsOf(draft, { tried: true });
  expect(Object.keys(fieldTexts).sort()).toEqual(['lines', 'partyId', 'paymentMethod']);
  expect(fieldTexts.lines).toBe(limit);
  row.unitPrice = '0';
  draft.lines.rows = [row];
  expect(errorsOf(draft, { tried: true }).lines).toBe(
    en.errors.total_not_positive({ code: 'total_not_positive' }),
  );
});

test('what main says stands at its field, or at none', () => {
  const unknown = { code: 'payment_method_unknown' } as const;
  expect(errorsOf(refusedDraft(), { error: unknown })).toEqual({
    paymentMethod: en.errors.payment_method_unknown(unknown),
  });
  const rule = { code: 'document_rule', rule: 'lines_needed' } as const;
  expect(errorsOf(refusedDraft(), { error: rule })).toEqual({
    lines: en.errors.document_rule(rule),
  });
  const limit = { code: 'over_simplified_limit', limitCents: sale().totalCents } as const;
  expect(fieldOfError(limit)).toBe('lines');
  expect(fieldOfError({ code: 'disk_full' })).toBeNull();
});

test('what the service said stands at the field that it named', () => {
  const said = ['document_serie_id', 'warehouse_id', 'details', 'payments', 'global_discount1'];
  expect(errorsOf(refusedDraft(), { said })).toEqual({
    serieId: 'wrong document_serie_id',
    warehouseId: 'wrong warehouse_id',
    lines: 'wrong details',
    paymentMethod: 'wrong payments',
    discount: 'wrong global_discount1',
  });
  expect(errorsOf(refusedDraft(), { said: ['details[0].code', 'our_reference'] })).toEqual({});
});

test('two messages for one field are both said', () => {
  const said = ['document_id', 'document_nature_id'];
  expect(errorsOf(refusedDraft(), { said })).toEqual({
    kind: 'wrong document_id wrong document_nature_id',
  });
});

test('an error goes once the refused value has changed', () => {
  const draft = refusedDraft();
  const said = ['document_serie_id', 'details', 'payments', 'party_id', 'global_discount1'];
  Object.assign(draft.entry, {
    serieId: '7',
    paymentMethod: null,
    discount: '1',
    taxNumber: '509442013',
  });
  draft.lines.addFree('DIV', '1');
  expect(errorsOf(draft, { said })).toEqual({});
  draft.entry.serieId = '99';
  expect(errorsOf(draft, { said })).toEqual({ serieId: 'wrong document_serie_id' });
});

test.each([
  ['a tax number', { taxNumber: '509442013' }],
  ['an id', { customer: { partyId: 7, name: '', fiscalNumber: '' } }],
  ['both', { taxNumber: '509442013', customer: { partyId: 7, name: '', fiscalNumber: '' } }],
])('what is said of the party stands at the party, and of its number there: %s', (_, given) => {
  const said = ['party_id', 'party_fiscal_number'];
  const draft = refusedDraft(given);
  expect(errorsOf(draft, { said })).toEqual({
    partyId: 'wrong party_id',
    taxNumber: 'wrong party_fiscal_number',
  });
  draft.entry.partyId = '8';
  expect(errorsOf(draft, { said })).toEqual({});
});
