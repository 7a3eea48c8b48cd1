// Has a backup looked at in a thread of its own: two gigabytes take minutes to copy and to check.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Result } from '../contract/errors.ts';
import type { Looked } from './restore-backup.ts';
import type { RestoreJob } from './restore-worker.ts';

/** Built, it lies beside the program; from source, beside this file. */
const workerFile = new URL(`./restore-worker${extname(import.meta.filename)}`, import.meta.url);

/** Returns once the thread has let go of every file. Errors: those of the store. */
export function lookInThread(job: RestoreJob): Promise<Result<Looked>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: job });
    let looked: Result<Looked> | undefined;
    worker.on('message', (message: Result<Looked>) => {
      looked = message;
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (looked) resolve(looked);
      else reject(new Error(`the thread that looks at a backup ended with ${code}`));
    });
  });
}
