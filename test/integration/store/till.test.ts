// Whose database this is, and the highest document id that the till has seen.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bindTill,
  highestDocumentId,
  installationOf,
  noteDocumentId,
} from '../../../src-main/store/till.ts';
import { contents, binding, installation } from './samples.ts';
import { openTill } from './temporary-till.ts';

test('a till opened again is bound to the same company and till, and keeps its installation', () => {
  const db = openTill();
  expect(bindTill(db, binding, 'ZZZZ')).toEqual({ ok: true, value: null });
  expect(installationOf(db)).toBe(installation);
});

test.each([
  ['company', { companyCode: 'OUTRA' }],
  ['till', { tillCode: '2' }],
  ['service address', { serviceAddress: 'https://service.example' }],
])('the database of one %s is refused to another, and not changed', (_name, change) => {
  const db = openTill();
  const before = contents(db);
  expect(bindTill(db, { ...binding, ...change }, installation)).toEqual({
    ok: false,
    error: { code: 'store_other_till', file: db.name },
  });
  expect(contents(db)).toBe(before);
});

test('at first no document id is the highest, and it only ever grows', () => {
  const db = openTill();
  expect(highestDocumentId(db)).toBe(0);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1 }), (ids) => {
      const before = highestDocumentId(db);
      for (const id of ids) noteDocumentId(db, id);
      expect(highestDocumentId(db)).toBe(Math.max(before, ...ids));
    }),
    { numRuns: 30 },
  );
});
