// What is saved after quick keys are arranged is what was seen.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import {
  keysPerPage,
  quickKeyPagesSchema,
  type QuickKey,
  type QuickKeyPage,
} from '../../../../src-main/contract/selling.ts';
import { QuickKeysDraft } from '../../../../src-renderer/sell/quick-keys-draft.svelte.ts';
import { product } from './catalogue-till.ts';

const key = (code: string): QuickKey => ({ code, colour: null, product: product(code) });
const page = (name: string, ...codes: (string | null)[]): QuickKeyPage => ({
  name,
  keys: codes.map((code) => (code === null ? null : key(code))),
});
const codes = (draft: QuickKeysDraft) =>
  draft.toSave().map(({ keys }) => keys.map((made) => made?.code ?? null));

test('what is not touched is saved as it was', () => {
  const draft = new QuickKeysDraft([page('Café', 'A', null, 'B'), page('Pão', 'C')]);
  expect(draft.toSave()).toEqual([
    { name: 'Café', keys: [{ code: 'A', colour: null }, null, { code: 'B', colour: null }] },
    { name: 'Pão', keys: [{ code: 'C', colour: null }] },
  ]);
});

test('there is a page to begin with, and an empty one without a name is not kept', () => {
  const draft = new QuickKeysDraft([]);
  expect(draft.page.keys).toHaveLength(keysPerPage);
  expect(draft.toSave()).toEqual([]);
  draft.rename(' Café ');
  expect(draft.toSave()).toEqual([{ name: 'Café', keys: [] }]);
});

test('a product goes to the chosen free place, else to the first free one', () => {
  const draft = new QuickKeysDraft([page('', 'A', null, 'B')]);
  draft.choose(4);
  expect(draft.add(product('C'))).toBe(true);
  draft.choose(0);
  expect(draft.add(product('D'))).toBe(true);
  expect(codes(draft)).toEqual([['A', 'D', 'B', null, 'C']]);
  expect(draft.key?.code).toBe('D');
});

test('a full page takes no more and says so', () => {
  const all = Array.from({ length: keysPerPage }, (_, place) => `P${place}`);
  const draft = new QuickKeysDraft([page('', ...all)]);
  expect(draft.add(product('X'))).toBe(false);
  expect(codes(draft)).toEqual([all]);
  expect(draft.full).toBe(true);
});

test('a key that is moved changes places with what is there, and stays chosen', () => {
  const draft = new QuickKeysDraft([page('', 'A', 'B')]);
  draft.choose(0);
  draft.move(0, 1);
  expect(draft.key?.code).toBe('A');
  draft.move(1, 6);
  expect(codes(draft)).toEqual([['B', null, null, null, null, null, 'A']]);
  draft.move(6, keysPerPage);
  draft.move(0, -1);
  expect(codes(draft)).toEqual([['B', null, null, null, null, null, 'A']]);
});

test('colour and removal are of the chosen key alone', () => {
  const draft = new QuickKeysDraft([page('', 'A', 'B')]);
  draft.colour('red');
  draft.removeKey();
  draft.choose(1);
  draft.colour('blue');
  expect(draft.toSave()[0]?.keys).toEqual([
    { code: 'A', colour: null },
    { code: 'B', colour: 'blue' },
  ]);
  draft.removeKey();
  expect(codes(draft)).toEqual([['A']]);
});

test('pages are added up to what the till keeps, and removed down to one', () => {
  const draft = new QuickKeysDraft([page('Café', 'A')]);
  while (draft.canAddPage) {
    draft.addPage();
    draft.add(product(`P${draft.pageIndex}`));
  }
  expect(draft.pages).toHaveLength(20);
  draft.addPage();
  expect(draft.pages).toHaveLength(20);
  expect(v.is(quickKeyPagesSchema, draft.toSave())).toBe(true);
  draft.openPage(0);
  while (draft.pages.length > 1) draft.removePage();
  draft.removePage();
  expect(draft.pages).toHaveLength(1);
  expect(draft.toSave()).toEqual([]);
});
