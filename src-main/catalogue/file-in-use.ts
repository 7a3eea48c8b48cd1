// The file that a catalogue is in, and the files that take its place: what an import has written, a
// copy in which many were changed, and the one of before, which undoing puts back.
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { ManyChange } from '../contract/many-products.ts';
import { publish } from '../store/durable-files.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { Browsing } from './browse.ts';
import { openFile, openOrEmpty } from './catalogue-file.ts';
import { keepManyUndone } from './change-many.ts';
import { exchange, spareName } from './file-before.ts';
import { readUntold, takeToTell, type Doer } from './to-tell.ts';
import { beginChange } from './write-product.ts';

const lastRow = v.object({ last_id: v.number(), change_id: v.number() });

/** More than any catalogue gives. */
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

/** Returns what the till's file has not been told yet. A damaged file tells nothing of it. */
function untoldIn(db: Store): readonly string[] {
  try {
    return readUntold(db);
  } catch {
    return [];
  }
}

/** Ended before the new file is in use, the old one still has it to tell. */
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

export class FileInUse {
  readonly #file: string;
  #db: Store;
  #unusable: AppError | null;
  #browsing: Browsing;
  #changes = 0;
  #numbersBefore = { ids: 0, changes: 0 };

  /** `file` may be missing, damaged or a newer version's: see `openOrEmpty`. */
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

  /** Why the file is not in use, and an empty catalogue is that lasts as long as the program. */
  get unusable(): AppError | null {
    return this.#unusable;
  }

  /** What is known of the places in it. */
  get browsing(): Browsing {
    return this.#browsing;
  }

  /** How often it was written to or replaced since it was opened. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * What its numbers begin above: those of the files that an import has replaced. What somebody
   * still has of one of those names no product of this one, and no change.
   */
  get numbersBefore(): { readonly ids: number; readonly changes: number } {
    return this.#numbersBefore;
  }

  get folder(): string {
    return dirname(this.#file);
  }

  /** Whether a file of this name lies beside it. */
  hasBeside(name: string): boolean {
    return existsSync(this.#beside(name));
  }

  /** Writes in one transaction. Errors: why the file cannot be used, where it cannot. */
  write<Value>(work: (db: Store) => Result<Value>): Result<Value> {
    if (this.#unusable) return err(this.#unusable);
    try {
      const written = inTransaction(this.#db, () => work(this.#db));
      if (written.ok) this.#changes += 1;
      return written;
    } catch (error) {
      // Nothing was written, and what was followed meanwhile did not happen.
      this.#browsing = new Browsing(this.#db);
      throw error;
    }
  }

  /**
   * Puts a file that `CatalogueWriter` finished in its place. Whatever ends the program meanwhile,
   * the catalogue is the old one or the new one, whole, and what the till's file has not been told
   * waits on. Errors: why the new one cannot be used, where it cannot. @throws what SQLite and the
   * file system throw; the old one is in use then, or the new one where it has the name already.
   */
  replaceWith(newFile: string): Result<null> {
    let problem: AppError | undefined;
    const last = lastNumbers(this.#db);
    const isThere = existsSync(newFile);
    handOn(untoldIn(this.#db), newFile);
    this.#db.close();
    try {
      // Closing has left no journal but that of a file that never was opened: it must not meet the
      // new one.
      rmSync(`${this.#file}-journal`, { force: true });
      publish(newFile, this.#file);
    } finally {
      // It may have the name although the disk has not kept that yet.
      if (isThere && !existsSync(newFile)) {
        const { ids, changes } = this.#numbersBefore;
        this.#numbersBefore = { ids: ids + last.last_id, changes: changes + last.change_id };
      }
      [problem] = this.#reopen();
    }
    return problem ? err(problem) : ok(null);
  }

  /**
   * Puts a copy in its place in which many were changed; `nameBefore` is what the copy calls the
   * one that was in use. Numbers stay. Errors and ends as those of `replaceWith`.
   */
  replaceWithChanged(newFile: string, nameBefore: string): Result<null> {
    return this.#exchange(newFile, this.#beside(nameBefore));
  }

  /**
   * Puts the file of before the last change of many back. The number of the change is not given
   * again, and the note is written before it is so, after those that the till's file has not been
   * told yet. Errors: `nothing_to_undo`, and those of opening that file.
   */
  putBack(
    nameBefore: string,
    { changeId, many }: { readonly changeId: number; readonly many: ManyChange },
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
        if (doer) keepManyUndone(db, many, doer);
      });
    } finally {
      db.close();
    }
    return this.#exchange(before, this.#beside(spareName));
  }

  close(): void {
    this.#db.close();
  }

  #exchange(newFile: string, aside: string): Result<null> {
    if (this.#unusable) return err(this.#unusable);
    let problem: AppError | undefined;
    this.#db.close();
    try {
      exchange(newFile, this.#file, aside);
    } finally {
      [problem] = this.#reopen();
    }
    return problem ? err(problem) : ok(null);
  }

  /** What was looked at before counts no more, also where nobody can say how far it came. */
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
