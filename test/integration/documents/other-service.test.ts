// Documents of a service that names things in its own way and refuses requests that the practice
// service allows.
import { setImmediate as afterNotes } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultReceiptSettings } from '../../../src-main/contract/printing.ts';
import { remember } from '../../../src-main/documents/shown.ts';
import { observed } from '../../../src-main/service/observed.ts';
import { findReceipt } from '../../../src-main/till/receipts.ts';
import { getDocument, listDocuments } from '../../../src-main/service/endpoints.ts';
import { parseCreatedDocument } from '../../../src-main/service/responses.ts';
import { writeReceiptSettings } from '../../../src-main/store/receipt-settings.ts';
import type { Till } from '../../../src-main/till/till.ts';
import { sampleSale } from '../../sample-sale.ts';
import { created, summary, withValue } from '../../unit/service/documents.ts';
import { accept } from '../store/samples.ts';
import { clientOf, listenHttp } from '../service/probe.ts';
import { product as productOf, unitPrice } from '../catalogue/import-samples.ts';
import { browserOf, everything, openMemory } from './browsing.ts';
import { must } from '../../must.ts';

const id = created.id;
const linesOf = [
  { code: 'CAFE', designation: 'Café expresso', base_qty: 2, line_unit_value: 0.65 },
  { code: 'NATA', base_qty: 3, line_unit_value: 1.2 },
  { code: 'nata', base_qty: 3, line_unit_value: 1.2 },
];
type Answer = number | object;

/** The answers hold from when they are set. A number is a status without a body. */
async function startService(answers: { list?: Answer; extended?: Answer; plain?: Answer }) {
  const url = await listenHttp((request, response) => {
    const path = request.url ?? '';
    const isList = !path.startsWith(`/documents/${id}/`);
    const variant = path.includes('extended') ? answers.extended : answers.plain;
    const answer = (isList ? answers.list : variant) ?? 404;
    const status = typeof answer === 'number' ? answer : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof answer === 'number' ? '' : JSON.stringify(answer));
  });
  const { db, memory } = openMemory();
  const client = clientOf(url);
  onTestFinished(() => client.close());
  const note = remember(
    (inAnswer, atMs) => {
      memory.note(inAnswer, atMs);
    },
    () => 1_000,
  );
  const heard = observed(client, [note], (what) => {
    throw new Error(what);
  });
  const browser = browserOf(
    { db, memory },
    {
      list: (query, signal) => listDocuments(heard, 'token', query, signal),
      get: (wanted, signal) => getDocument(heard, 'token', wanted, signal),
    },
    (code) => (code.toUpperCase() === 'NATA' ? product : undefined),
  );
  const page = async () => {
    const listed = must(await browser.list({ ...everything, view: 1 }));
    await afterNotes();
    return listed;
  };
  const profile = { kind: 'service', companyName: 'Loja', tillName: 'Caixa 1' };
  const till = { db, documents: browser, profile } as unknown as Till;
  const look = { language: 'en', by: 'Ana' } as const;
  const paper = () => findReceipt(till, { kind: 'document', id }, look);
  return { answers, browser, db, page, paper };
}

const product = productOf('NATA', {
  description: 'Pastel de nata',
  unitPrice: unitPrice(1_300_000),
});

const listOf = (...results: object[]) => ({
  count: results.length,
  limit: 50,
  offset: 0,
  next: null,
  previous: null,
  results,
});

test.each([403, 404, 500])(
  'if the lines are refused with %i, the rest is shown from the plain document',
  async (status) => {
    const { browser } = await startService({ extended: status, plain: created });
    const { detail, remembered, withoutLines } = must(await browser.get(id));
    expect(remembered).toBeNull();
    expect(withoutLines).not.toBeNull();
    expect(detail).toMatchObject({ docKey: created.doc_key, netCents: 1000, lines: [] });
  },
);

test.each([403, 404, 500])(
  'if both are refused with %i, what the list had is shown, with the reason',
  async (status) => {
    // As little as a row of a list must have.
    const row = { ...summary, our_reference: null, document_time: 'noon', document: null };
    const { browser, page } = await startService({
      list: listOf(row),
      extended: status,
      plain: status,
    });
    expect(await browser.get(id)).toMatchObject({ ok: false });
    await page();
    const { detail, remembered } = must(await browser.get(id));
    expect(detail).toMatchObject({ docKey: summary.doc_key, totalCents: 1230, lines: [] });
    expect(remembered).toMatchObject({ seenAtMs: 1_000 });
  },
);

