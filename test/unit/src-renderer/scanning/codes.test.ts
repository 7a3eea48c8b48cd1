// Tests what the form of a code says.
import { expect, test } from 'vitest';
import {
  isDocumentCode,
  isWholeCode,
  layoutsOf,
  looksForeign,
  meantCommand,
  meantDocument,
  referenceIn,
} from '../../../../src-renderer/scanning/codes.ts';

test.each(['FS A/1', 'FR 2026A/12', 'GT 2026/000012', 'CF-0B4K-8VPE-0Q4P', 'cf-0b4k-8vpe-0q4p'])(
  '%s names a document',
  (code) => {
    expect(isDocumentCode(code)).toBe(true);
  },
);

test.each([
  ...['5601234100075', 'PAO-MISTURA', 'CF-PAY', 'CF-0B4K-8VPE', 'FS A', 'FS A/'],
  ...['https://example.org/a b/1', 'A:123456789*B:999999990*H:AAJ-1/2'],
])('%s names none', (code) => {
  expect(isDocumentCode(code)).toBe(false);
});

test('a reference is read in capitals', () => {
  expect(referenceIn('cf-0b4k-8vpe-0q4p')).toBe('CF-0B4K-8VPE-0Q4P');
  expect(referenceIn('FS A/1')).toBeNull();
});

test('commands and documents’ codes are read on other keyboards', () => {
  expect(meantCommand("cf'times")).toBe('cf-times');
  expect(meantCommand('CF)TI?ES')).toBe('CF-TIMES');
  for (const code of ['CF-TIMES', 'CAFE', "CF'ABRE", "CF'", 'CFA', "XCF'TIMES", ''])
    expect(meantCommand(code)).toBe(code);
  expect(meantDocument('FS A-12')).toBe('FS A/12');
  expect(meantDocument('FS Q!&é')).toBe('FS A/12');
  expect(meantDocument("CF'0B4K'8VPE'0Q4P")).toBe('CF-0B4K-8VPE-0Q4P');
  for (const code of ['FS A/12', 'CF-0B4K-8VPE-0Q4P', 'CAFE', '5601234100075', 'A-12'])
    expect(meantDocument(code), code).toBeUndefined();
});

test.each(["CF'FOO", "GT R'22", 'àçé"\'(§è!', 'FS A-12', 'CF)NIF', "CF'0B4K'8VPE'0Q4P"])(
  '%j looks like another keyboard’s',
  (code) => {
    expect(looksForeign(code)).toBe(true);
  },
);

test.each([
  ...['5601234100075', 'CF-TIMES', 'CF-0B4K-8VPE-0Q4P', 'FS A/12', 'CAFE', 'RD-100', 'A B C'],
  ...['CF1000', 'CF 12', 'Pão de água', '01056012345000113103000250', 'https://a.pt/x?y=1'],
])('%j does not look like another keyboard’s', (code) => {
  expect(looksForeign(code)).toBe(false);
  expect(layoutsOf(code)).toBeNull();
});

test('the keyboards between which a code makes sense are named', () => {
  expect(layoutsOf("CF'TIMES")).toMatchObject({ scanner: 'us', computer: 'pt', meant: 'CF-TIMES' });
  expect(layoutsOf('(-à&é"\'&àààè(')).toMatchObject({ scanner: 'us', computer: 'fr' });
  expect(layoutsOf('àçé"\'(§è!')).toMatchObject({ scanner: 'us', computer: 'be' });
  expect(layoutsOf("GT R'22")).toBeNull();
});

test('a whole code is known by its check digit or its form', () => {
  for (const code of ['5601234100075', '96385074', 'CF-PAY', "CF'PAY", '0105601234500011'])
    expect(isWholeCode(code), code).toBe(true);
  for (const code of ['5601234100076', '560123410007', 'CF-', 'CAFE', '', '0105601234500012'])
    expect(isWholeCode(code), code).toBe(false);
});
