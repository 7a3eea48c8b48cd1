// Tests the steps of an import on screen. Main answers when a test lets it.
import { expect, test } from 'vitest';
import type { Events, RequestName } from '../../../../src-main/contract/api.ts';
import type { ImportReport, Preview, Reading } from '../../../../src-main/contract/catalogue.ts';
import { err, ok, type Result } from '../../../../src-main/contract/errors.ts';
import {
  CatalogueImport,
  missingFields,
} from '../../../../src-renderer/shop/catalogue-import.svelte.ts';
import { settled } from '../../../eventually.ts';
import { state, tillOf } from '../sell/catalogue-till.ts';

const guessed: Reading = {
  delimiter: ';',
  encoding: 'windows-1252',
  decimalMark: ',',
  ...{ sheet: null, firstLine: 1 },
  hasHeader: true,
  columns: ['code', 'description', 'unitPrice', 'barcodes'],
};
const previewOf = (reading: Reading, doubts: Preview['doubts'] = []): Preview => ({
  ...{ reading, sheets: [], beginnings: [], header: [], rows: [], facts: [] },
  ...{ looked: { rows: 0, isAll: true }, products: 0, doubts },
});
const report: ImportReport = {
  reportId: 1,
  products: 3,
  comparison: { added: 3, changed: 0, removed: 0, kept: 0, differences: [], moreDifferences: 0 },
  quickKeysGone: [],
  ...{ rows: 3, badRowCount: 0, badRows: [], passedOver: 0, removedByHand: 0 },
  ...{ remarks: [], doubts: [] },
};

interface Asked {
  readonly name: RequestName;
  readonly argument: unknown;
  readonly answer: (result: Result<unknown>) => Promise<void>;
}

/** Requests wait until the test answers them; those in `answers` are answered at once. */
function rig(answers: Partial<Record<RequestName, unknown>> = {}) {
  const requests: Asked[] = [];
  let progress: ((event: Events['catalogue.progress']) => void) | null = null;
  const till = tillOf(
    (name, argument) =>
      new Promise((resolve) => {
        const answer = async (result: Result<unknown>) => {
          resolve(result);
          await settled();
        };
        requests.push({ name, argument, answer });
        if (name in answers) resolve(ok(answers[name]));
      }),
    state,
    (name, listener) => {
      if (name !== 'catalogue.progress') return () => undefined;
      progress = listener as typeof progress;
      return () => (progress = null);
    },
  );
  const catalogue = new CatalogueImport(till);
  return {
    catalogue,
    requests,
    names: () => requests.map(({ name }) => name),
    last: (name: RequestName) => {
      const lastRequest = requests.findLast((each) => each.name === name);
      if (!lastRequest) throw new Error(`${name} was not asked`);
      return lastRequest;
    },
    tellProgress: (rows: number) => progress?.({ bytes: rows, totalBytes: 100, rows }),
    isListening: () => progress !== null,
  };
}

const received = { 'catalogue.discard': null, 'catalogue.receive': null };
const file = (text = 'code;name') => new File([text], 'artigos.csv');

async function previewed(answers: Partial<Record<RequestName, unknown>> = {}) {
  const importRig = rig({ ...received, ...answers });
  const choosing = importRig.catalogue.choose(file());
  await expect.poll(() => importRig.names()).toContain('catalogue.preview');
  await importRig.last('catalogue.preview').answer(ok(previewOf(guessed)));
  await choosing;
  return importRig;
}

async function wasRead() {
  const importRig = await previewed({ 'catalogue.read': report });
  await importRig.catalogue.read();
  return importRig;
}

test('a file is sent in parts of at most 4 MiB, in order, after what was there is discarded', async () => {
  const { catalogue, requests } = rig({ ...received, 'catalogue.preview': previewOf(guessed) });
  const bytes = new Uint8Array(5 * 1024 * 1024).map((_, index) => index % 251);
  await catalogue.choose(new File([bytes], 'large.csv'));
  expect(requests[0]?.name).toBe('catalogue.discard');
  const parts = requests
    .filter(({ name }) => name === 'catalogue.receive')
    .map(({ argument }) => argument as { isFirst: boolean; bytes: Uint8Array });
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.map(({ isFirst }) => isFirst)).toEqual(parts.map((_, index) => index === 0));
  expect(parts.every((part) => part.bytes.length <= 4 * 1024 * 1024)).toBe(true);
  expect(Buffer.concat(parts.map((part) => part.bytes)).equals(bytes)).toBe(true);
  expect(catalogue.step).toMatchObject({ kind: 'previewing', name: 'large.csv', reading: guessed });
});