test.each([
  ['of another sale', { our_reference: 'CF-0TH3-R000-0001' }],
  ['without a reference, and with another key', { our_reference: '', doc_key: 'FS 2027B/1' }],
])(
  'the lines of an earlier document are not shown with one %s that has its id',
  async (_, other) => {
    const answers: Parameters<typeof startService>[0] = {
      extended: { ...created, lines: linesOf },
    };
    const { browser } = await startService(answers);
    await browser.get(id);
    await afterNotes();
    answers.extended = { ...created, ...other };
    expect(must(await browser.get(id))).toMatchObject({
      hasEarlierLines: false,
      detail: { lines: [] },
    });
    await afterNotes();
    expect(must(await browser.get(id)).detail.lines).toEqual([]);
  },
);

describe.each([
  ['all to the end', (rows: readonly object[], offset: number) => rows.slice(offset)],
  ['the whole list', (rows: readonly object[]) => rows],
  ['the whole list, from where it was asked,', (rows: readonly object[]) => rows, true],
])('a service that answers %s instead of a page', (_, rowsFrom, echoes = false) => {
  test('shows each document in its place, and once', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => ({ ...summary, id: 1_000 - at }));
    const { answers, browser } = await startService({});
    const ids: (number | null)[] = [];
    for (const offset of [0, 100, 200]) {
      const results = rowsFrom(rows, offset);
      const start = results.length === rows.length && !echoes ? 0 : offset;
      answers.list = { ...listOf(...results), count: rows.length, offset: start };
      const page = must(await browser.list({ ...everything, offset, limit: 100, view: 1 }));
      expect([page.hasNext, page.count]).toEqual([offset < 200, rows.length]);
      ids.push(...page.results.map((row) => row.id));
    }
    expect(ids).toEqual(rows.map((row) => row.id));
  });
});

describe('once the service has begun its ids anew', () => {
  /** Returns a service at which a sale of this till became the document, and which then forgot. */
  async function startAnew(answers: Parameters<typeof startService>[0]) {
    const sold = sampleSale();
    const { reference } = sold;
    const own = { ...created, our_reference: reference, lines: linesOf };
    const started = await startService({ extended: own });
    const { db, browser } = started;
    accept(db, sold, must(parseCreatedDocument(own)));
    expect(must(await browser.get(id)).sale?.reference).toBe(reference);
    await afterNotes();
    Object.assign(started.answers, { extended: undefined, plain: undefined }, answers);
    return started;
  }
  const another = { our_reference: 'CF-0TH3-R000-0001', doc_key: 'FS 2027B/1' };
  const anothers = { ...created, ...another };
  const list = listOf({ ...summary, ...another });

  test('another’s document with the id of a sale is neither shown nor printed as that sale', async () => {
    const { browser, page, paper } = await startAnew({ list, extended: anothers });
    await page();
    expect(must(await browser.get(id)).sale).toBeNull();
    expect(must(await paper()).title).toBe('FS 2027B/1');
  });

  test('nothing of the sale is mixed into what is remembered of another’s document', async () => {
    const { answers, browser, page } = await startAnew({ list, extended: 503 });
    await page();
    for (const status of [503, 403]) {
      answers.extended = answers.plain = status;
      const { detail, sale } = must(await browser.get(id));
      expect([detail.docKey, detail.lines, detail.netCents, sale]).toEqual([
        'FS 2027B/1',
        [],
        null,
        null,
      ]);
    }
  });

  test('what a list told of another document does not fill in this one', async () => {
    const { browser, page } = await startAnew({
      list: listOf({ ...summary, our_reference: another.our_reference }),
      extended: withValue(withValue(created, 'party', undefined), 'document', undefined),
    });
    await page();
    expect(must(await browser.get(id)).detail).toMatchObject({ party: null, documentName: '' });
  });
});

test('a document of this till keeps its remembered lines when finalizing gives it another key', async () => {
  const draft = { ...created, our_reference: 'CF-7Q2M-00A1-ZZZZ', doc_key: 'RASC/7' };
  const answers: Parameters<typeof startService>[0] = { extended: { ...draft, lines: linesOf } };
  const { browser } = await startService(answers);
  await browser.get(id);
  await afterNotes();
  answers.extended = { ...draft, doc_key: created.doc_key };
  for (let opening = 0; opening < 2; opening += 1) {
    expect(must(await browser.get(id))).toMatchObject({
      hasEarlierLines: true,
      detail: { docKey: created.doc_key, lines: [{ code: 'CAFE' }, {}, {}] },
    });
    await afterNotes();
  }
});

test('whoever signs in sees only what the lists show them of a refused document', async () => {
  const { browser, page, answers } = await startService({
    list: listOf(summary),
    extended: { ...created, details: linesOf },
  });
  await page();
  expect(must(await browser.get(id)).detail.lines).toHaveLength(3);
  await afterNotes();
  Object.assign(answers, { extended: 403, plain: 403 });
  expect(must(await browser.get(id)).detail.lines).toEqual([]);
  browser.signedIn();
  expect(await browser.get(id)).toEqual({ ok: false, error: { code: 'not_permitted' } });
  await page();
  expect(must(await browser.get(id)).detail.docKey).toBe(summary.doc_key);
});

