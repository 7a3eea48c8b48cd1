// Tests which natures are offered by name for a new document.
import { expect, test } from 'vitest';
import { offeredNatures } from '../../../../src-renderer/new-document/new-document-natures.ts';

const knownNatures = [
  { by: 'natureCode', typed: 'FS', name: 'Simplified invoice' },
  { by: 'natureCode', typed: 'GR', name: 'GR' },
  { by: 'natureCode', typed: 'OR', name: 'OR' },
  { by: 'natureCode', typed: 'EST', name: 'EST' },
];

test('those that the API document names are always there, by their codes', () => {
  expect(offeredNatures([], { 302: 'Simplified invoice' })).toEqual(knownNatures);
});

test('others are offered by their ids, and none twice', () => {
  const seenNatures = [
    { id: 321, name: 'Guia de remessa' },
    { id: 354, name: 'Nota de encomenda' },
  ];
  expect(offeredNatures(seenNatures, { 302: 'Simplified invoice' })).toEqual([
    ...knownNatures,
    { by: 'natureId', typed: '354', name: 'Nota de encomenda' },
  ]);
});

test('a name that a service made up is shown as one line, or not at all', () => {
  const seenNatures = [
    { id: 7, name: `a\u0000b\u202e${'x'.repeat(500)}` },
    { id: 8, name: ' ' },
    { id: -9, name: 'Negative' },
  ];
  const [hostile, ...others] = offeredNatures(seenNatures, {}).slice(4);
  expect(others).toEqual([]);
  expect(hostile?.name).toMatch(/^a b/);
  expect(hostile?.name.length).toBeLessThanOrEqual(200);
  expect(hostile?.name).not.toMatch(/\p{Cc}|\u202e/u);
});
