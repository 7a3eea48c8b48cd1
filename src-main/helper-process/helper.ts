// The program of a helper process: every kind of work that one does, by its name.
import { changeCatalogueFile } from '../catalogue/helper-change.ts';
import { importFile } from '../catalogue/import-file.ts';
import { figuresJob } from '../figures/read-figures.ts';
import { answerJobs } from './answer-jobs.ts';
import { lookAtSpreadsheet } from '../spreadsheet/look.ts';
import { buildFromCopy } from '../second-copy/build-file.ts';
import { copyJob } from '../second-copy/copy-job.ts';
import { findCopies, lookAtCopy, prepareMedium } from '../second-copy/medium-jobs.ts';
import { encryptFile } from '../store/encryption.ts';
import { keepOnMedium } from '../store/medium-backups.ts';
import { readFirst, readMeanwhile } from '../store/read-first.ts';
import { lookJob } from '../store/restore-job.ts';

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
  open: readFirst,
  prepareMedium,
  secondCopy: copyJob,
  sheets: lookAtSpreadsheet,
});