test('an empty file is sent as one empty part', async () => {
  const { catalogue, last } = rig(received);
  const choosing = catalogue.choose(file(''));
  await expect
    .poll(() => catalogue.step.kind === 'sending' && last('catalogue.preview'))
    .toBeTruthy();
  expect(last('catalogue.receive').argument).toEqual({ isFirst: true, bytes: new Uint8Array() });
  await last('catalogue.preview').answer(err({ code: 'catalogue_unreadable' }));
  await choosing;
  expect(catalogue.step.kind).toBe('idle');
  expect(catalogue.error).toEqual({ code: 'catalogue_unreadable' });
});

test('a file that has gone since it was chosen is said to be unusable', async () => {
  const { catalogue } = rig(received);
  const gone = file();
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as unknown as Blob;
  await catalogue.choose(gone);
  expect(catalogue.step.kind).toBe('idle');
  expect(catalogue.error).toEqual({ code: 'invalid_value', field: 'file' });
});

test('sending that is stopped sends no more', async () => {
  const { catalogue, names, last } = rig({ 'catalogue.discard': null });
  const choosing = catalogue.choose(new File([new Uint8Array(5 * 1024 * 1024)], 'large.csv'));
  await expect.poll(() => names()).toContain('catalogue.receive');
  await catalogue.discard();
  await last('catalogue.receive').answer(ok(null));
  await choosing;
  expect(names().filter((name) => name === 'catalogue.receive')).toHaveLength(1);
  expect(names().at(-1)).toBe('catalogue.discard');
  expect(catalogue.step).toEqual({ kind: 'idle', justUsed: false });
});

test('each change asks for a new preview, and an answer that a newer change has overtaken is dropped', async () => {
  const { catalogue, last } = await previewed();
  const first = catalogue.change({ decimalMark: '.' });
  const firstAsked = last('catalogue.preview');
  const second = catalogue.change({ encoding: 'utf-8' });
  const secondAsked = last('catalogue.preview');
  const wantedReading = { ...guessed, decimalMark: '.', encoding: 'utf-8' } as const;
  expect(secondAsked.argument).toEqual({ reading: wantedReading });
  expect(catalogue.step).toMatchObject({ reading: wantedReading, preview: { reading: guessed } });
  expect(catalogue.canRead).toBe(false);
  await secondAsked.answer(ok(previewOf(wantedReading)));
  await firstAsked.answer(ok(previewOf({ ...guessed, decimalMark: '.' })));
  await Promise.all([first, second]);
  expect(catalogue.step).toMatchObject({
    reading: wantedReading,
    preview: { reading: wantedReading },
  });
  expect(catalogue.canRead).toBe(true);
});

test.each<[string, (catalogue: CatalogueImport) => unknown, Partial<Reading>]>([
  [
    'another separator has the columns guessed anew',
    (catalogue) => catalogue.change({ delimiter: '\t' }),
    { ...guessed, decimalMark: null, delimiter: '\t', columns: [] },
  ],
  [
    'another sheet makes everything be guessed anew',
    (catalogue) => catalogue.change({ sheet: 2 }),
    { ...guessed, decimalMark: null, sheet: 2, firstLine: 0 },
  ],
  [
    'another first line has the columns guessed anew',
    (catalogue) => catalogue.change({ firstLine: 4 }),
    { firstLine: 4, columns: [] },
  ],
  [
    'a field moves to the column that is given it',
    (catalogue) => catalogue.changeColumn(1, 'code'),
    { columns: [null, 'code', 'unitPrice', 'barcodes'] },
  ],
  [
    'several columns may hold barcodes',
    (catalogue) => catalogue.changeColumn(0, 'barcodes'),
    { columns: ['barcodes', 'description', 'unitPrice', 'barcodes'] },
  ],
  [
    'a field is read from another column, and what that column held is read no more',
    (catalogue) => catalogue.moveField('unitPrice', 2, 1),
    { columns: ['code', 'unitPrice', null, 'barcodes'] },
  ],
  [
    'a field is read from one more column',
    (catalogue) => catalogue.moveField('barcodes', null, 2),
    { columns: ['code', 'description', 'barcodes', 'barcodes'] },
  ],
])('%s', async (_, change, reading) => {
  const { catalogue, last } = await previewed();
  void change(catalogue);
  expect(last('catalogue.preview').argument).toMatchObject({ reading });
});

