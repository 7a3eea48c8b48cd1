// Compares a closed day with lists that a service may show in its own way.
import { expect, test } from 'vitest';
import { verdictOf } from '../../../src-main/contract/day-comparison.ts';
import type {
  DocumentSummary,
  ListedRow,
  UnreadableDocument,
} from '../../../src-main/contract/documents.ts';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { compareDay, type AskList } from '../../../src-main/day/compare.ts';
import type { ShiftDocument } from '../../../src-main/store/z-reports.ts';

const ours = (number: number) => `CF-AB3D-${String(number).padStart(4, '0')}-WXYZ`;
const theirs = (number: number) => `CF-ZZ9D-${String(number).padStart(4, '0')}-WXYZ`;

function entry(id: number, change: Partial<DocumentSummary> = {}): DocumentSummary {
  return {
    ...{ id, docKey: `FS A/${id}`, date: '2026-11-21', time: '12:00:00', documentName: '' },
    ...{ ourReference: ours(id), totalCents: cents(100 * id), typeId: null, party: null },
    nature: { id: 302, code: 'FS', description: 'Fatura simplificada' },
    status: { id: 1202, code: 'F', description: '' },
    ...change,
  };
}

const confirmedAs = ({ ourReference, docKey, totalCents }: DocumentSummary): ShiftDocument => ({
  ...{ reference: ourReference, docKey, totalCents, state: 'confirmed', named: [] },
  requestedKind: { kind: { by: 'natureCode', code: 'FS' }, finalize: true },
});

interface Listed {
  readonly documents: readonly ListedRow[];
  /** The longest page that the service gives, whatever was asked for. */
  readonly pageSize?: number;
  /**
   * Is called before each answer, and may return other documents that the service holds from then
   * on.
   */
  readonly before?: (asked: number) => readonly ListedRow[] | undefined;
  readonly isOrdered?: boolean;
}

/** The lists of a service, newest first by date. */
function listing({ documents, pageSize = 200, before, isOrdered = true }: Listed) {
  let heldDocuments = documents;
  let requestCount = 0;
  const ask: AskList = ({ search, offset, limit }) => {
    requestCount += 1;
    heldDocuments = before?.(requestCount) ?? heldDocuments;
    const sorted = isOrdered
      ? heldDocuments.toSorted((one, two) => (one.date < two.date ? 1 : -1))
      : heldDocuments;
    const foundDocuments = sorted.filter(({ ourReference }) => ourReference.includes(search));
    const results = foundDocuments.slice(offset, offset + Math.min(limit, pageSize));
    const hasNext = offset + results.length < foundDocuments.length;
    return Promise.resolve(ok({ count: foundDocuments.length, offset, results, hasNext }));
  };
  return { ask, asked: () => requestCount };
}

const compareSettled = (settled: readonly ShiftDocument[], ask: AskList) =>
  compareDay(
    {
      ...{ from: '2026-11-21', to: '2026-11-21', open: 1, settled },
      isOurs: (reference) => reference.startsWith('CF-AB3D'),
    },
    ask,
    5,
  );
const compare = (sold: readonly DocumentSummary[], ask: AskList) =>
  compareSettled(sold.map(confirmedAs), ask);

const nature = (code: string, description: string) => ({ id: 301, code, description });
const three = [entry(1), entry(2), entry(3)];
const yesterday = Array.from({ length: 7 }, (_, index) =>
  entry(100 + index, { date: '2026-11-20', ourReference: '' }),
);

test('the day agrees if each document is listed once, final, with its total; the company’s sums are by till and series', async () => {
  const others = [
    entry(4, { ourReference: theirs(4) }),
    entry(5, { ourReference: '', docKey: 'FT B/5', nature: nature('FT', 'Fatura') }),
    entry(6, { ourReference: 'CF-of-somebody', totalCents: cents(-250) }),
  ];
  const { ask } = listing({ documents: [...yesterday, ...three, ...others], pageSize: 2 });
  const compared = await compare(three, ask);
  expect(verdictOf(compared)).toBe('agrees');
  expect(compared).toMatchObject({ atMs: 5, confirmed: 3, open: 1, differences: [] });
  const sums = compared.sums.map(({ whose, series, nature: name, count, totalCents }) => [
    ...[whose, series, name, count, totalCents],
  ]);
  expect(sums.toSorted()).toEqual(
    [
      ['ours', 'FS A', 'Fatura simplificada', 3, 600],
      ['other_tills', 'FS A', 'Fatura simplificada', 1, 400],
      ['others', 'FT B', 'Fatura', 1, 500],
      ['others', 'FS A', 'Fatura simplificada', 1, -250],
    ].toSorted(),
  );
});

test('reads no further back than the day', async () => {
  const { ask, asked } = listing({ documents: [...three, ...yesterday], pageSize: 2 });
  await compare(three, ask);
  expect(asked()).toBe(2);
});

