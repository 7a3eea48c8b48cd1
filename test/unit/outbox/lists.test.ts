// Tests the walk through the service's lists, which gives every row once or fails, and what the
// rows found mean for a sale.
import { describe, expect, it } from 'vitest';
import { err, ok, type AppError, type Result } from '../../../src-main/contract/errors.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { counterSale } from '../../../src-main/contract/new-document.ts';
import { Lists, type LookUpDocuments } from '../../../src-main/outbox/lists.ts';
import { lookUpFailure } from '../../../src-main/outbox/look-ups.ts';
import { merged, sightingOf } from '../../../src-main/outbox/sightings.ts';
import { parseLookUpPage, type LookUpRow } from '../../../src-main/service/responses.ts';
import type { ComparedSale } from '../../../src-main/contract/compare-document.ts';
import { askedBody, comparedSale, soldOn } from '../../asked-body.ts';
import { document as documentOf } from '../receipt/sample-receipts.ts';

const reference = 'CF-TEST-0000-0001';
const other = 'CF-TEST-0000-0009';
const invalid = (field: string) => ({ ok: false, error: { code: 'answer_invalid', field } });

interface Listed {
  readonly id: unknown;
  readonly our_reference?: unknown;
}

/** Documents with the ids from `newest` down to 1, without a reference. */
const documents = (newest: number): readonly Listed[] =>
  Array.from({ length: newest }, (_, at) => ({ id: newest - at, our_reference: '' }));

interface ServiceOptions {
  /** The service refuses larger pages as too large. */
  readonly mostRows?: number;
  /** The service never gives more rows than this, whatever was asked for. */
  readonly rowsGiven?: number;
  readonly next?: 'as documented' | 'left out';
  readonly refusal?: AppError;
  /** Runs between two pages. */
  readonly meanwhile?: (list: Listed[]) => void;
}

/**
 * A service whose lists are paged as documented, except for the options. The till's own parser
 * reads them.
 */
function service(initial: readonly Listed[], options: ServiceOptions = {}) {
  const list = [...initial];
  const asked: { search: string; offset: number; limit: number }[] = [];
  const { mostRows = Infinity, rowsGiven = Infinity, next = 'as documented' } = options;
  const refusal = options.refusal ?? { code: 'service_refused', errors: [] };
  const ask: LookUpDocuments = ({ search, offset, limit }) => {
    asked.push({ search, offset, limit });
    if (limit > mostRows) return Promise.resolve(err(refusal));
    const all = list.filter(({ our_reference: own }) =>
      (typeof own === 'string' ? own : '').includes(search),
    );
    const end = offset + Math.min(limit, rowsGiven);
    const results = all.slice(offset, end);
    const hasNext = end < all.length;
    const page = parseLookUpPage({
      results,
      ...(next === 'as documented' && { next: hasNext ? 'http://127.0.0.1/' : null }),
    });
    options.meanwhile?.(list);
    return Promise.resolve(page);
  };
  return { ask, lists: new Lists(ask), asked };
}

/**
 * Gives the pages in this order, and then the last one for ever. Every page except `end` claims
 * that another follows.
 */
function pages(...given: readonly (readonly number[] | 'end')[]) {
  let asked = 0;
  const ask: LookUpDocuments = () => {
    const page = given[Math.min(asked, given.length - 1)] ?? 'end';
    asked += 1;
    const ids = page === 'end' ? [] : page;
    const rows = ids.map((id) => ({ id, ourReference: other, summary: null }));
    return Promise.resolve(ok({ rows, hasNext: page !== 'end' }));
  };
  return { lists: new Lists(ask), asked: () => asked };
}

const idsOf = (found: Result<readonly LookUpRow[]>) =>
  found.ok ? found.value.map(({ id }) => id) : found.error;

describe('a walk', () => {
  it('waits as long as it is told, but for no longer than an hour at one page', async () => {
    const waits: number[] = [];
    const busy: AppError = { code: 'service_busy', retryAfterMs: 900_000 };
    const lists = new Lists(() => Promise.resolve(err(busy)), {
      wait: (ms) => Promise.resolve(waits.push(ms) > 0),
    });
    expect(await lists.above(0)).toEqual({ ok: false, error: busy });
    expect(waits).toEqual([900_000, 900_000, 900_000, 900_000]);
  });
});

