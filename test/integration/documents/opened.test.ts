// A document on a page of its own: what the service says, what the till remembers of it, and the
// sale that became it.
import { setImmediate as afterNotes } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isReadable } from '../../../src-main/contract/documents.ts';
import { commitSale, requireSale } from '../../../src-main/store/sales.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { createDocument } from '../../../src-main/service/endpoints.ts';
import { parseCreatedDocument } from '../../../src-main/service/responses.ts';
import { remember } from '../../../src-main/documents/shown.ts';
import { observed } from '../../../src-main/service/observed.ts';
import { sampleSale } from '../../sample-sale.ts';
import { accept, evidence } from '../store/samples.ts';
import { sale } from '../practice-service/rig.ts';
import { browserAnswered, everything, startBrowsing } from './browsing.ts';
import { must } from '../../must.ts';

const unreachable = { code: 'service_unreachable', reason: 'refused' };

test('a document that was opened once opens again without the network, with its lines', async () => {
  const { browser, practice, nowMs, unplug, wait } = await startBrowsing();
  const id = Number((await practice.created(sale({ our_reference: 'SO-1' }))).id);
  const online = must(await browser.get(id));
  expect(online).toMatchObject({ remembered: null, sale: null });
  expect(online.detail.lines).toHaveLength(2);
  const seenAtMs = nowMs();
  await unplug();
  wait(5_000);
  expect(must(await browser.get(id))).toEqual({
    detail: online.detail,
    remembered: { error: unreachable, seenAtMs },
    withoutLines: null,
    hasEarlierLines: false,
    sale: null,
    becomes: null,
    products: [],
  });
});

test('a document seen only in a list opens with what the list showed; one never seen says why it cannot open', async () => {
  const { browser, list, practice, unplug } = await startBrowsing();
  const id = Number((await practice.created(sale({ our_reference: 'SO-2' }))).id);
  await list({ descending: true, limit: 1 });
  await unplug();
  const { detail, remembered } = must(await browser.get(id));
  expect(detail).toMatchObject({
    ourReference: 'SO-2',
    totalCents: 335,
    lines: [],
    netCents: null,
  });
  expect(remembered?.error).toEqual(unreachable);
  expect(await browser.get(id - 1)).toEqual({ ok: false, error: unreachable });
});

test('fields that changed since a document was opened are as the list showed them last, and the rest gives its age', async () => {
  const { browser, memory, practice, nowMs, unplug } = await startBrowsing();
  const id = Number((await practice.created(sale())).id);
  const { detail } = must(await browser.get(id));
  await unplug();
  const status = { id: 1299, code: 'A', description: 'Anulado' };
  const { results } = memory.page({ ...everything, descending: true, limit: 1 });
  const listed = results.map((each) => ({ ...each, status }));
  memory.note({ list: 'sales', summaries: listed, detail: null }, nowMs() + 1_000);
  expect(must(await browser.get(id))).toEqual({
    detail: { ...detail, status },
    remembered: { error: unreachable, seenAtMs: nowMs() },
    withoutLines: null,
    hasEarlierLines: false,
    sale: null,
    becomes: null,
    products: [],
  });
});

test('a document that the service no longer knows is shown with the reason', async () => {
  const { browser, memory } = await startBrowsing();
  const { results } = must(await browser.list({ ...everything, limit: 1, view: 1 }));
  const gone = results.filter(isReadable).map((each) => ({ ...each, id: 999_999 }));
  memory.note({ list: 'all', summaries: gone, detail: null }, 0);
  expect(must(await browser.get(999_999)).remembered?.error).toEqual({ code: 'not_found' });
});

test('a document shows its sale of this till, found by id or by reference', async () => {
  const { browser, client, db, memory, nowMs, practice, unplug } = await startBrowsing();
  const noteOwn = remember((inAnswer, atMs) => {
    memory.noteOwn(inAnswer, atMs);
  }, nowMs);
  const heard = observed(client, [noteOwn], () => undefined);
  const sold = sampleSale();
  commitSale(db, sold);
  const { reference } = sold;
  const exchange = await createDocument(heard, practice.token, sold.body);
  const created = exchange.kind === 'answer' ? exchange.body : undefined;
  const document = must(parseCreatedDocument(created));
  await afterNotes();
  expect(memory.summary(document.id)?.value.ourReference).toBe(reference);

  // The till does not know the document yet.
  expect(must(await browser.get(document.id)).sale).toMatchObject({
    reference,
    state: 'queued',
  });
  const step = { reference, evidence, atMs: nowMs() };
  claimNext(db, nowMs());
  mustStep(db, { ...step, event: 'accepted', document });
  await unplug();
  const opened = must(await browser.get(document.id));
  expect(opened.sale).toMatchObject({ state: 'confirmed', lines: [{}, {}] });
  expect(opened.sale).toMatchObject(requireSale(db, reference));
});

test('the document of a sale opens with what the service answered to its creation, though nobody looked at it', async () => {
  const { browser, client, db, nowMs, practice, unplug } = await startBrowsing();
  const sold = sampleSale({ now: new Date(nowMs()) });
  const exchange = await createDocument(client, practice.token, sold.body);
  const created = exchange.kind === 'answer' ? exchange.body : undefined;
  const document = must(parseCreatedDocument(created));
  accept(db, sold, document, nowMs());
  await unplug();
  expect(document.netCents).not.toBeNull();
  expect(must(await browser.get(document.id))).toMatchObject({
    detail: document,
    remembered: { error: unreachable, seenAtMs: nowMs() },
    sale: { reference: sold.reference },
  });
});

test('a document shows the sale that a person settled with it, whatever its reference is', async () => {
  const { browser, db, practice } = await startBrowsing();
  const sold = sampleSale();
  const created = await practice.created(sale({ our_reference: 'BY-HAND' }));
  const document = must(parseCreatedDocument(created));
  accept(db, sold, document);
  const opened = must(await browser.get(document.id));
  expect(opened.detail.ourReference).toBe('BY-HAND');
  expect(opened.sale?.reference).toBe(sold.reference);
});

test('a person who may not see a document does not see what a colleague saw of it', async () => {
  const browsing = await startBrowsing();
  const { memory, browser, list, practice } = browsing;
  const id = Number((await practice.created(sale())).id);
  await list();
  must(await browser.get(id));
  await afterNotes();
  expect(memory.summary(id)).toBeDefined();
  const refused = { ok: false, error: { code: 'not_permitted' } } as const;
  const forOthers = browserAnswered(browsing, refused);
  expect(await forOthers.list({ ...everything, view: 1 })).toEqual(refused);
  expect(await forOthers.get(id)).toEqual(refused);
});

test('an answered page that cannot be read is no outage', async () => {
  const browsing = await startBrowsing();
  await browsing.list();
  const unread = {
    ok: false,
    error: { code: 'answer_invalid', field: 'results[3].total_amount' },
  } as const;
  const browser = browserAnswered(browsing, unread);
  expect(await browser.list({ ...everything, view: 1 })).toEqual(unread);
});
