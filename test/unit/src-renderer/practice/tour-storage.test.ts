// A page that is loaded anew finds the tour under way.
import { beforeEach, expect, test } from 'vitest';
import { keepTour, keptTour } from '../../../../src-renderer/practice/tour-storage.ts';
import { beginTour, tell } from '../../../../src-renderer/practice/tour.ts';

let texts: Map<string, string>;
let storage: Storage;
beforeEach(() => {
  texts = new Map();
  storage = {
    get length() {
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    clear: () => texts.clear(),
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => texts.set(name, text),
    removeItem: (name) => texts.delete(name),
  };
});

const tour = tell(beginTour(false, { screen: 'sell', item: null }, 1000), {
  kind: 'sale',
  sale: { reference: 'B', state: 'queued', documentId: null },
});

test('it is found again with its sales, and without what the screens tell anew', () => {
  keepTour(storage, tour);
  expect(keptTour(storage)).toEqual({
    beganAtMs: 1000,
    sales: [{ reference: 'B', state: 'queued', documentId: null, soldOffline: true }],
    hasFound: false,
  });
});

test('one that was left is not found again', () => {
  expect(keptTour(storage)).toBeNull();
  keepTour(storage, tour);
  keepTour(storage, null);
  expect(keptTour(storage)).toBeNull();
});

test.each([
  '',
  'null',
  '{"beganAtMs":1000,"hasFound":false}',
  '{"beganAtMs":1000,"hasFound":false,"sales":[{"reference":"B","state":"sold","documentId":null,"soldOffline":true}]}',
])('what is no tour (%s) is none', (text) => {
  keepTour(storage, tour);
  for (const name of texts.keys()) texts.set(name, text);
  expect(keptTour(storage)).toBeNull();
});