describe('a scan', () => {
  it('reads every document above the high-water mark, on pages that overlap by a row', async () => {
    const { lists, asked } = service(documents(250));
    expect(idsOf(await lists.above(0))).toEqual(documents(250).map(({ id }) => id));
    expect(asked.map(({ offset }) => offset)).toEqual([0, 99, 198]);
  });

  it('ends with the page that holds the high-water mark', async () => {
    const { lists, asked } = service(documents(250));
    expect(idsOf(await lists.above(151))).toHaveLength(100);
    expect(asked).toHaveLength(1);
    expect(idsOf(await lists.above(150))).toHaveLength(199);
  });

  it('proves nothing where a document went meanwhile: another may have been skipped', async () => {
    const { lists } = service(documents(150), { meanwhile: (list) => list.splice(0, 1) });
    expect(await lists.above(0)).toEqual(invalid('ordering'));
  });

  it('hands over nothing twice where documents come meanwhile', async () => {
    let newest = 150;
    const { lists } = service(documents(150), {
      meanwhile: (list) => list.unshift({ id: (newest += 1) }, { id: (newest += 1) }),
    });
    expect(idsOf(await lists.above(0))).toEqual(documents(150).map(({ id }) => id));
  });

  it.each([
    ['within a page', [[9, 7, 8], [6]]],
    ['with a document twice', [[9, 8, 8], [7]]],
    ['from page to page', [[9, 8], [7]]],
    [
      'within a later page',
      [
        [9, 8],
        [8, 6, 7],
      ],
    ],
    ['within the only page', [[8, 9]]],
  ])('proves nothing where the order is not kept: %s', async (_, given) => {
    expect(await pages(...given, 'end').lists.above(1)).toEqual(invalid('ordering'));
  });

  it('reads everything if the newest id is below the high-water mark, as the service has begun anew', async () => {
    const { lists, asked } = service(documents(150));
    expect(idsOf(await lists.above(1_000))).toHaveLength(150);
    expect(asked).toHaveLength(2);
  });

  it('ends at a high-water mark that is the newest document', async () => {
    const { lists, asked } = service(documents(150));
    expect(idsOf(await lists.above(150))).toHaveLength(100);
    expect(asked).toHaveLength(1);
  });

  it('of a service without documents is empty, whatever the high-water mark', async () => {
    expect(idsOf(await service([]).lists.above(0))).toEqual([]);
    expect(idsOf(await service([]).lists.above(9))).toEqual([]);
  });

  it('hands on why the service did not answer, on whichever page', async () => {
    const gone: AppError = { code: 'service_failed', status: 500 };
    const { ask } = service(documents(150));
    const failing = new Lists((query) =>
      query.offset > 0 ? Promise.resolve(err(gone)) : ask(query),
    );
    expect(await failing.above(0)).toEqual(err(gone));
  });
});

describe('rows that cannot be read', () => {
  it('are not ours without the reference, and hide no other', async () => {
    const odd = [{ id: 9, our_reference: null }, { id: 8 }, { id: 7, our_reference: reference }];
    expect(idsOf(await service(odd).lists.above(0))).toEqual([9, 8, 7]);
    expect(idsOf(await service(odd).lists.bearing(reference))).toEqual([7]);
  });

  it('are ours with the reference', async () => {
    const foundRows = await service([{ id: 7, our_reference: reference }]).lists.bearing(reference);
    expect(foundRows).toMatchObject(ok([{ id: 7, ourReference: reference, summary: null }]));
  });

  it('are ours and count one by one if none has an id', async () => {
    const nameless = { id: null, our_reference: reference };
    const rows = [{ id: 9 }, nameless, nameless];
    const foundRows = await service(rows).lists.bearing(reference);
    expect(foundRows.ok ? foundRows.value.length : 0).toBe(2);
  });

  it.each(['7', null, 7.5])('are ours without an id as well (%j)', async (id) => {
    const foundRows = await service([{ id, our_reference: reference }]).lists.bearing(reference);
    expect(foundRows).toMatchObject(ok([{ id: 0, ourReference: reference, summary: null }]));
  });
});

describe('a search', () => {
  it('misses nothing where a document goes meanwhile, for the pages overlap by a row', async () => {
    const ours = documents(150).map(({ id }) => ({ id, our_reference: reference }));
    const { lists } = service(ours, { meanwhile: (list) => list.splice(0, 1) });
    expect(idsOf(await lists.bearing(reference))).toEqual(ours.map(({ id }) => id));
  });

  it('compares the whole reference: to contain it is not enough', async () => {
    const { lists } = service([
      { id: 3, our_reference: `${reference}-` },
      { id: 2, our_reference: reference },
      { id: 1, our_reference: `Ref. ${reference}` },
    ]);
    expect(idsOf(await lists.bearing(reference))).toEqual([2]);
  });

  it('finds the document though the service ignores the search, in any order', async () => {
    const { lists } = pages([3, 9, 4], [4, 1, 8], 'end');
    expect(idsOf(await lists.bearing(other))).toEqual([3, 9, 4, 1, 8]);
  });
});