test('a decimal mark that a person has chosen stays; one that was guessed is guessed again', async () => {
  const { catalogue, last } = await previewed();
  const askedReading = () => (last('catalogue.preview').argument as { reading: Reading }).reading;
  void catalogue.changeColumn(2, null);
  expect(askedReading().decimalMark).toBeNull();
  void catalogue.change({ decimalMark: '.' });
  void catalogue.changeColumn(2, 'unitPrice');
  expect(askedReading().decimalMark).toBe('.');
});

test('a file whose prices have two readings is not read before somebody says which', async () => {
  const { catalogue, last } = await previewed();
  const headerChange = catalogue.change({ hasHeader: true });
  const open = { ...guessed, decimalMark: null };
  await last('catalogue.preview').answer(
    ok(previewOf(open, [{ kind: 'decimal_mark', example: '1.659' }])),
  );
  await headerChange;
  expect(catalogue.canRead).toBe(false);
  const changing = catalogue.change({ decimalMark: ',' });
  await last('catalogue.preview').answer(ok(previewOf(guessed)));
  await changing;
  expect(catalogue.canRead).toBe(true);
});

test('what cannot be previewed keeps what showed, says why, and cannot be read', async () => {
  const { catalogue, last, names } = await previewed();
  const changing = catalogue.change({ encoding: 'utf-16le' });
  await last('catalogue.preview').answer(err({ code: 'catalogue_unreadable' }));
  await changing;
  expect(catalogue.error).toEqual({ code: 'catalogue_unreadable' });
  expect(catalogue.step).toMatchObject({
    reading: { encoding: 'utf-16le' },
    preview: { reading: guessed },
  });
  await catalogue.read();
  expect(names()).not.toContain('catalogue.read');
});

test('a file is not read before description and price have a column', async () => {
  const { catalogue, last, names } = await previewed();
  const without: Reading = { ...guessed, columns: [null, 'description', null, 'barcodes'] };
  expect(missingFields(without)).toEqual(['unitPrice']);
  const changing = catalogue.change({ columns: without.columns });
  await last('catalogue.preview').answer(ok(previewOf(without)));
  await changing;
  expect(catalogue.canRead).toBe(false);
  await catalogue.read();
  expect(names()).not.toContain('catalogue.read');
});

test('reading shows how far it is, until the report', async () => {
  const { catalogue, last, tellProgress, isListening } = await previewed();
  const reading = catalogue.read();
  expect(last('catalogue.read').argument).toEqual({
    ...{ reading: guessed, keepsEdits: true, replacesAll: false, name: 'artigos.csv' },
  });
  expect(catalogue.step).toMatchObject({ kind: 'reading', progress: null });
  tellProgress(40);
  expect(catalogue.step).toMatchObject({ progress: { bytes: 40, totalBytes: 100, rows: 40 } });
  await last('catalogue.read').answer(ok(report));
  await reading;
  expect(catalogue.step).toEqual({ kind: 'read', name: 'artigos.csv', report });
  expect(isListening()).toBe(false);
});

test('reading that fails leads back to the preview, with the reason', async () => {
  const { catalogue, last } = await previewed();
  const reading = catalogue.read();
  await last('catalogue.read').answer(err({ code: 'disk_full' }));
  await reading;
  expect(catalogue.step).toMatchObject({ kind: 'previewing', reading: guessed });
  expect(catalogue.error).toEqual({ code: 'disk_full' });
});

test('reading that is stopped ends the import, and is no error', async () => {
  const { catalogue, last, tellProgress } = await previewed();
  const reading = catalogue.read();
  await catalogue.discard();
  tellProgress(50);
  await last('catalogue.read').answer(err({ code: 'import_cancelled' }));
  await reading;
  expect(catalogue.step).toEqual({ kind: 'idle', justUsed: false });
  expect(catalogue.error).toBeNull();
});

test('a catalogue that was read is used, once, and counted', async () => {
  const { catalogue, last, names } = await wasRead();
  const summary = { products: 3, importedAtMs: 1_000 };
  const useRequest = catalogue.use();
  void catalogue.use();
  expect(catalogue.step.kind).toBe('using');
  await last('catalogue.use').answer(ok(summary));
  await last('catalogue.lastChange').answer(ok({ changeId: 7, products: 3 }));
  await useRequest;
  expect(names().filter((name) => name === 'catalogue.use')).toHaveLength(1);
  expect(catalogue.step).toEqual({ kind: 'idle', justUsed: true, changeId: 7 });
  expect(catalogue.summary).toEqual(summary);
});

