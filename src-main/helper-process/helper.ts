// The program of a helper process: every kind of work that one does, by its name.
import { changeCatalogueFile } from '../catalogue/helper-change.ts';
import { importFile } from '../catalogue/import-file.ts';
import { figuresJob } from '../figures/read-figures.ts';
import { answerJobs } from './answer-jobs.ts';
import { lookAtSpreadsheet } from '../spreadsheet/look.ts';
import { encryptFile } from '../store/encryption.ts';
import { keepOnMedium } from '../store/medium-backups.ts';
import { readFirst, readMeanwhile } from '../store/read-first.ts';
import { lookJob } from '../store/restore-job.ts';

answerJobs({
  change: changeCatalogueFile,
  check: readMeanwhile,
  encrypt: encryptFile,
  figures: figuresJob,
  import: importFile,
  keepOnMedium,
  look: lookJob,
  open: readFirst,
  sheets: lookAtSpreadsheet,
});
