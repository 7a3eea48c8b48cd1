// Tests where on the screen a message of the service is shown, however its field is spelt.
import { messagesFor } from '../../../resources/messages/catalogue.ts';
import { kindSentence } from '../../../resources/messages/sentences.ts';
import type { Evidence } from '../../../src-main/contract/sales.ts';
import { expect, test } from 'vitest';
import {
  placeServiceError,
  placeServiceErrors,
} from '../../../src-main/contract/service-errors.ts';

test.each([
  ...['details[1].code', 'details.1.code', 'details/1/code', '/details/1/code'],
  ...['$.details[1].code', "details[1]['code']", 'body.details[1].product_code'],
  ...['details__1__code', 'Details[1].Code', '[1].code', 'lines[1].code'],
])('%s is the code of the second line', (field) => {
  expect(placeServiceError(field, 3)).toEqual({ at: 'line', index: 1, field: 'code' });
});

const line = (index: number, field: string | null) => ({ at: 'line', index, field });

test.each([
  ...['base_qty', 'baseQty', 'qty', 'quantity'].map(
    (name) => [`details[0].${name}`, 1, line(0, 'quantity')] as const,
  ),
  ...['line_unit_value', 'lineUnitValue', 'unit_price'].map(
    (name) => [`details[0].${name}`, 1, line(0, 'unitPrice')] as const,
  ),
  // A field that cannot be edited.
  ['details[2]', 3, line(2, null)],
  ['details[2].vat', 3, line(2, null)],
  ['details[0].warehouse_id', 2, line(0, null)],
  // Without a position only a single line can be meant.
  ['code', 1, line(0, 'code')],
  ['code', 2, { at: 'lines' }],
  ['details', 2, { at: 'lines' }],
  // A position beyond the sale.
  ['details[3].code', 3, { at: 'lines' }],
  ['details[99999999999999999999].code', 3, { at: 'lines' }],
] as const)('%s of a sale of %i lines is about %j', (field, lines, place) => {
  expect(placeServiceError(field, lines)).toEqual(place);
});

test.each([
  ['payments[0].payment_method_id', 'payment'],
  ['payments', 'payment'],
  ['payment_method_id', 'payment'],
  ['party_fiscal_number', 'taxNumber'],
  ['party.fiscal_number', 'taxNumber'],
  ['party_id', 'party'],
  ['party.id', 'party'],
  ['global_discount1', 'discount'],
])('%s is about the %s', (field, at) => {
  expect(placeServiceError(field, 2)).toEqual({ at });
});

test.each([
  ['document_id', 'kind'],
  ['document_nature_id', 'kind'],
  ['document_nature_code', 'kind'],
  ['documentNature.code', 'kind'],
  ['document_serie_id', 'serieId'],
  ['/document_serie_id', 'serieId'],
  ['document_serie.id', 'serieId'],
  ['document_date', 'date'],
  ['document_time', 'time'],
  ['is_tax_included', 'isTaxIncluded'],
  ['party_class', 'partyClass'],
  ['warehouse_id', 'warehouseId'],
  ['warehouse.code', 'warehouseId'],
  ['price_line_id', 'priceLineId'],
  ['document_reference', 'documentReference'],
  ['salesman_id', 'salesmanId'],
  ['payment_term_id', 'paymentTermId'],
  ['total_round_amount', 'roundCents'],
  ['finalize', 'finalize'],
  ['is_transport_document', 'isTransport'],
  ['force_communication', 'forceCommunication'],
  ['generate_mb_reference', 'generateMbReference'],
  ['header_text', 'headerText'],
  ['footer_text', 'footerText'],
  ['print', 'print'],
  ['email', 'email'],
])('%s is about the particular %s of a document', (field, particular) => {
  expect(placeServiceError(field, 2)).toEqual({ at: 'particular', field: particular });
});

test.each(['', 'our_reference', 'non_field_errors', '[0]', '🙂', 'constructor'])(
  'what is not recognised (%j) concerns the sale as a whole',
  (field) => {
    expect(placeServiceError(field, 2)).toEqual({ at: 'general' });
  },
);

test('each error keeps its words', () => {
  const error = { field: 'details[0].code', message: 'Unknown', code: 'x' };
  expect(placeServiceErrors([error], 1)).toEqual([
    { place: { at: 'line', index: 0, field: 'code' }, error },
  ]);
});

test('a refusal names line and field in words, and what is not recognised as the service does', () => {
  const sentenceOf = (language: 'en' | 'pt-PT', field: string) =>
    kindSentence<Evidence>(messagesFor(language).evidence, {
      kind: 'refused',
      errors: [{ field, message: 'Não existe', code: 'x' }],
    });
  expect(sentenceOf('pt-PT', 'details.0.code')).toMatch(/: Linha 1, código: Não existe\.$/);
  expect(sentenceOf('en', 'details[2].qty')).toMatch(/: Line 3, quantity: Não existe\.$/);
  expect(sentenceOf('pt-PT', 'party_fiscal_number')).toMatch(/: NIF: Não existe\.$/);
  expect(sentenceOf('en', 'odd')).toMatch(/: odd: Não existe\.$/);
});