test('a catalogue that could not be used can be used again', async () => {
  const { catalogue, last } = await wasRead();
  const useRequest = catalogue.use();
  await last('catalogue.use').answer(err({ code: 'disk_full' }));
  await useRequest;
  expect(catalogue.step).toEqual({ kind: 'read', name: 'artigos.csv', report });
  expect(catalogue.error).toEqual({ code: 'disk_full' });
});

test('another file takes the place of the one that was chosen before', async () => {
  const { catalogue, last, names } = rig(received);
  void catalogue.choose(file());
  await expect.poll(() => names()).toContain('catalogue.preview');
  const first = last('catalogue.preview');
  void catalogue.choose(new File(['a;b'], 'other.csv'));
  await expect.poll(() => last('catalogue.preview')).not.toBe(first);
  await last('catalogue.preview').answer(ok(previewOf(guessed)));
  await first.answer(ok(previewOf({ ...guessed, hasHeader: false })));
  expect(catalogue.step).toMatchObject({ name: 'other.csv', reading: guessed });
});

test('a file that is chosen while a catalogue is being used stays chosen', async () => {
  const { catalogue, last, names } = await wasRead();
  const useRequest = catalogue.use();
  void catalogue.choose(new File(['a;b'], 'other.csv'));
  await expect.poll(() => names().at(-1)).toBe('catalogue.preview');
  await last('catalogue.use').answer(ok({ products: 3, importedAtMs: 1_000 }));
  await useRequest;
  expect(catalogue.summary).toEqual({ products: 3, importedAtMs: 1_000 });
  expect(catalogue.step).toMatchObject({ name: 'other.csv' });
});

test('what was known of the former catalogue does not come after the new one', async () => {
  const { catalogue, last } = await wasRead();
  const loading = catalogue.loadSummary();
  const useRequest = catalogue.use();
  await last('catalogue.use').answer(ok({ products: 3, importedAtMs: 1_000 }));
  await last('catalogue.summary').answer(ok({ products: 9, importedAtMs: 1 }));
  await last('catalogue.lastChange').answer(ok(null));
  await Promise.all([loading, useRequest]);
  expect(catalogue.summary).toEqual({ products: 3, importedAtMs: 1_000 });
});

test('an import that could not be discarded says so, but not in the next one', async () => {
  const { catalogue, requests, last } = rig();
  const failed = catalogue.discard();
  await last('catalogue.discard').answer(err({ code: 'disk_full' }));
  await failed;
  expect(catalogue.error).toEqual({ code: 'disk_full' });
  const discarded = catalogue.discard();
  const late = last('catalogue.discard');
  void catalogue.choose(file());
  await late.answer(err({ code: 'disk_full' }));
  await discarded;
  expect(catalogue.step).toMatchObject({ kind: 'sending' });
  expect(catalogue.error).toBeNull();
  expect(requests).toHaveLength(3);
});

test('why a file cannot be previewed is not told in the next import', async () => {
  const { catalogue, last, names } = rig({ 'catalogue.receive': null });
  const choosing = catalogue.choose(file());
  await last('catalogue.discard').answer(ok(null));
  await expect.poll(names).toContain('catalogue.preview');
  await last('catalogue.preview').answer(err({ code: 'catalogue_unreadable' }));
  expect(catalogue.error).toEqual({ code: 'catalogue_unreadable' });
  const late = last('catalogue.discard');
  void catalogue.choose(file());
  await late.answer(ok(null));
  await choosing;
  expect(catalogue.error).toBeNull();
});

test('an import is undone by one press, and another change is not', async () => {
  const { catalogue, last } = await wasRead();
  const useRequest = catalogue.use();
  await last('catalogue.use').answer(ok({ products: 3, importedAtMs: 1_000 }));
  await last('catalogue.lastChange').answer(ok({ changeId: 7, products: 3 }));
  await useRequest;
  const undone = catalogue.undo();
  expect(last('catalogue.undo').argument).toEqual({ changeId: 7 });
  await last('catalogue.undo').answer(ok(null));
  await last('catalogue.summary').answer(ok({ products: 9, importedAtMs: 1 }));
  await undone;
  expect(catalogue.step).toEqual({ kind: 'idle', justUsed: false });
  expect(catalogue.summary).toEqual({ products: 9, importedAtMs: 1 });
});
