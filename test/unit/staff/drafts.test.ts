// Tests who gets back what was half-typed when the till was locked.
import { expect, test } from 'vitest';
import type { Draft } from '../../../src-main/contract/drafts.ts';
import { Drafts } from '../../../src-main/staff/drafts.ts';
import { openTill } from '../../integration/store/temporary-till.ts';

const document: Draft = { name: 'new-document', text: '{"entry":1}' };
const payment: Draft = { name: 'sale.payment', text: '{"tendered":"5"}' };

test('whoever typed a document gets it back, and whoever comes next gets the sale under way', () => {
  const db = openTill();
  const drafts = new Drafts();
  drafts.keep(db, 'Inês', [document, payment]);
  expect(drafts.take(db, 'Rui')).toEqual([payment]);
  drafts.keep(db, 'Rui', []);
  expect(drafts.take(db, 'Inês')).toEqual([document]);
  expect(drafts.take(db, 'Inês')).toEqual([]);
});

test('another till has none of it', () => {
  const drafts = new Drafts();
  drafts.keep(openTill(), 'Inês', [document, payment]);
  expect(drafts.take(openTill(), 'Inês')).toEqual([]);
});
