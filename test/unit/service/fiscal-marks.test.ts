import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFiscalMarks, readLoosely } from '../../../src-main/service/lenient-document.ts';
import { anyCharacter } from '../../any-character.ts';
import { marks } from '../receipt/sample-receipts.ts';

const none = { atcud: '', qrText: '', hashExtract: '', certificate: '' };
const signature = Array.from({ length: 172 }, (_, index) => 'abcdefghij'[index % 10]).join('');

describe('marks are found', () => {
  test.each([
    [{ atcud: 'ABCD1234-71' }, { atcud: 'ABCD1234-71' }],
    [{ ATCUD: 'ATCUD:ABCD1234-71' }, { atcud: 'ABCD1234-71' }],
    [{ qr_code: marks.qrText }, { qrText: marks.qrText }],
    [{ qrcode_text: marks.qrText }, { qrText: marks.qrText }],
    [{ hash_extract: 'aB+/' }, { hashExtract: 'aB+/' }],
    [{ hash: `${signature.slice(0, 170)}==` }, { hashExtract: 'aaaa' }],
    [{ certificate_number: 1234 }, { certificate: '1234' }],
    [{ software_certificate: '1234/AT' }, { certificate: '1234' }],
    [
      { certificate: 'aBcD-Processado por programa certificado n.º 1234/AT' },
      { certificate: 'aBcD-Processado por programa certificado n.º 1234/AT' },
    ],
    [
      { fiscal_data: { atcud: 'ABCD1234-71', hash: 'aBcD' } },
      { atcud: 'ABCD1234-71', hashExtract: 'aBcD' },
    ],
    // The first value that looks right counts.
    [{ hash: 'no', hash_extract: 'aBcD' }, { hashExtract: 'aBcD' }],
  ])('in %j', (body, expected) => {
    expect(findFiscalMarks({ id: 71, ...body })).toEqual({ ...none, ...expected });
  });
});

describe('nothing is taken for a mark', () => {
  test.each([
    null,
    [],
    'atcud',
    { id: 71, doc_key: 'FS 2025/71' },
    { atcud: '' },
    { atcud: '0' },
    { atcud: 71 },
    { atcud: null, hash: null, qr_code: { url: 'x' } },
    { qr_code: 'https://example.com/qr.png' },
    { qr_code: `${marks.qrText}\u001b@` },
    // In SAF-T (PT), `hash_control` is the version of a key.
    { hash_control: '1' },
    { hash_control: '0001' },
    { hash: 'not a signature' },
    { software_certificate_number: 0 },
    { certificate: '0/AT' },
    { certificate: 'gold' },
    { certificate: 'programa certificado\u001b@' },
    { certificate: 'x'.repeat(300) + 'certificado' },
    // These are marks of the series, of another document, and of a line.
    { document_serie: { atcud: 'ABCD1234-71' } },
    { origin_document_header: { atcud: 'ABCD1234-71', hash: 'aBcD' } },
    { details: [{ atcud: 'ABCD1234-71' }] },
  ])('in %j', (body) => {
    expect(findFiscalMarks(body)).toBeUndefined();
  });
});

test('marks stand among the other information as well', () => {
  const { marks: found, others } = readLoosely({ atcud: 'ABCD1234-71' }, {});
  expect(found).toEqual({ ...none, atcud: 'ABCD1234-71' });
  expect(others).toEqual([{ name: 'atcud', value: 'ABCD1234-71' }]);
});

test('no mark holds a control character, whatever comes', () => {
  const body = fc.dictionary(
    fc.constantFrom('atcud', 'qr_code', 'hash', 'certificate', 'fiscal'),
    fc.oneof(fc.string({ unit: anyCharacter }), fc.jsonValue()),
  );
  fc.assert(
    fc.property(body, (givenBody) => {
      for (const mark of Object.values(findFiscalMarks(givenBody) ?? none)) {
        expect(mark).not.toMatch(/\p{Cc}/u);
      }
    }),
  );
});
