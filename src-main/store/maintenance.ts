// What an open till's database needs from time to time: a daily backup, a new file identity, so
// that a copy made while the till was open is noticed too, and to be read whole where it was opened
// unread.
import { statSync } from 'node:fs';
import { after, inTime, systemClock } from '../clock.ts';
import { askHelper, type StartHelper } from '../helper-process/ask-helper.ts';
import { backUp, DamagedCopy, newestBackupAtMs } from './backups.ts';
import type { DiskWatch } from './disk-watch.ts';
import { renewIdentity } from './file-identity.ts';
import { roomFor } from './free-space.ts';
import { isWholeFile, type Store } from './open.ts';
import { isUnreadable, storeError } from './store-errors.ts';
import { largeBytes, type readMeanwhile } from './read-first.ts';

export type FailedMaintenance = 'backup' | 'file_identity' | 'reading';

export interface MaintenanceOptions {
  readonly db: Store;
  readonly nowMs: () => number;
  /** Starts what reads files whole that are large. */
  readonly startHelper: StartHelper;
  /** True if the file was opened unread. */
  readonly isUnread?: boolean;
  /** Is told what was found of the whole file. */
  readonly onRead?: (isWhole: boolean) => void;
  readonly onBackedUp?: (file: string, tookMs: number) => void;
  /** Is told the first of several failures in a row. Selling goes on, and it is tried again. */
  readonly onFailure: (error: unknown, what: FailedMaintenance) => void;
  /** Is told how the till's disk does: each turn writes to it anyway. */
  readonly diskWatch?: Pick<DiskWatch, 'synced' | 'hasRoom'>;
  readonly firstMs?: number;
  readonly everyMs?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** How long closing waits for what is given up. */
const longestEndMs = 5_000;

export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #stopped = new AbortController();
  #backup: Promise<string> | undefined;
  #reading: Promise<void> | undefined;
  #isUnread: boolean;
  #isDamaged = false;
  #failing = false;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    const { firstMs = 5_000, everyMs = 10 * 60_000, isUnread = false } = options;
    this.#isUnread = isUnread;
    after(systemClock, firstMs, this.#stopped.signal, () => void this.#begin());
    void this.#keepEvery(everyMs);
  }

  async #begin(): Promise<void> {
    if (this.#isUnread) await this.read();
    await this.#backUpDaily();
    await this.#lookForRoom();
  }

  /**
   * Makes a backup; two requests at once share one, unless it must have all that is saved by now.
   * Returns the file. @throws as `backUp` does.
   */
  async backUp({ isFresh = false } = {}): Promise<string> {
    if (isFresh) await this.#backup?.catch(() => undefined);
    this.#backup ??= this.#makeBackup().finally(() => {
      this.#backup = undefined;
    });
    return this.#backup;
  }

  async #makeBackup(): Promise<string> {
    const { db, nowMs, onBackedUp } = this.#options;
    const beganMs = performance.now();
    try {
      const file = await backUp(db, nowMs(), this.#stopped.signal, (copy) => this.#checkCopy(copy));
      onBackedUp?.(file, performance.now() - beganMs);
      return file;
    } catch (error) {
      // The copy may be damaged because the file is.
      if (isOfDamage(error)) void this.read();
      throw error;
    }
  }

  #checkCopy(copy: string): boolean | Promise<boolean> {
    return statSync(copy).size < largeBytes ? isWholeFile(copy) : this.#ask(copy, true);
  }

  #ask(file: string, isCopy: boolean): Promise<boolean> {
    const { startHelper } = this.#options;
    const { signal } = this.#stopped;
    return askHelper<typeof readMeanwhile>(startHelper, 'check', { file, isCopy }, { signal });
  }

  /**
   * Has a helper read the whole file, unless that is known to be damaged. Meanwhile what is sold
   * stays in the write-ahead log, which is emptied afterwards.
   */
  read(): Promise<void> {
    if (this.#isDamaged) return Promise.resolve();
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(): Promise<void> {
    const { db, onRead } = this.#options;
    try {
      const isWhole = await this.#ask(db.name, false);
      this.#isUnread = false;
      this.#isDamaged = !isWhole;
      onRead?.(isWhole);
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#failed(error, 'reading');
    }
  }

  /** Ends maintenance, before the database is closed. A backup or reading under way is given up. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    const ended = Promise.all([this.#backup?.catch(() => 'given up'), this.#reading]);
    // A helper that waits for a dying disk cannot even be ended.
    await inTime(systemClock, ended, longestEndMs);
    this.#renewIdentity();
  }

  async #keepEvery(ms: number): Promise<void> {
    const { signal } = this.#stopped;
    for (;;) {
      await systemClock.sleep(ms, signal);
      if (signal.aborted) return;
      await this.#keep();
    }
  }

  async #keep(): Promise<void> {
    // Either under way would keep the write-ahead log from being emptied.
    if (this.#backup || this.#reading) return;
    if (this.#isUnread) await this.read();
    const isRenewed = this.#renewIdentity();
    const isBackedUp = await this.#backUpDaily();
    if (!this.#isUnread && isRenewed && isBackedUp) this.#failing = false;
    await this.#lookForRoom();
  }

  /** Returns whether there is a backup of the last day now. A damaged file is not worth one. */
  async #backUpDaily(): Promise<boolean> {
    const { db, nowMs } = this.#options;
    if (this.#isDamaged) return true;
    try {
      const newest = newestBackupAtMs(db.name);
      // A backup from the future means that a clock was wrong, and not that the backup is new.
      if (newest !== undefined && Math.abs(nowMs() - newest) < dayMs) return true;
      await this.backUp();
      return true;
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#failed(error, 'backup');
      return false;
    }
  }

  #renewIdentity(): boolean {
    const { db, diskWatch } = this.#options;
    const beganMs = performance.now();
    try {
      renewIdentity(db);
      diskWatch?.synced(performance.now() - beganMs);
      return true;
    } catch (error) {
      this.#failed(error, 'file_identity');
      return false;
    }
  }

  /** A disk that does not tell how much room it has tells by its failures. */
  async #lookForRoom(): Promise<void> {
    const { db, nowMs, diskWatch } = this.#options;
    if (!diskWatch || this.#stopped.signal.aborted) return;
    const room = await roomFor(db.name, nowMs()).catch(() => undefined);
    if (room) diskWatch.hasRoom(room);
  }

  #failed(error: unknown, what: FailedMaintenance): void {
    if (!this.#failing) this.#options.onFailure(error, what);
    this.#failing = true;
  }
}

/** Returns whether a backup failed by what it was made of. */
const isOfDamage = (error: unknown): boolean => {
  const problem = storeError(error, '');
  return error instanceof DamagedCopy || problem?.code === 'store_damaged' || isUnreadable(problem);
};
