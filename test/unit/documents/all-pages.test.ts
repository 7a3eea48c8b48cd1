// Every document comes once, whatever moves while the pages are read.
import { expect, test } from 'vitest';
import {
  detailOfSummary,
  type DocumentPage,
  type ListedRow,
} from '../../../src-main/contract/documents.ts';
import { ok, type Result } from '../../../src-main/contract/errors.ts';
import { allPages, PagesEnded } from '../../../src-main/documents/export.ts';
import { document } from '../../integration/store/samples.ts';

const summary = (id: number) => detailOfSummary(document(id, id));

/**
 * A service that holds these ids in this order. `before` runs before each page and may change them.
 */
function serviceOf(ids: readonly number[], before: (page: number, heldIds: number[]) => void) {
  const heldIds = [...ids];
  const offsets: number[] = [];
  const ask = (offset: number, size = 3): Promise<Result<DocumentPage>> => {
    offsets.push(offset);
    before(offsets.length, heldIds);
    const results = heldIds.slice(offset, offset + size).map(summary);
    const hasNext = offset + size < heldIds.length;
    return Promise.resolve(ok({ count: heldIds.length, offset, results, hasNext }));
  };
  return { ask, heldIds, offsets };
}

async function walked(ask: (offset: number) => Promise<Result<DocumentPage>>) {
  const ids: (number | null)[] = [];
  const progress: string[] = [];
  const pages = allPages(ask, ({ written, count }) => progress.push(`${written}/${count}`));
  for await (const page of pages) ids.push(...page.map(({ id }) => id));
  return { ids, progress };
}

const nothing = () => undefined;

test('a list that stays as it is comes in its order, each page once', async () => {
  const { ask, offsets } = serviceOf([1, 2, 3, 4, 5, 6, 7], nothing);
  expect(await walked(ask)).toEqual({
    ids: [1, 2, 3, 4, 5, 6, 7],
    progress: ['3/7', '6/7', '7/7'],
  });
  expect(offsets).toEqual([0, 3, 6]);
});

test('an empty list ends at once', async () => {
  const { ask, offsets } = serviceOf([], nothing);
  expect(await walked(ask)).toEqual({ ids: [], progress: ['0/0'] });
  expect(offsets).toEqual([0]);
});

test.each([
  ['at the beginning', (heldIds: number[]) => heldIds.unshift(90, 91)],
  ['at the end', (heldIds: number[]) => heldIds.push(90, 91)],
  ['in the midst', (heldIds: number[]) => heldIds.splice(3, 0, 90, 91)],
])(
  'documents that arrive %s meanwhile come once, and so do those they move',
  async (_where, arrive) => {
    for (const at of [2, 3]) {
      const { ask, heldIds } = serviceOf([9, 8, 7, 6, 5, 4, 3, 2, 1], (page, all) => {
        if (page === at) arrive(all);
      });
      const { ids } = await walked(ask);
      expect(ids.toSorted()).toEqual(heldIds.toSorted());
      expect(new Set(ids).size).toBe(ids.length);
    }
  },
);

test('newest first, one more page brings what arrived', async () => {
  const { ask, offsets } = serviceOf([9, 8, 7, 6, 5, 4], (page, heldIds) => {
    if (page === 2) heldIds.unshift(10);
  });
  const { ids, progress } = await walked(ask);
  expect(ids).toEqual([9, 8, 7, 6, 5, 4, 10]);
  expect(offsets).toEqual([0, 3, 6, 0]);
  expect(progress.at(-1)).toBe('7/7');
});

test('documents that go away meanwhile let none of the others slip by', async () => {
  const { ask, offsets } = serviceOf([1, 2, 3, 4, 5, 6, 7, 8], (page, heldIds) => {
    if (page === 2) heldIds.splice(1, 2);
  });
  const { ids, progress } = await walked(ask);
  expect(ids).toEqual([1, 2, 3, 6, 7, 8, 4, 5]);
  expect(progress).toEqual(['3/8', '6/6', '8/8', '8/8']);
  expect(offsets).toEqual([0, 3, 0, 3]);
});

test('a service that gives fewer at a time than it was asked for is read to the end', async () => {
  const { ask } = serviceOf([1, 2, 3, 4, 5], nothing);
  expect((await walked((offset) => ask(offset, 1))).ids).toEqual([1, 2, 3, 4, 5]);
});

const unreadable = (id: number | null) =>
  ({ ...{ unreadable: 'total_amount', id }, docKey: '', date: '', ourReference: '' }) as const;

const pair = [summary(1), summary(2)];

test.each<[string, number, boolean, (offset: number) => readonly ListedRow[], readonly unknown[]]>([
  ['counts more than it shows', 9, false, () => pair, [1, 2]],
  ['gives the same page for ever', 9, true, () => pair, [1, 2]],
  ['gives one of ever so many for ever', Number.MAX_SAFE_INTEGER, true, () => pair, [1, 2]],
  ['counts nothing', 0, true, () => pair, [1, 2]],
  ['gives nothing of what it promises', 9, true, (at) => (at === 0 ? [summary(1)] : []), [1]],
  [
    'gives no readable row',
    4,
    true,
    () => [unreadable(null), unreadable(null)],
    [null, null, null, null],
  ],
])('a service that %s is not asked for ever', async (_, count, hasNext, rowsAt, expected) => {
  let requestCount = 0;
  const { ids } = await walked((offset) => {
    requestCount += 1;
    if (requestCount > 12) throw new Error('asked for ever');
    return Promise.resolve(ok({ count, hasNext, offset, results: rowsAt(offset) }));
  });
  expect(ids).toEqual(expected);
});

test('what cannot be read comes as well, each once, also without an id', async () => {
  const rows = [summary(1), unreadable(2), unreadable(null), unreadable(null), summary(3)];
  const ask = (offset: number) => {
    const results = rows.slice(offset, offset + 2);
    return Promise.resolve(
      ok({ count: rows.length, offset, results, hasNext: offset + 2 < rows.length }),
    );
  };
  expect(await walked(ask)).toEqual({
    ids: [1, 2, null, null, 3],
    progress: ['2/5', '4/5', '5/5'],
  });
  // One that arrives moves them along: none comes twice.
  let requestCount = 0;
  const moving = (offset: number) => {
    requestCount += 1;
    if (requestCount === 2) rows.unshift(summary(9));
    return ask(offset);
  };
  expect((await walked(moving)).ids.toSorted()).toEqual([1, 2, 3, 9, null, null]);
});

test('a page that fails ends it', async () => {
  const { ask } = serviceOf([1, 2, 3, 4], nothing);
  const error = { code: 'service_failed', status: 500 } as const;
  const failing = walked((offset) =>
    offset === 0 ? ask(offset) : Promise.resolve({ ok: false, error }),
  );
  await expect(failing).rejects.toEqual(new PagesEnded(error));
});