describe('a page size that the service refuses', () => {
  it('is made smaller, and stays so', async () => {
    const { lists, asked } = service(documents(60), { mostRows: 30 });
    expect(idsOf(await lists.above(0))).toHaveLength(60);
    expect(asked.map(({ limit }) => limit)).toEqual([100, 50, 25, 25, 25]);
    expect(idsOf(await lists.above(40))).toHaveLength(25);
    expect(asked.slice(5)).toEqual([{ search: '', offset: 0, limit: 25 }]);
  });

  it('is made smaller only for the walk whose documents make too large an answer', async () => {
    const tooLarge: ServiceOptions = { mostRows: 30, refusal: { code: 'answer_too_large' } };
    const { lists, asked } = service(documents(60), tooLarge);
    expect(idsOf(await lists.above(0))).toHaveLength(60);
    expect(asked.map(({ limit }) => limit)).toEqual([100, 50, 25, 25, 25]);
    expect(idsOf(await lists.above(40))).toHaveLength(25);
    expect(asked.slice(5).map(({ limit }) => limit)).toEqual([100, 50, 25]);
  });

  it('is what the service makes of it, where it gives fewer rows than were asked for', async () => {
    const { lists, asked } = service(documents(60), { rowsGiven: 20 });
    expect(idsOf(await lists.above(0))).toHaveLength(60);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 19, 38, 57]);
  });

  it('is not the cause if even one row is refused, or something else fails', async () => {
    const { lists, asked } = service(documents(60), { mostRows: 0 });
    expect(await lists.above(0)).toEqual(err({ code: 'service_refused', errors: [] }));
    expect(asked).toHaveLength(7);
    const down: AppError = { code: 'service_failed', status: 500 };
    const failing = service(documents(60), { mostRows: 0, refusal: down });
    expect(await failing.lists.above(0)).toEqual(err(down));
    expect(failing.asked).toHaveLength(1);
  });
});

describe('a list that does not end', () => {
  it('fails a search whose pages bring nothing new', async () => {
    const { lists, asked } = pages([7, 8]);
    expect(await lists.bearing(reference)).toEqual(invalid('next'));
    expect(asked()).toBe(2);
  });

  it('fails a scan whose pages bring nothing new', async () => {
    expect(await pages([9, 8]).lists.above(1)).toEqual(invalid('next'));
  });

  it.each([[[[]]], [[[9], []]]])(
    'fails where a page without rows has a next one: %j',
    async (given) => {
      expect(await pages(...given).lists.bearing(reference)).toEqual(invalid('next'));
      expect(await pages(...given).lists.above(1)).toEqual(invalid('next'));
    },
  );

  it('is complete at an empty page that has no next one', async () => {
    expect(await pages([9], 'end').lists.bearing(reference)).toEqual(ok([]));
    expect(idsOf(await pages([9], 'end').lists.above(1))).toEqual([9]);
  });
});

