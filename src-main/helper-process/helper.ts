// The program of a helper process: every kind of work that one does, by its name.
import { extname, join } from 'node:path';
import { changeCatalogueFile } from '../catalogue/helper-change.ts';
import { importFile } from '../catalogue/import-file.ts';
import { figuresJob } from '../figures/read-figures.ts';
import { lookAtSpreadsheet } from '../spreadsheet/look.ts';
import { buildFromCopy } from '../second-copy/build-file.ts';
import { copyJob } from '../second-copy/copy-job.ts';
import { findCopies, lookAtCopy, prepareMedium } from '../second-copy/medium-jobs.ts';
import { encryptFile } from '../store/encryption.ts';
import { keepOnMedium } from '../store/medium-backups.ts';
import { readFirst, readMeanwhile, type FirstReading } from '../store/read-first.ts';
import { lookJob } from '../store/restore-backup.ts';
import { thrownError, type HelperMessage, type HelperRequest } from './messages.ts';

answerJobs({
  buildFromCopy,
  change: changeCatalogueFile,
  check: readMeanwhile,
  encrypt: encryptFile,
  figures: figuresJob,
  findCopies,
  import: importFile,
  keepOnMedium,
  look: lookJob,
  lookAtCopy,
  open: (reading: FirstReading) => readFirst(reading, besideThis('rows-ahead')),
  prepareMedium,
  secondCopy: copyJob,
  sheets: lookAtSpreadsheet,
});

/** Another program, which was built if this one was. */
function besideThis(name: string): string {
  return join(import.meta.dirname, `${name}${extname(import.meta.filename)}`);
}

type Work = (job: never, onProgress: never) => unknown;

function answerJobs(works: Readonly<Record<string, Work>>): void {
  const { parentPort } = process;
  const tell = (message: HelperMessage): void => parentPort.postMessage(message);
  const answer = async ({ name, job }: HelperRequest): Promise<HelperMessage> => {
    try {
      const work = works[name];
      if (!work) throw new Error(`no helper does ${name}`);
      const tellProgress = (progress: unknown) => tell({ kind: 'progress', progress });
      return { kind: 'done', answer: await work(job as never, tellProgress as never) };
    } catch (error) {
      return { kind: 'failed', error: thrownError(error) };
    }
  };
  parentPort.once('message', ({ data }) => {
    answer(data as HelperRequest)
      .then(tell)
      .catch((error: unknown) => {
        // An answer that cannot be told: by itself Electron would let the process live on.
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      });
  });
}
