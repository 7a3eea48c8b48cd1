// Remembered lists are found without the network just as the service would answer them.
import { setImmediate as afterNotes } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  isReadable,
  documentLists,
  documentOrderings,
  type DocumentQuery,
} from '../../../src-main/contract/documents.ts';
import { everything, startBrowsing } from './browsing.ts';
import { must } from '../../must.ts';

type Browsing = Awaited<ReturnType<typeof startBrowsing>>;

async function scrollThrough({ list }: Browsing, query: Partial<DocumentQuery>): Promise<void> {
  for (let offset = 0, hasNext = true; hasNext; offset += 200) {
    ({ hasNext } = must(await list({ ...query, offset })));
  }
  await afterNotes();
}

const queries: readonly Partial<DocumentQuery>[] = [
  ...documentLists.flatMap((list) =>
    documentOrderings.flatMap((orderBy) =>
      [false, true].map((descending) => ({ list, orderBy, descending, offset: 5, limit: 20 })),
    ),
  ),
  { natureId: 302 },
  { natureId: 353, list: 'working' },
  { natureId: 353, list: 'sales' },
  { statusId: 1201 },
  { statusId: 1203, list: 'sales', descending: true },
  { natureId: 302, statusId: 1202, search: 'ex-', orderBy: 'document_date', limit: 30 },
  { search: 'FS 2026' },
  { search: 'guia de remessa' },
  { search: '231450788', descending: true },
  { search: 'joão antunes', orderBy: 'document_time' },
  { search: 'nothing bears this' },
  { search: '%' },
  { search: '_' },
  { offset: 1_000 },
];

test('each list, filter, order and search gives the same without the network as with it', async () => {
  const browsing = await startBrowsing();
  for (const list of documentLists) await scrollThrough(browsing, { list });
  const online = new Map<object, unknown>();
  for (const query of queries) online.set(query, must(await browsing.list(query)));
  await browsing.unplug();
  for (const query of queries) {
    const { remembered, ...page } = must(await browsing.list(query));
    expect({ query, ...page, remembered: null }).toEqual({
      query,
      ...(online.get(query) as object),
    });
    expect(remembered).toEqual({
      error: { code: 'service_unreachable', reason: 'refused' },
      seenAtMs: page.results.map(() => browsing.nowMs()),
    });
  }
  expect(browsing.problems).toEqual([]);
});

test('a search without the network ignores accents and case, and looks at each field separately', async () => {
  const browsing = await startBrowsing();
  await scrollThrough(browsing, {});
  const wanted = must(await browsing.list({ search: 'joão antunes' })).count;
  await browsing.unplug();
  const counted = async (search: string) => must(await browsing.list({ search })).count;
  expect(wanted).toBeGreaterThan(0);
  expect(await counted('JOAO Ántunes')).toBe(wanted);
  const { results } = must(await browsing.list({ search: 'joão antunes' }));
  const [first] = results.filter(isReadable);
  expect(await counted(`${first?.docKey}${first?.documentName}`)).toBe(0);
});

test('pages join without a gap, to the end', async () => {
  const browsing = await startBrowsing();
  await scrollThrough(browsing, {});
  await browsing.unplug();
  const whole = must(await browsing.list({ orderBy: 'document_date', limit: 1_000 }));
  const paged = [];
  for (let offset = 0, hasNext = true; hasNext; offset += 70) {
    const page = must(await browsing.list({ orderBy: 'document_date', offset, limit: 70 }));
    expect(page).toMatchObject({ offset, count: whole.count });
    paged.push(...page.results);
    ({ hasNext } = page);
  }
  expect(whole.results).toHaveLength(whole.count);
  expect(whole.count).toBeGreaterThan(200);
  expect(paged).toEqual(whole.results);
});

test('the memory learns from the lists which list a document is in, and knows it for documented natures', async () => {
  const browsing = await startBrowsing();
  await scrollThrough(browsing, {});
  const natures = async () => {
    const { results } = must(await browsing.list({ list: 'sales' }));
    return [...new Set(results.filter(isReadable).map(({ nature }) => nature.code))].sort();
  };
  await browsing.unplug();
  expect(await natures()).toEqual(['FS']);
  await browsing.practice.service.plugIn();
  await browsing.list({ list: 'sales', limit: 200 });
  await browsing.unplug();
  // All natures, also those that only the list of all documents showed.
  expect(await natures()).toEqual(['FR', 'FS', 'FT', 'NC', 'ND']);
});

test('an empty memory gives an empty list, and still says why', async () => {
  const browsing = await startBrowsing();
  await browsing.unplug();
  expect(await browsing.list({ offset: 40 })).toEqual({
    ok: true,
    value: {
      count: 0,
      offset: 40,
      results: [],
      hasNext: false,
      remembered: { error: { code: 'service_unreachable', reason: 'refused' }, seenAtMs: [] },
    },
  });
});

test('natures and statuses bear the names that documents give them, and can be chosen before any was seen', async () => {
  const browsing = await startBrowsing();
  expect(browsing.browser.choices()).toEqual({
    natures: [
      { id: 502, name: 'EST' },
      { id: 302, name: 'FS' },
      { id: 321, name: 'GR' },
      { id: 353, name: 'OR' },
    ],
    statuses: [
      { id: 1201, name: 'F' },
      { id: 1202, name: 'F' },
    ],
  });
  await scrollThrough(browsing, {});
  const { natures, statuses } = browsing.browser.choices();
  expect(natures).toHaveLength(13);
  expect(natures).toContainEqual({ id: 353, name: 'Orçamento' });
  expect(statuses).toContainEqual({ id: 1202, name: 'Finalizado' });
  expect(statuses).toContainEqual({ id: 1203, name: 'Por finalizar' });
});

test('a newer view ends the requests of older views, which get no answer', async () => {
  const { browser } = await startBrowsing();
  const answers = [1, 1, 2].map((view) => browser.list({ ...everything, view }));
  expect((await Promise.all(answers)).map((answer) => answer.ok || answer.error.code)).toEqual([
    'overtaken',
    'overtaken',
    true,
  ]);
  // A page that was loaded anew counts its views from the beginning.
  const anew = [2, 0, 0].map((view) => browser.list({ ...everything, view }));
  expect((await Promise.all(anew)).map(({ ok }) => ok)).toEqual([true, true, true]);
});

test('an answer that cannot be remembered is still given whole', async () => {
  const { db, list, problems } = await startBrowsing();
  db.close();
  expect(must(await list({ limit: 3 })).results).toHaveLength(3);
  await afterNotes();
  expect(problems).toContain('documents could not be remembered');
});
