// Does the same to many products in a copy of the catalogue, which then takes its place. A helper
// does this work, so that selling goes on and sees either all of the change or nothing.
import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import Database from 'better-sqlite3';
import type { ManyProgress } from '../contract/many-products.ts';
import { sync } from '../store/durable-files.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { changeMany, type ManyToChange } from './change-many.ts';
import { indexAnew } from './index-anew.ts';

export interface ChangeJob extends Omit<ManyToChange, 'ids'> {
  /** The catalogue in use. If it is changed meanwhile, the copy is of no use. */
  readonly file: string;
  readonly newFile: string;
  readonly ids: Float64Array;
}

const progressEveryMs = 100;
/**
 * The most numbers of gone products that stay in the index: every search reads each of them again.
 */
const mostGone = 10_000;

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
    if (countGone(db) > mostGone) indexAnew(db);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

const countGone = (db: Store): number =>
  Number(prepared(db, 'SELECT count(*) FROM gone').pluck().get());

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