test.each([
  ['missing', []],
  ['twice', [entry(1), entry(9, { ourReference: ours(1) })]],
  ['total', [entry(1, { totalCents: cents(101) })]],
  ['not_final', [entry(1, { status: { id: 1, code: 'P', description: '' } })]],
] as const)('a sale with the problem %s is named by its reference', async (problem, documents) => {
  const { ask } = listing({ documents: [...documents, ...yesterday] });
  const compared = await compare([entry(1)], ask);
  expect(compared.differences).toEqual([{ problem, reference: ours(1), docKey: 'FS A/1' }]);
  expect(verdictOf(compared)).toBe('differs');
});

const unread = (id: number | null, change: Partial<UnreadableDocument> = {}) => ({
  ...{ unreadable: 'total_amount', id, docKey: '', date: '2026-11-21', ourReference: '' },
  ...change,
});

test('what cannot be read hides none of the others, and is never taken for missing', async () => {
  const others = [unread(null), unread(null), unread(7)];
  const wrong = entry(2, { totalCents: cents(1) });
  const documents = [entry(1), ...others, unread(3, { ourReference: ours(3) }), wrong];
  const compared = await compare(three, listing({ documents, pageSize: 2 }).ask);
  expect(compared.incomplete).toEqual({ why: 'unreadable' });
  expect(compared.differences).toEqual([expect.objectContaining({ problem: 'total' })]);
  expect(compared.sums).toMatchObject([{ count: 2, totalCents: 101 }]);
});

test('one that cannot be read among those found for a reference may be it', async () => {
  const { ask } = listing({ documents: yesterday });
  const compared = await compare([entry(1)], (query) =>
    query.search === ''
      ? ask(query)
      : Promise.resolve(ok({ count: 1, offset: 0, results: [unread(null)], hasNext: false })),
  );
  expect(compared).toMatchObject({ differences: [], incomplete: { why: 'unreadable' } });
});

test.each<[what: string, documents: readonly ListedRow[], sums: number]>([
  [
    'beside a credit note that quotes the reference',
    [entry(8, { ourReference: ours(1), nature: nature('NC', 'Nota de crédito') }), entry(1)],
    2,
  ],
  [
    'beside one of an earlier day that cannot be read',
    [entry(1), unread(null, { date: '2026-11-20' }), ...yesterday],
    1,
  ],
  [
    'that the service dates otherwise and is found by its reference',
    [...yesterday, entry(1, { date: '2026-10-01' })],
    0,
  ],
])('a sale agrees %s', async (_, documents, sums) => {
  const compared = await compare([entry(1)], listing({ documents }).ask);
  expect(verdictOf(compared)).toBe('agrees');
  expect(compared.sums).toHaveLength(sums);
});

test('a reference that only contains the sale’s is not the sale’s', async () => {
  const holds = entry(1, { ourReference: `${ours(1)} FS A/9`, date: '2026-10-01' });
  const compared = await compare([entry(1)], listing({ documents: [...yesterday, holds] }).ask);
  expect(compared.differences).toMatchObject([{ problem: 'missing' }]);
});

test('documents that arrive meanwhile make the lists be read again, and count once', async () => {
  const more = [entry(7, { ourReference: '' }), ...three];
  const { ask } = listing({
    ...{ documents: three, pageSize: 1 },
    before: (asked) => (asked === 2 ? more : undefined),
  });
  const compared = await compare(three, ask);
  expect(compared.incomplete).toBeNull();
  expect(compared.sums.map(({ count }) => count).toSorted()).toEqual([1, 3]);
});

test('lists that never come to rest are said to be incomplete, after three times', async () => {
  const { ask } = listing({
    ...{ documents: three, pageSize: 1 },
    before: (asked) => [
      ...three,
      ...Array.from({ length: asked }, (_, index) => entry(50 + index)),
    ],
  });
  const compared = await compare(three, ask);
  expect(compared.incomplete).toEqual({ why: 'moving' });
  expect(verdictOf(compared)).toBe('incomplete');
});

test('a service that does not order by date is not believed to have come to the end', async () => {
  const documents = [...yesterday, ...three];
  const compared = await compare(three, listing({ documents, isOrdered: false }).ask);
  expect(compared.incomplete).toEqual({ why: 'unordered' });
  // Each sale was still looked up by its own reference.
  expect(compared.differences).toEqual([]);
});

test('a service that never ends its list is asked only so often', async () => {
  let requestCount = 0;
  const endless: AskList = ({ offset, search }) => {
    requestCount += 1;
    const results = search === '' ? [entry(1000 + offset)] : [];
    return Promise.resolve(ok({ count: 9, offset, results, hasNext: true }));
  };
  const compared = await compare([entry(1)], endless);
  expect(compared.incomplete).toEqual({ why: 'too_far' });
  expect(requestCount).toBeLessThan(200);
});

