// The thread in which a catalogue file is read, so that selling goes on meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import type { ImportProgress, ImportReport } from '../contract/catalogue.ts';
import type { Result } from '../contract/errors.ts';
import { importFile, type ImportJob } from './import-file.ts';

export type ImportMessage =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'done'; readonly result: Result<ImportReport> };

const tell = (message: ImportMessage): void => {
  parentPort?.postMessage(message);
};

const result = await importFile(workerData as ImportJob, (progress) => {
  tell({ kind: 'progress', progress });
});
tell({ kind: 'done', result });
