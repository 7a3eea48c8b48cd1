// A till without a screen, for the test that kills it: prints as fast as it can. Arguments: the
// database, the printer's port, and how many jobs to make.
import '../../keep-compiled.ts';
import { join } from 'node:path';
import { createLog } from '../../../src-main/log.ts';
import { PrintQueue } from '../../../src-main/printing/print-queue.ts';
import { defaultTcpTiming, sendByTcp } from '../../../src-main/printing/transport.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { makePrintJob } from '../../../src-main/store/print-jobs.ts';

const [file = '', port = '', jobs = '0'] = process.argv.slice(2);
const opened = openStore(file);
if (!opened.ok) throw new Error(opened.error.code);
const db = opened.value;
const queue = new PrintQueue({
  db,
  log: createLog(join(file, '..', 'till.log')),
  print: (job, signal) =>
    sendByTcp(
      { host: '127.0.0.1', port: Number(port) },
      Buffer.from(`job ${job.jobId} of ${job.title}${job.isCopy ? ', copy' : ''};`),
      { language: 'esc-pos', timing: defaultTcpTiming, signal },
    ),
  onJobChanged: () => undefined,
  onFailure: (error) => {
    throw error;
  },
});
for (let job = 0; job < Number(jobs); job += 1) {
  makePrintJob(db, {
    atMs: Date.now(),
    documentId: 1 + (job % 7),
    reference: null,
    title: `FS A/${1 + (job % 7)}`,
    language: 'en',
    askedBy: 'Ana',
    isAutomatic: false,
  });
  queue.wake();
  await new Promise((resolve) => setTimeout(resolve, 3));
}
await queue.stop();
db.close();
