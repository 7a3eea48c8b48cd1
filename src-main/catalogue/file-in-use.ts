// The file that holds a catalogue, and the files that take its place: one that an import has
// written, a copy in which many were changed, and the earlier catalogue that undoing puts back.
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { ManyChange } from '../contract/many-products.ts';
import { publish } from '../store/durable-files.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { renamePatiently } from '../store/patient-rename.ts';
import { prepared } from '../store/prepared.ts';
import { Browsing } from './browse.ts';
import { openFile, openOrEmpty } from './catalogue-file.ts';
import { keepManyUndone } from './change-many.ts';
import { exchange, newNameBefore, spareName } from './file-before.ts';
import { readUntold, takeToTell, type Doer } from './to-tell.ts';
import { beginChange } from './write-product.ts';

const lastRow = v.object({ last_id: v.number(), change_id: v.number() });

/** Higher numbers than any catalogue gives. */
const manyNumbers = { last_id: 1e12, change_id: 1e12 };

/**
 * Returns the last numbers of products and of changes. A damaged file has none: an import may put a
 * whole one in its place.
 */
function lastNumbers(db: Store): v.InferOutput<typeof lastRow> {
  try {
    const select = prepared(db, 'SELECT last_id, change_id FROM about, last_change');
    return v.parse(lastRow, select.get());
  } catch {
    return manyNumbers;
  }
}

/** Returns what the till's file has not been told yet; nothing if the file is damaged. */
function untoldIn(db: Store): readonly string[] {
  try {
    return readUntold(db);
  } catch {
    return [];
  }
}

/**
 * Copies what is still to tell into the new file. If the program ends before that file is in use,
 * the old one still has it to tell.
 */
function handOn(untold: readonly string[], newFile: string): void {
  if (untold.length === 0) return;
  const db = new Database(newFile, { fileMustExist: true });
  try {
    inTransaction(db, () => {
      takeToTell(db, untold);
    });
  } finally {
    db.close();
  }
}

/** Notes in a new file, as its last change, which file was in use before it. */
function nameIn(newFile: string, nameBefore: string): void {
  const db = new Database(newFile, { fileMustExist: true });
  try {
    prepared(db, 'UPDATE last_change SET change_id = change_id + 1, file_before = ?').run(
      nameBefore,
    );
  } finally {
    db.close();
  }
}

export class FileInUse {
  readonly #file: string;
  #db: Store;
  #unusable: AppError | null;
  #browsing: Browsing;
  #changes = 0;
  #numbersBefore = { ids: 0, changes: 0 };

  /** `file` may be missing, damaged or of a newer version: see `openOrEmpty`. */
  static open(file: string): {
    readonly inUse: FileInUse;
    readonly notices: readonly AppError[];
  } {
    const { db, notices, unusable } = openOrEmpty(file);
    return { inUse: new FileInUse(file, db, unusable), notices };
  }

  private constructor(file: string, db: Store, unusable: AppError | null) {
    this.#file = file;
    this.#db = db;
    this.#unusable = unusable;
    this.#browsing = new Browsing(db);
  }

  get db(): Store {
    return this.#db;
  }

  /**
   * Why an empty catalogue is in use, until the program ends, instead of the file; null if the file
   * is in use.
   */
  get unusable(): AppError | null {
    return this.#unusable;
  }

  /** What is known of the places of products in the file. */
  get browsing(): Browsing {
    return this.#browsing;
  }

  /** How often the file was written to or replaced since it was opened. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * What the catalogue's numbers begin above: the last numbers of the files that imports have
   * replaced. So a number that somebody still has of such a file names no product and no change of
   * this one.
   */
  get numbersBefore(): { readonly ids: number; readonly changes: number } {
    return this.#numbersBefore;
  }

