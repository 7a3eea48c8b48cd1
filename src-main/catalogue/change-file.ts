// Does the same to many products in a copy of the catalogue, which then takes its place. A helper
// does this work, so that selling goes on and sees either all of the change or nothing.
import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import Database from 'better-sqlite3';
import type { ManyProgress } from '../contract/many-products.ts';
import { sync } from '../store/durable-files.ts';
import { changeMany, type ManyToChange } from './change-many.ts';

export interface ChangeJob extends Omit<ManyToChange, 'ids'> {
  /** The catalogue in use. If it is changed meanwhile, the copy is of no use. */
  readonly file: string;
  readonly newFile: string;
  readonly ids: Float64Array;
}

const progressEveryMs = 100;
/** Returns once the copy is whole and on the disk. @throws SqliteError, and file errors. */
export async function changeFile(
  { file, newFile, ids, ...change }: ChangeJob,
  onProgress: (progress: ManyProgress) => void,
): Promise<null> {
  const tell = progressTeller(ids.length, onProgress);
  try {
    await copyFile(file, newFile, constants.COPYFILE_FICLONE);
    changeCopy(newFile, { ...change, ids: ids.toSorted() }, tell);
  } catch (error) {
    await rm(newFile, { force: true });
    throw error;
  }
  sync(newFile, 'r+');
  return null;
}

/** Changes the products in the order in which they lie in the file. */
function changeCopy(newFile: string, change: ManyToChange, onMoved: () => void): void {
  const db = new Database(newFile);
  try {
    // A copy that is not finished is thrown away, so it needs no journal.
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma('cache_size = -262144');
    db.exec('BEGIN');
    changeMany(db, change, onMoved);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

function progressTeller(
  products: number,
  onProgress: (progress: ManyProgress) => void,
): () => void {
  let done = 0;
  let toldAtMs = 0;
  return () => {
    done += 1;
    const nowMs = performance.now();
    if (nowMs - toldAtMs < progressEveryMs) return;
    toldAtMs = nowMs;
    onProgress({ done, products });
  };
}
