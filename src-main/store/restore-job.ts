// Has a helper look at a backup before it is restored: two gigabytes take minutes to copy and to
// check, and selling goes on meanwhile.
import { ok, type Result } from '../contract/errors.ts';
import { storeFailure } from './store-errors.ts';
import { lookAtBackup, type Looked, type LookOptions } from './restore-backup.ts';

interface RestoreJob extends LookOptions {
  readonly backup: string;
  readonly file: string;
}

/** Errors: those of the store. */
export async function lookJob({ backup, file, ...options }: RestoreJob): Promise<Result<Looked>> {
  try {
    return ok(await lookAtBackup(backup, file, options));
  } catch (error) {
    return storeFailure(error, file);
  }
}