test.each([
  [100, null],
  [101, { why: 'too_far' }],
])(
  '%i sales that no list shows are looked for as far as one comparison goes',
  async (sales, incomplete) => {
    const sold = Array.from({ length: sales }, (_, index) => entry(index + 1));
    expect(await compare(sold, listing({ documents: yesterday }).ask)).toMatchObject({
      incomplete,
    });
  },
);

test('a failure is told, and what was not looked for is not said to be missing', async () => {
  const error = { code: 'service_unreachable', reason: 'timeout' } as const;
  const compared = await compare(three, () => Promise.resolve(err(error)));
  expect(compared).toMatchObject({ incomplete: { why: 'asking', error }, differences: [] });
  expect(verdictOf(compared)).toBe('incomplete');
});

const day = (count: number) =>
  Array.from({ length: count }, (_, index) => entry(1000 + index, { ourReference: '' }));

test.each([
  ['no date', ''],
  ['a date in words', '20 Nov 2026'],
])('with %s at the end of a page the lists are read on, and it is said', async (_, date) => {
  const first = day(2);
  const documents = [...first, entry(5, { ourReference: '', date }), entry(1), entry(2)];
  const ask = listing({ documents, pageSize: 3, isOrdered: false }).ask;
  const compared = await compare([entry(1), entry(2)], ask);
  expect(compared.incomplete).toEqual({ why: 'undated' });
  expect(compared.differences).toEqual([]);
  expect(compared.sums.map(({ count }) => count).toSorted()).toEqual([2, 2]);
});

test('amounts beyond all money are told as the service’s mistake', async () => {
  const most = cents(Number.MAX_SAFE_INTEGER);
  const huge = [4, 5].map((id) => entry(id, { ourReference: '', totalCents: most }));
  const { ask } = listing({ documents: [...three, ...huge] });
  const { incomplete } = await compare(three, ask);
  const error = { code: 'answer_invalid', field: 'total_amount' };
  expect(incomplete).toEqual({ why: 'asking', error });
});

test('a date with a time is the same date', async () => {
  const late = three.map((each) => ({ ...each, date: `${each.date}T00:00:00` }));
  const compared = await compare(three, listing({ documents: late }).ask);
  expect(verdictOf(compared)).toBe('agrees');
  expect(compared.sums).toMatchObject([{ date: '2026-11-21', count: 3 }]);
});

test('a list that reorders documents of one date for each page is not trusted', async () => {
  const documents = [...day(5), ...three];
  let turn = 0;
  const shuffling: AskList = ({ search, offset }) => {
    turn += 1;
    const foundDocuments = documents.filter(({ ourReference }) => ourReference.includes(search));
    const turned = [...foundDocuments.slice(turn % 5), ...foundDocuments.slice(0, turn % 5)];
    const results = turned.slice(offset, offset + 3);
    const hasNext = offset + results.length < foundDocuments.length;
    return Promise.resolve(ok({ count: foundDocuments.length, offset, results, hasNext }));
  };
  const compared = await compare(three, shuffling);
  expect(compared.incomplete).toEqual({ why: 'moving' });
});

test('a list that ends before as many came as it counts is cut short', async () => {
  const capped: AskList = ({ offset, search }) => {
    const results = offset === 0 ? three.filter((one) => one.ourReference.includes(search)) : [];
    return Promise.resolve(ok({ count: 450, offset, results, hasNext: false }));
  };
  expect((await compare(three, capped)).incomplete).toEqual({ why: 'cut_short' });
});

test('a sale that a search may show on a further page is not missing', async () => {
  const ask: AskList = ({ offset, search }) =>
    Promise.resolve(
      ok({
        ...{ count: search === '' ? 0 : 300, offset, hasNext: search !== '' },
        results: search === '' ? [] : [entry(9)],
      }),
    );
  const compared = await compare([entry(1)], ask);
  expect(compared).toMatchObject({ differences: [], incomplete: { why: 'cut_short' } });
});

test('an invoice whose kind no list is known to show is compared where it is seen', async () => {
  const kind = { kind: { by: 'documentTypeId', id: 77 }, finalize: true } as const;
  const invoice = (number: number): ShiftDocument => ({
    ...confirmedAs(entry(number)),
    requestedKind: kind,
  });
  const { ask } = listing({ documents: [entry(1, { typeId: 77, totalCents: cents(5) })] });
  const compared = await compareSettled([invoice(1), invoice(2)], ask);
  expect(compared.differences).toMatchObject([{ problem: 'total', reference: ours(1) }]);
  expect(compared.notListed).toBe(1);
});

test('a cancelled sale that stands there as a document is told, unless a person has seen it', async () => {
  const { ask } = listing({ documents: [entry(1), entry(2)] });
  const cancelled = (number: number, named: number[]): ShiftDocument => ({
    ...{ ...confirmedAs(entry(number)), state: 'cancelled', named },
  });
  const settled = [cancelled(1, []), cancelled(2, [2]), cancelled(3, [])];
  const compared = await compareSettled(settled, ask);
  expect(compared.differences).toMatchObject([{ problem: 'cancelled', reference: ours(1) }]);
});
