// Tests by how much of a text its encoding is told.
import { expect, test } from 'vitest';
import { encodingByLetters } from '../../../src-main/catalogue/import-text.ts';

const row = Buffer.from('A1;Po de forma;1,20;pcs\n');
/** A list of this name in Code Page 850 or in Windows-1252. */
const listOf = (name: readonly number[], length: number): Buffer =>
  Buffer.alloc(length, Buffer.from([0x50, ...name, 0x6f, 0x3b, 0x31, 0x0a]));
const dos = listOf([0xc6], 40_000);
const windows = listOf([0xe3], 40_000);

test('the letters decide, however late the first one comes', () => {
  const plain = Buffer.alloc(300_000, row);
  expect(encodingByLetters(Buffer.concat([plain, dos]))).toBe('cp850');
  expect(encodingByLetters(Buffer.concat([plain, windows]))).toBe('windows-1252');
  expect(encodingByLetters(plain)).toBe('windows-1252');
});

test('no more is looked at than what follows the first letter closely', () => {
  const others = Buffer.concat(Array.from({ length: 4 }, () => windows));
  expect(encodingByLetters(Buffer.concat([dos, others]))).toBe('cp850');
  expect(encodingByLetters(Buffer.concat([windows, dos, dos, dos, dos]))).toBe('windows-1252');
});

test.each([
  ['Käse', 'windows-1252', [0x4b, 0xe4, 0x73, 0x65]],
  ['Getränk', 'cp850', [0x72, 0x84, 0x6e]],
  ['Limões', 'cp850', [0x6d, 0xe4, 0x65, 0x73]],
])('%s is told by the letter after its only foreign one', (_, encoding, name) => {
  expect(encodingByLetters(listOf(name, 40))).toBe(encoding);
});
