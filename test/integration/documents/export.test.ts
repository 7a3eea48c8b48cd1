// An export writes everything that a filter selects into a file, whole or not at all.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { addDocuments } from '../../many-documents.ts';
import { sale } from '../practice-service/rig.ts';
import { eventually } from '../../eventually.ts';
import { everything } from './browsing.ts';
import { allDocuments, startTill } from './till-at-practice.ts';
import { must } from '../../must.ts';

type Started = Awaited<ReturnType<typeof startTill>>;

function rowsOf(file: string, delimiter = ','): string[][] {
  return parse(readFileSync(file, 'utf8'), { bom: true, from: 2, delimiter });
}

const keysOf = (file: string): string[] => rowsOf(file).map(([key]) => key ?? '');

/** The keys of the service's documents in its order. */
async function keysAtService({ practice }: Started, path: string): Promise<string[]> {
  const keys: string[] = [];
  for (let next: string | null = path; next !== null;) {
    const { json } = await practice.get(next, practice.token);
    keys.push(...(json.results as unknown as { doc_key: string }[]).map((row) => row.doc_key));
    next = (json.next as unknown as string | null)?.slice(practice.service.baseUrl.length) ?? null;
  }
  return keys;
}

test('thousands of documents are written in their order, with progress, and are not remembered', async () => {
  const started = await startTill();
  const { ask, practice, receipts, memory, listenToProgress } = started;
  addDocuments(practice.databaseFile, 2_300);
  const progress: number[][] = [];
  listenToProgress(({ written, count }) => progress.push([written, count]));
  const { file, documents } = must(await ask['documents.export'](allDocuments));
  expect(file).toBe(`${receipts}/Loja-1-documents-all-2026-03-06.csv`);
  expect(keysOf(file)).toEqual(await keysAtService(started, '/documents/?ordering=-id&limit=500'));
  expect(documents).toBeGreaterThan(2_500);
  expect(progress.at(0)).toEqual([200, documents]);
  expect(progress.at(-1)).toEqual([documents, documents]);
  expect(progress).toHaveLength(Math.ceil(documents / 200));
  expect(readdirSync(receipts)).toEqual([basename(file)]);
  expect(memory.page(everything).count).toBeLessThan(10);
});

test('the file has the filter, order and language that were asked for', async () => {
  const started = await startTill();
  const { ask, speak } = started;
  speak('pt-PT');
  const filter = { list: 'sales', natureId: 302, statusId: 1202, search: 'EX-' } as const;
  const order = { orderBy: 'doc_key', descending: false } as const;
  const { file, documents } = must(await ask['documents.export']({ ...filter, ...order }));
  expect(basename(file)).toBe('Loja-1-documents-sales-2026-03-06.csv');
  const keys = await keysAtService(
    started,
    '/documents/sales/?ordering=doc_key&document_nature=302&document_status=1202&search=EX-',
  );
  const rows = rowsOf(file, ';');
  expect(rows.map(([key]) => key)).toEqual(keys);
  expect(rows).toHaveLength(documents);
  expect(rows[0]?.at(-1)).toMatch(/^\d+(,\d{1,2})?$/u);
  expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFFNúmero;Data;/u);
});

test('documents that arrive meanwhile are neither twice in it nor missing', async () => {
  const started = await startTill();
  const { ask, practice, listenToProgress } = started;
  let arrivals: Promise<unknown> = Promise.resolve();
  let hasArrived = false;
  listenToProgress(() => {
    if (hasArrived) return;
    hasArrived = true;
    arrivals = Promise.all([practice.create(sale()), practice.create(sale())]);
  });
  addDocuments(practice.databaseFile, 1_000);
  const { file } = must(await ask['documents.export'](allDocuments));
  await arrivals;
  const keys = await keysAtService(started, '/documents/?ordering=-id&limit=500');
  expect(keysOf(file).toSorted()).toEqual(keys.toSorted());
});

test('an export that is broken off leaves no file, and none other can run beside it', async () => {
  const { ask, practice, receipts, listenToProgress } = await startTill();
  addDocuments(practice.databaseFile, 1_000);
  const { promise: begun, resolve: begin } = Promise.withResolvers<unknown>();
  listenToProgress(begin);
  const first = ask['documents.export'](allDocuments);
  const second = ask['documents.export'](allDocuments);
  expect(await second).toEqual({ ok: false, error: { code: 'export_under_way' } });
  await begun;
  expect(readdirSync(receipts)).toHaveLength(2);
  expect(await ask['documents.stopExport'](undefined)).toEqual({ ok: true, value: null });
  expect(readdirSync(receipts)).toEqual([]);
  expect(await first).toEqual({ ok: false, error: { code: 'export_cancelled' } });
  listenToProgress(() => undefined);
  expect((await ask['documents.export'](allDocuments)).ok).toBe(true);
  expect(await ask['documents.stopExport'](undefined)).toEqual({ ok: true, value: null });
  expect(readdirSync(receipts)).toHaveLength(1);
});

test('an export that fails half-way leaves no file and says why, and the till notices the outage', async () => {
  const { ask, practice, receipts, connections, listenToProgress } = await startTill();
  addDocuments(practice.databaseFile, 1_000);
  const unplugged: Promise<void>[] = [];
  listenToProgress(() => unplugged.push(practice.service.unplug()));
  const failed = await ask['documents.export'](allDocuments);
  await Promise.all(unplugged);
  expect(failed).toMatchObject({ ok: false, error: { code: 'service_unreachable' } });
  expect(readdirSync(receipts)).toEqual([]);
  await eventually(() => {
    expect(connections.at(-1)).toBe('offline');
  });
});

test('closing the till first ends an export', async () => {
  const { ask, practice, receipts, till, listenToProgress } = await startTill();
  addDocuments(practice.databaseFile, 1_000);
  const { promise: begun, resolve: begin } = Promise.withResolvers<unknown>();
  listenToProgress(begin);
  const exported = ask['documents.export'](allDocuments);
  await begun;
  await till.close();
  expect(readdirSync(receipts)).toEqual([]);
  expect(await exported).toEqual({ ok: false, error: { code: 'export_cancelled' } });
});

test('without a sign-in there is nothing to export', async () => {
  const { ask, receipts } = await startTill(false);
  expect(await ask['documents.export'](allDocuments)).toEqual({
    ok: false,
    error: { code: 'not_signed_in' },
  });
  expect(existsSync(receipts) ? readdirSync(receipts) : []).toEqual([]);
});
