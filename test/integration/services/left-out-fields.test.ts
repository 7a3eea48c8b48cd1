// A service that leaves out what is null, or gives a document its key and its total only later.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { matches, pageOf, type OddDocument } from '../../odd-documents.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { created, honestly } from '../../odd-service.ts';
import { probedSeldom } from '../outbox/outbox-facts.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig(undefined, probedSeldom);
});
afterEach(() => rig.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Row = Readonly<Record<string, unknown>>;

/** The service's lists show every document so. */
function show(as: (row: Row, search: string) => unknown): void {
  rig.service.behaviour.list = ({ search, ...listing }) => {
    const found = rig.service.documents.filter((document) => matches(document, search));
    const page = pageOf(found, listing, '-id');
    return { status: 200, body: { ...page, results: page.results.map((row) => as(row, search)) } };
  };
}

const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** Loses the next sale's request before it arrives. */
async function lose() {
  rig.service.behaviour.create = () => 'reset';
  const sale = rig.sell();
  await rig.untilState(sale, 'in_doubt');
  rig.service.behaviour.create = honestly;
  return sale;
}

describe.each<[string, Row]>([
  ['key', { doc_key: null }],
  ['total', { total_amount: null }],
  ['key and number', { doc_key: '', document_number: null }],
])('a document that gets its %s only when it is finalized', (_, notYet) => {
  const shownYet = (row: Row) =>
    (row.document_status as { code: string }).code === 'F' ? row : { ...row, ...notYet };

  it.each([
    ['lost', 2_500],
    ['lost', 5 * minuteMs],
    ['as far as it was', 2_500],
    ['as far as it was', 5 * minuteMs],
  ])('after an answer that was %s is confirmed after %i ms', async (answer, ms) => {
    let document: OddDocument | undefined;
    show(shownYet);
    rig.service.behaviour.create = ({ make }) => {
      const made = make({ isFinalized: false });
      document = made;
      rig.service.later(ms, () => (made.isFinalized = true));
      if (answer === 'lost') return 'reset';
      const whole = created(made);
      return { ...whole, body: shownYet(whole.body as Row) };
    };
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed');
    expect(rig.saleOf(sale.reference).documentId).toBe(document?.id);
    expect(rig.statesOf(sale.reference)).not.toContain('conflict');
    expect(rig.service.creations).toHaveLength(1);
  });
});

describe('documents of others', () => {
  it.each<[string, Row]>([
    ['stock entries without party and reference', { our_reference: null, party: null }],
    ['without key', { our_reference: null, doc_key: null }],
    ['without status', { our_reference: null, document_status: null }],
  ])('%s hold up no first sale', async (_, changes) => {
    const sale = await lose();
    const other = { reference: null, nature: 'EST', isFinalized: true, totalCents: 4_000 };
    rig.service.documents.push({ ...other, id: 90_000, madeAtMs: rig.clock.nowMs() });
    show((row) => withoutNulls(row.our_reference === null ? { ...row, ...changes } : row));
    await rig.untilState(sale, 'confirmed', 2 * hourMs);
    expect(rig.service.countOf(sale.reference)).toBe(1);
  });
});

it.each<[string, Row]>([
  ['without its type', { document_id: undefined }],
  ['with its type as text', { document_id: '40' }],
  ['with another number of its nature', { document_nature_id: 7302 }],
])('a document that a search shows %s is one', async (_, changes) => {
  show((row, search) => (search === '' ? row : { ...row, ...changes }));
  rig.service.behaviour.create = ({ make }) => {
    make();
    return 'reset';
  };
  await rig.untilState(rig.sell(), 'confirmed');
});

describe('a list that says of its end', () => {
  it.each<[string, (page: Row) => Row]>([
    ['an empty text', (page) => ({ ...page, next: page.next ?? '' })],
    ['nothing', (page) => withoutNulls(page)],
    ['a path without its host', (page) => ({ ...page, next: page.next && '/documents/?page=2' })],
  ])('%s is read to its end', async (_, as) => {
    rig.service.behaviour.list = ({ search, limit, offset }) => {
      const found = rig.service.documents.filter((document) => matches(document, search));
      return {
        status: 200,
        body: as({ ...pageOf(found, { limit: Math.min(limit, 3), offset }, '-id') }),
      };
    };
    for (const sale of rig.sellMany(6)) await rig.untilState(sale, 'confirmed');
    const sale = await lose();
    await rig.untilState(rig.sell(), 'confirmed');
    await rig.untilState(sale, 'confirmed', 2 * hourMs);
    expect(rig.service.countOf(sale.reference)).toBe(1);
  });
});

describe('a creation that is answered by another success', () => {
  it.each([
    ['200 with the document', 200, true],
    ['202 with nothing', 202, false],
    ['204', 204, false],
    ['201 with nothing', 201, false],
  ] as const)('%s, each time: every sale is one document', async (_, status, isWhole) => {
    rig.service.behaviour.create = ({ make }) => {
      const whole = created(make());
      return { status, ...(isWhole && { body: whole.body }) };
    };
    const sales = rig.sellMany(6);
    for (const sale of sales) await rig.untilState(sale, 'confirmed', 10 * minuteMs);
    await rig.pass(2 * hourMs, minuteMs);
    expect(rig.service.creations).toHaveLength(6);
  });
});
