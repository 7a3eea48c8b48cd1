// The thread in which a backup is looked at before it is restored: selling goes on meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import { err, ok, type Result } from '../contract/errors.ts';
import { storeError } from './open.ts';
import { lookAtBackup, type Looked, type LookOptions } from './restore-backup.ts';

export interface RestoreJob extends LookOptions {
  readonly backup: string;
  readonly file: string;
}

const { backup, file, ...options } = workerData as RestoreJob;

async function look(): Promise<Result<Looked>> {
  try {
    return ok(await lookAtBackup(backup, file, options));
  } catch (error) {
    const expected = storeError(error, file);
    if (!expected) throw error;
    return err(expected);
  }
}

parentPort?.postMessage(await look());
