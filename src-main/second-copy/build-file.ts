// Makes a till's file of a second copy: the newest backup on the medium if it is of the same line,
// else an empty file, and on it every row as it was at the end. Nothing is believed: each row is
// parsed, and the file is then looked at like any backup.
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AppError } from '../contract/errors.ts';
import { decryptFile, type RecoveryKey } from '../store/encryption.ts';
import { migrations } from '../store/migrations.ts';
import { openStore, type Store } from '../store/open.ts';
import { storeError } from '../store/store-errors.ts';
import { writeRecoveryRecipient } from '../store/recovery-recipient.ts';
import { discardBackup, lookAtMade, restoredFile, type Looked } from '../store/restore-backup.ts';
import { writeSecondCopy } from '../store/second-copy-setting.ts';
import { isSameTill, type TillBinding } from '../store/till.ts';
import { checkRows, ValueError } from './check-rows.ts';
import { fill, OtherLine } from './fill-file.ts';
import { chosenOf } from './folders.ts';
import { isOnDiskOf, onMedium } from './medium.ts';
import {
  heldOf,
  newestBackup,
  readCopy,
  type Held,
  type ReadCopy,
  type Unreadable,
} from './read-copy.ts';

export interface BuildJob {
  /** The folder of the till's copy on the medium. */
  readonly folder: string;
  readonly key?: RecoveryKey;
  /** The till's file, which is not touched. */
  readonly file: string;
  readonly binding: TillBinding;
}

export type Built =
  | {
      readonly outcome: 'looked';
      readonly looked: Looked;
      readonly held: Held;
      readonly digest: string;
    }
  | Unreadable
  | { readonly outcome: 'store'; readonly error: AppError };

/** Leaves the file that was made ready to be put in place if it is whole. */
export async function buildFromCopy(job: BuildJob): Promise<Built> {
  const { folder, key, file, binding } = job;
  const copy = await onMedium(() => readCopy(folder, key));
  if ('outcome' in copy) return copy;
  if (!isSameTill(copy.header, binding)) return { outcome: 'other_till' };
  const heldCopy = heldOf(folder, copy);
  if ('outcome' in heldCopy) return heldCopy;
  discardBackup(file);
  try {
    const error = (await fillOverBackup(job, copy)) ?? fillEmpty(job, copy);
    if (error !== 'filled') {
      discardBackup(file);
      return { outcome: 'store', error };
    }
    const looked = await lookAtMade(file, binding);
    return { outcome: 'looked', looked, held: heldCopy, digest: copy.digest };
  } catch (error) {
    discardBackup(file);
    if (error instanceof ValueError) return { outcome: 'value', field: error.field };
    const ofStore = storeError(error, file);
    if (!ofStore) throw error;
    return { outcome: 'store', error: ofStore };
  } finally {
    removeEarlierVersions(restoredFile(file));
  }
}

type Filled = 'filled' | AppError;

/** Returns undefined if there is no backup that can be used. */
async function fillOverBackup(job: BuildJob, copy: ReadCopy): Promise<Filled | undefined> {
  const { folder, key, file } = job;
  const backup = newestBackup(folder);
  if (!backup || !key) return undefined;
  const made = restoredFile(file);
  try {
    if ((await decryptFile(backup.file, made, key)) === 'done') {
      const opened = openStore(made);
      if (opened.ok) {
        fillAndClose(opened.value, job, copy, true);
        return 'filled';
      }
    }
  } catch (error) {
    // With a backup of another line, one that does not fit, or that the medium does not give, the
    // journal does by itself.
    const isLeft =
      error instanceof OtherLine || error instanceof ValueError || storeError(error, made);
    if (!isLeft) throw error;
  }
  discardBackup(file);
  removeEarlierVersions(made);
  return undefined;
}

function fillEmpty(job: BuildJob, copy: ReadCopy): Filled {
  const { schemaVersion } = copy.header;
  const made = restoredFile(job.file);
  const opened = openStore(made, migrations.slice(0, schemaVersion));
  if (!opened.ok) return opened.error;
  fillAndClose(opened.value, job, copy, false);
  if (schemaVersion === migrations.length) return 'filled';
  const migrated = openStore(made);
  if (!migrated.ok) return migrated.error;
  try {
    checkRows(migrated.value, copy.rows);
  } finally {
    migrated.value.close();
  }
  return 'filled';
}

function fillAndClose(
  db: Store,
  { folder, key }: BuildJob,
  copy: ReadCopy,
  isBackup: boolean,
): void {
  try {
    // Rows come in an order of their own; what they name is checked afterwards.
    db.pragma('foreign_keys = 0');
    db.transaction(() => {
      fill(db, copy, isBackup);
      // Anybody can encrypt for the owner's key, and could name another one for what follows.
      if (key) writeRecoveryRecipient(db, key.recipient);
      writeSecondCopy(db, {
        folder: chosenOf(folder),
        medium: copy.owner.medium,
        // Whoever can write to the medium can change what its owner file says.
        encrypts: copy.owner.encrypts || copy.header.recipient !== null,
        isOnSameDisk: isOnDiskOf(folder, db.name),
        // This file is a copy, and gets an installation of its own: it will claim the medium.
        generation: copy.owner.generation,
        installation: copy.owner.installation,
        takenOver: null,
      });
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

/** What a migration keeps of the file before it: here nobody needs it. */
function removeEarlierVersions(made: string): void {
  const folder = dirname(made);
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(made)}.version-`)) rmSync(join(folder, name), { force: true });
}