test('a refused document of a sale of this till is shown from the answer to that sale', async () => {
  const { browser, db } = await startService({ extended: 403, plain: 403 });
  const sold = sampleSale();
  accept(db, sold, must(parseCreatedDocument({ ...created, our_reference: sold.reference })));
  const { detail, sale } = must(await browser.get(id));
  expect(detail.netCents).toBe(1000);
  expect(sale?.reference).toBe(sold.reference);
});

test('lines from an earlier answer stay, with their age', async () => {
  const { answers, browser } = await startService({ extended: { ...created, details: linesOf } });
  expect(must(await browser.get(id)).hasEarlierLines).toBe(false);
  await afterNotes();
  Object.assign(answers, { extended: 500, plain: { ...created, total_amount: 9.99 } });
  const { detail, hasEarlierLines, remembered } = must(await browser.get(id));
  expect([hasEarlierLines, remembered]).toEqual([true, null]);
  expect(detail).toMatchObject({ totalCents: 999, lines: [{ code: 'CAFE' }, {}, {}] });
});

test('refused lines are not shown from what a colleague saw', async () => {
  const { answers, browser } = await startService({ extended: { ...created, details: linesOf } });
  must(await browser.get(id));
  await afterNotes();
  Object.assign(answers, { extended: 403, plain: created });
  const { detail, hasEarlierLines, withoutLines } = must(await browser.get(id));
  expect([detail.lines, hasEarlierLines]).toEqual([[], false]);
  expect(withoutLines).toEqual({ code: 'not_permitted' });
});

test('what a plain document lacks is taken from the list', async () => {
  const plain = { ...created, document: null, document_status: { code: 'F' }, party: null };
  const { browser, page } = await startService({ list: listOf(summary), extended: 403, plain });
  await page();
  expect(must(await browser.get(id)).detail).toMatchObject({
    documentName: summary.document.document_name,
    status: { id: 1202, code: 'F', description: 'Finalizado' },
    party: { name: 'Consumidor final' },
  });
});

test('the catalogue knows a line only by its exact code', async () => {
  const { browser } = await startService({ extended: { ...created, details: linesOf } });
  const { detail, products } = must(await browser.get(id));
  expect(detail.lines.map(({ description }) => description)).toEqual(['Café expresso', '', '']);
  expect(products).toEqual([
    { code: 'NATA', description: 'Pastel de nata', unit: 'un', unitPrice: 1_300_000 },
  ]);
});

describe('the paper', () => {
  const unnamed = withValue(created, 'party', undefined);

  test('has the same names, party and lines as the screen', async () => {
    const { answers, page, paper } = await startService({
      list: listOf(summary),
      extended: { ...created, details: linesOf },
    });
    await paper();
    await page();
    Object.assign(answers, { extended: 500, plain: { ...unnamed, document: null } });
    const { model, title } = must(await paper());
    expect(title).toBe(summary.doc_key);
    expect(model).toMatchObject({
      documentName: summary.document.document_name,
      customer: { name: 'Consumidor final' },
      lines: [{ description: 'Café expresso' }, { description: 'Pastel de nata' }, {}],
      lacksLines: false,
    });
  });

  test.each([{}, { id: 5 }, { name: null, fiscal_number: null }])(
    'does not call a customer a final consumer of whom it is shown %j',
    async (party) => {
      const shown = { ...created, party, details: linesOf };
      const { page, paper } = await startService({
        list: listOf({ ...summary, party: { name: 'Padaria Sol', fiscal_number: '509442013' } }),
        extended: shown,
      });
      expect(must(await paper()).model).toMatchObject({ customer: null, lacksMarks: true });
      await page();
      expect(must(await paper()).model).toMatchObject({ customer: { name: 'Padaria Sol' } });
    },
  );

  test('of a document without a party’s name needs fiscal marks, and says that lines are missing', async () => {
    const { db, paper } = await startService({ extended: 500, plain: unnamed });
    expect(must(await paper()).model).toMatchObject({
      customer: null,
      lacksMarks: true,
      lines: [],
      lacksLines: true,
    });
    writeReceiptSettings(db, { ...defaultReceiptSettings, withoutMarks: 'refuse' });
    expect(await paper()).toEqual({ ok: false, error: { code: 'no_fiscal_marks' } });
  });

  test('is not printed for a document that is only remembered', async () => {
    const { answers, browser, page, paper } = await startService({
      list: listOf(summary),
      extended: { ...created, details: linesOf },
    });
    expect(await paper()).toMatchObject({ ok: true });
    await page();
    Object.assign(answers, { extended: 503, plain: 503 });
    expect(must(await browser.get(id)).remembered).not.toBeNull();
    expect(await paper()).toMatchObject({ ok: false });
  });
});
