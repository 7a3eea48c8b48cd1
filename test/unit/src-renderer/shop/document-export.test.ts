// Tests an export as the screen shows it.
import { expect, test } from 'vitest';
import type { ExportProgress } from '../../../../src-main/contract/documents.ts';
import { err, ok, type Result } from '../../../../src-main/contract/errors.ts';
import { DocumentExport } from '../../../../src-renderer/shop/document-export.svelte.ts';
import { state, tillOf } from '../sell/catalogue-till.ts';

const filter = {
  list: 'sales',
  search: 'Ana',
  natureId: null,
  statusId: null,
  orderBy: 'id',
  descending: true,
} as const;

function rig() {
  const requests: [string, unknown][] = [];
  let answer: (result: Result<unknown>) => void = () => undefined;
  let report: ((progress: ExportProgress) => void) | null = null;
  const till = tillOf(
    (name, argument) => {
      requests.push([name, argument]);
      return name === 'documents.export' ? new Promise((resolve) => (answer = resolve)) : ok(null);
    },
    state,
    (name, listener) => {
      if (name !== 'documents.exportProgress') return () => undefined;
      report = listener as (progress: ExportProgress) => void;
      return () => (report = null);
    },
  );
  const exporting = new DocumentExport(till);
  return {
    requests,
    exporting,
    answer: (result: Result<unknown>) => answer(result),
    report: (progress: ExportProgress) => report?.(progress),
    isListening: () => report !== null,
  };
}

test('an export shows its progress, and then the file', async () => {
  const { requests, exporting, answer, report, isListening } = rig();
  const run = exporting.run(filter);
  expect([exporting.isRunning, exporting.progress]).toEqual([true, null]);
  report({ written: 100, count: 300 });
  expect(exporting.progress).toEqual({ written: 100, count: 300 });
  answer(ok({ file: 'sales.csv', documents: 300 }));
  await run;
  expect(requests).toEqual([['documents.export', filter]]);
  expect(exporting.exported).toEqual({ file: 'sales.csv', documents: 300 });
  expect([exporting.isRunning, isListening()]).toEqual([false, false]);
});

test('a cancelled export leaves no file, and the next one begins afresh', async () => {
  const { requests, exporting, answer } = rig();
  const first = exporting.run(filter);
  await exporting.stop();
  answer(err({ code: 'export_cancelled' }));
  await first;
  expect(requests.map(([name]) => name)).toEqual(['documents.export', 'documents.stopExport']);
  expect([exporting.exported, exporting.error?.code]).toEqual([null, 'export_cancelled']);
  exporting.dismiss();
  expect(exporting.error).toBeNull();
  const second = exporting.run(filter);
  answer(ok({ file: 'sales.csv', documents: 1 }));
  await second;
  void exporting.run(filter);
  expect(exporting.exported).toBeNull();
});
