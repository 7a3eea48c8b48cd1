// Tests what the form of a code says.
import { expect, test } from 'vitest';
import { isDocumentCode, referenceIn } from '../../../../src-renderer/scanning/codes.ts';

test.each(['FS A/1', 'FR 2026A/12', 'GT 2026/000012', 'CF-0B4K-8VPE-0Q4P', 'cf-0b4k-8vpe-0q4p'])(
  '%s names a document',
  (code) => {
    expect(isDocumentCode(code)).toBe(true);
  },
);

test.each([
  '5601234100075',
  'PAO-MISTURA',
  'CF-PAY',
  'CF-0B4K-8VPE',
  'FS A',
  'FS A/',
  'https://example.org/a b/1',
  'A:123456789*B:999999990*H:AAJ-1/2',
])('%s names none', (code) => {
  expect(isDocumentCode(code)).toBe(false);
});

test('a reference is read in capitals', () => {
  expect(referenceIn('cf-0b4k-8vpe-0q4p')).toBe('CF-0B4K-8VPE-0Q4P');
  expect(referenceIn('FS A/1')).toBeNull();
});