describe('what the documents that bear the reference mean', () => {
  const sale = comparedSale(reference);
  const draftAsked = { body: askedBody({ requestedKind: { ...counterSale, finalize: false } }) };
  const corrected = { formerBodies: [askedBody({ totalCents: cents(1) })] };
  const row = (id: number, change: Parameters<typeof documentOf>[0] = {}): LookUpRow => ({
    id,
    ourReference: reference,
    summary: documentOf({
      id,
      nature: { id: 302, code: 'FS', description: '' },
      status: { id: 1202, code: 'F', description: '' },
      totalCents: cents(1_250),
      date: soldOn,
      ourReference: reference,
      ...change,
    }),
  });
  const draft = { status: { id: 1, code: 'P', description: '' } };
  const otherKind = { nature: { id: 321, code: 'GR', description: '' } };
  const unreadable: LookUpRow = { id: 5, ourReference: reference, summary: null };

  it.each<[string, readonly LookUpRow[], Partial<ComparedSale>, string, readonly number[]]>([
    ['none', [], {}, 'nothing', []],
    ['one, finalized', [row(5)], {}, 'as_asked', [5]],
    ['one that is not', [row(5, draft)], {}, 'not_finalized', [5]],
    ['a draft', [row(5, draft)], draftAsked, 'as_asked', [5]],
    ['a draft, finalized since', [row(5)], draftAsked, 'as_asked', [5]],
    ['two of its kind', [row(5), row(6)], {}, 'several', [5, 6]],
    ['one, and one of another kind', [row(5, otherKind), row(6)], {}, 'as_asked', [6]],
    ['one of another kind', [row(5, otherKind)], {}, 'other_kind', []],
    ['one that cannot be read', [unreadable], {}, 'unreadable', [5]],
    ['one, and one that cannot be read', [row(6), unreadable], {}, 'several', [6, 5]],
    ['another total', [row(5, { totalCents: cents(1) })], {}, 'as_asked', [5]],
    [
      'another total, of a corrected sale',
      [row(5, { totalCents: cents(1) })],
      corrected,
      'other_kind',
      [5],
    ],
    ['the new total, of a corrected sale', [row(5)], corrected, 'as_asked', [5]],
  ])('%s', (_, rows, change, saw, ofKind) => {
    const documentIds = rows.map(({ id }) => id);
    expect(sightingOf({ ...sale, ...change }, rows, soldOn)).toMatchObject({
      saw,
      ofKind,
      documentIds,
    });
  });

  it('names every document, also one of which only the id could be read', () => {
    const rows = [row(6, { docKey: 'FS A/6' }), unreadable];
    expect(sightingOf(sale, rows, soldOn).evidence).toEqual({
      kind: 'found',
      documents: [
        { id: 6, docKey: 'FS A/6', totalCents: 1_250 },
        { id: 5, docKey: '?', totalCents: null },
      ],
    });
  });

  it('counts a document once that both the search and the scan have shown', () => {
    expect(merged([row(5)], [row(6), row(5)]).map(({ id }) => id)).toEqual([5, 6]);
  });

  it('counts a document once whose key was provisional, or that could not be read at first', () => {
    const documentNow = documentOf({ id: 7, ourReference: reference, docKey: 'FS 2026/7' });
    const now = { id: 7, ourReference: reference, summary: documentNow };
    const before = { ...now, summary: { ...documentNow, docKey: '-' } };
    expect(merged([before], [now])).toEqual([now]);
    expect(merged([now], [{ ...now, summary: null }])).toEqual([now]);
    expect(merged([{ ...now, summary: null }], [now])).toEqual([now]);
  });

  it('records why a look-up failed', () => {
    const failed = { kind: 'look_up_failed', what: 'answer_invalid next' };
    expect(lookUpFailure({ code: 'answer_invalid', field: 'next' })).toEqual(failed);
    expect(lookUpFailure({ code: 'not_permitted' })).toMatchObject({ what: 'not_permitted' });
  });
});

describe('a service of its own kind', () => {
  const odd = (at: number, id: unknown) =>
    documents(150).map((each, index) => (index === at ? { id } : each));
  const readable = (found: Result<readonly LookUpRow[]>) =>
    found.ok ? found.value.filter(({ id }) => id !== 0).length : found.error;

  it.each([0, 50, 98, 99, 100, 149])(
    'may list a document whose id cannot be read, as row %i: a scan goes on to its high-water mark',
    async (at) => {
      for (const id of [null, '3', 3.5]) {
        expect(readable(await service(odd(at, id)).lists.above(0))).toBe(149);
      }
    },
  );

  it('may never say whether there is a next page: a list ends with the last one', async () => {
    const { lists } = service(documents(5), { next: 'left out' });
    expect(idsOf(await lists.above(0))).toHaveLength(5);
    expect(idsOf(await lists.above(3))).toHaveLength(5);
    const many = service(documents(250), { next: 'left out' });
    expect(idsOf(await many.lists.above(0))).toHaveLength(250);
  });

  it.each([1, 2, 3])('may give %i rows at a time: it is read all the same', async (mostRows) => {
    expect(idsOf(await service(documents(7), { mostRows }).lists.above(0))).toHaveLength(7);
    const givenService = service(documents(7), { rowsGiven: mostRows });
    expect(idsOf(await givenService.lists.above(0))).toHaveLength(7);
  });
});

const row = (id: number, ourReference = ''): LookUpRow => ({ id, ourReference, summary: null });

/** A service whose pages hold two rows. */
const listsOf = (rows: readonly LookUpRow[]) =>
  new Lists(({ offset }) =>
    Promise.resolve(
      ok({ rows: rows.slice(offset, offset + 2), hasNext: offset + 2 < rows.length }),
    ),
  );

it('a row without an id does not end a scan before it has reached the high-water mark', async () => {
  const scan = await listsOf([row(9), row(0), row(8), row(7, 'CF-OURS'), row(3)]).above(5);
  expect(scan.ok && scan.value.map(({ ourReference }) => ourReference)).toContain('CF-OURS');
});

it('a row without an id at the end of a page overlaps with itself at the beginning of the next', async () => {
  const scan = await listsOf([row(9), row(8), row(0), row(7, 'CF-OURS'), row(3)]).above(5);
  expect(scan.ok && scan.value.map(({ ourReference }) => ourReference)).toContain('CF-OURS');
});