  get folder(): string {
    return dirname(this.#file);
  }

  /** Tells whether a file of this name lies beside the catalogue. */
  hasBeside(name: string): boolean {
    return existsSync(this.#beside(name));
  }

  /** Writes in one transaction. Errors: the reason why the file cannot be used. */
  write<Value>(work: (db: Store) => Result<Value>): Result<Value> {
    if (this.#unusable) return err(this.#unusable);
    try {
      const written = inTransaction(this.#db, () => work(this.#db));
      if (written.ok) this.#changes += 1;
      return written;
    } catch (error) {
      // Nothing was written, so what was followed meanwhile did not happen.
      this.#browsing = new Browsing(this.#db);
      throw error;
    }
  }

  /**
   * Puts a file that `CatalogueWriter` finished in the catalogue's place. If anything ends the
   * program meanwhile, the catalogue is the old one or the new one, whole, and what the till's file
   * has not been told is not lost. Errors: the reason why the new one cannot be used. @throws what
   * SQLite and the file system throw; the old one is in use then, or the new one if it has the name
   * already.
   */
  replaceWith(newFile: string): Result<null> {
    const last = lastNumbers(this.#db);
    const isThere = existsSync(newFile);
    handOn(untoldIn(this.#db), newFile);
    return this.#whileClosed(() => {
      // The only journal left after closing is that of a file that was never opened. It must not
      // meet the new file.
      rmSync(`${this.#file}-journal`, { force: true });
      try {
        publish(newFile, this.#file);
      } finally {
        // It may have the name although the disk has not kept that yet.
        if (isThere && !existsSync(newFile)) {
          this.#addToNumbers(last);
        }
      }
    });
  }

  /**
   * Does as `replaceWith`, and keeps the catalogue that was in use beside the new one, which names
   * it. The new file has the name of a spare one first, by which the catalogue is found again if
   * the program ends meanwhile.
   */
  replaceUndoably(newFile: string): Result<null> {
    const last = lastNumbers(this.#db);
    const nameBefore = newNameBefore();
    const spare = this.#beside(spareName);
    handOn(readUntold(this.#db), newFile);
    nameIn(newFile, nameBefore);
    rmSync(`${spare}-journal`, { force: true });
    renamePatiently(newFile, spare);
    try {
      return this.#exchange(spare, this.#beside(nameBefore));
    } finally {
      // It may have the name although the disk has not kept that yet.
      if (!existsSync(spare)) this.#addToNumbers(last);
    }
  }

  /** Numbers that somebody still has of the catalogue before name nothing in this one. */
  #addToNumbers(last: v.InferOutput<typeof lastRow>): void {
    const { ids, changes } = this.#numbersBefore;
    this.#numbersBefore = { ids: ids + last.last_id, changes: changes + last.change_id };
  }

  /**
   * Puts a copy in which many were changed in the catalogue's place. In the copy, `nameBefore`
   * names the file that was in use until then. Numbers stay. Its errors and ends are those of
   * `replaceWith`.
   */
  replaceWithChanged(newFile: string, nameBefore: string): Result<null> {
    return this.#exchange(newFile, this.#beside(nameBefore));
  }

  /**
   * Puts the file from before the last change of many back. The number of the change is not given
   * again. The note is written before the file is put back, after the notes that the till's file
   * has not been told yet. Errors: `nothing_to_undo`, and those of opening that file.
   */
  putBack(
    nameBefore: string,
    { changeId, many }: { readonly changeId: number; readonly many: ManyChange | null },
    doer: Doer | null,
  ): Result<null> {
    const before = this.#beside(nameBefore);
    if (!existsSync(before)) return err({ code: 'nothing_to_undo' });
    const opened = openFile(before);
    if (!opened.ok) return opened;
    const db = opened.value;
    try {
      inTransaction(db, () => {
        takeToTell(db, readUntold(this.#db));
        prepared(db, 'UPDATE last_change SET change_id = ?').run(changeId);
        beginChange(db);
        if (doer && many) keepManyUndone(db, many, doer);
      });
    } finally {
      db.close();
    }
    const last = lastNumbers(this.#db);
    try {
      return this.#exchange(before, this.#beside(spareName));
    } finally {
      // An import gave numbers of its own, which name nothing any more.
      if (!many && !existsSync(before)) this.#addToNumbers(last);
    }
  }

  close(): void {
    this.#db.close();
  }

  #exchange(newFile: string, aside: string): Result<null> {
    if (this.#unusable) return err(this.#unusable);
    return this.#whileClosed(() => {
      exchange(newFile, this.#file, aside);
    });
  }

  /** Errors: why the file that is in its place then cannot be used. */
  #whileClosed(replace: () => void): Result<null> {
    let problem: AppError | undefined;
    this.#db.close();
    try {
      replace();
    } finally {
      [problem] = this.#reopen();
    }
    return problem ? err(problem) : ok(null);
  }

  /** What was looked at before counts no more, even if nobody can say how far the change came. */
  #reopen(): readonly AppError[] {
    this.#changes += 1;
    const { db, notices, unusable } = openOrEmpty(this.#file);
    this.#db = db;
    this.#unusable = unusable;
    this.#browsing = new Browsing(db);
    return notices;
  }

  #beside(name: string): string {
    return join(this.folder, name);
  }
}
