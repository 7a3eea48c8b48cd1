// Tests the lists of the printer screen while they are read and while they change.
import { expect, test } from 'vitest';
import { ok } from '../../../../src-main/contract/errors.ts';
import type { PrintJob } from '../../../../src-main/contract/print-jobs.ts';
import { PrintLists } from '../../../../src-renderer/printing/print-lists.svelte.ts';
import { tillOf } from '../sell/catalogue-till.ts';

const job = (jobId: number, state: PrintJob['state']) => ({ jobId, state }) as PrintJob;

test('a job that changed while the list was read shows as it is now', async () => {
  const read = Promise.withResolvers<unknown>();
  const till = tillOf((name) => (name === 'printing.jobs' ? read.promise : ok([])));
  const lists = new PrintLists(till);
  const loading = lists.load();
  lists.changed(job(2, 'printed'));
  lists.changed(job(3, 'waiting'));
  read.resolve(ok([job(2, 'printing'), job(1, 'printed')]));
  await loading;
  expect(lists.jobs).toEqual([job(3, 'waiting'), job(2, 'printed'), job(1, 'printed')]);
});

test('a job keeps its place, however often it changes', () => {
  const lists = new PrintLists(tillOf(() => ok([])));
  for (const one of [job(1, 'waiting'), job(2, 'waiting'), job(1, 'failed')]) lists.changed(one);
  expect(lists.jobs).toEqual([job(2, 'waiting'), job(1, 'failed')]);
});
