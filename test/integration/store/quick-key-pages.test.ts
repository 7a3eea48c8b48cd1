// Quick keys as a person arranged them.
import { expect, test } from 'vitest';
import type { QuickKeyPages } from '../../../src-main/contract/selling.ts';
import {
  readQuickKeyPages,
  replaceQuickKeyPages,
} from '../../../src-main/store/quick-key-pages.ts';
import { openTill } from './temporary-till.ts';

const pages: QuickKeyPages = [
  {
    name: 'Coffee',
    keys: [{ code: 'CAFE', colour: 'orange' }, null, { code: 'GALAO', colour: null }],
  },
  { name: '', keys: [] },
];

test('pages are kept in their order, with empty places, and replaced whole', () => {
  const db = openTill();
  expect(readQuickKeyPages(db)).toEqual([]);
  replaceQuickKeyPages(db, pages);
  expect(readQuickKeyPages(db)).toEqual(pages);
  replaceQuickKeyPages(db, pages.toReversed());
  expect(readQuickKeyPages(db)).toEqual(pages.toReversed());
  replaceQuickKeyPages(db, []);
  expect(readQuickKeyPages(db)).toEqual([]);
});
