// What an open till's database needs from time to time: a daily backup, and a new file identity, so
// that a copy made while the till was open is noticed too.
import { after, systemClock } from '../clock.ts';
import { backUp, newestBackupAtMs } from './backups.ts';
import type { DiskWatch } from './disk-watch.ts';
import { renewIdentity } from './file-identity.ts';
import { roomFor } from './free-space.ts';
import type { Store } from './open.ts';

export type FailedMaintenance = 'backup' | 'file_identity';

export interface MaintenanceOptions {
  readonly db: Store;
  readonly nowMs: () => number;
  readonly onBackedUp?: (file: string, tookMs: number) => void;
  /**
   * Is told the first of several failures in a row. Selling goes on, and maintenance tries again.
   */
  readonly onFailure: (error: unknown, what: FailedMaintenance) => void;
  /** Is told how the till's disk does: each turn writes to it anyway. */
  readonly diskWatch?: Pick<DiskWatch, 'synced' | 'hasRoom'>;
  readonly firstMs?: number;
  readonly everyMs?: number;
}

const dayMs = 24 * 60 * 60 * 1000;

export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #stopped = new AbortController();
  #backup: Promise<string> | undefined;
  #failing = false;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    const { firstMs = 5_000, everyMs = 10 * 60_000 } = options;
    after(systemClock, firstMs, this.#stopped.signal, () => void this.#begin());
    void this.#keepEvery(everyMs);
  }

  /** Makes a backup; two requests at once share one. Returns the file. @throws as `backUp` does. */
  backUp(): Promise<string> {
    this.#backup ??= this.#makeBackup().finally(() => {
      this.#backup = undefined;
    });
    return this.#backup;
  }

  async #makeBackup(): Promise<string> {
    const { db, nowMs, onBackedUp } = this.#options;
    const beganMs = performance.now();
    const file = await backUp(db, nowMs(), this.#stopped.signal);
    onBackedUp?.(file, performance.now() - beganMs);
    return file;
  }

  /** Ends maintenance, before the database is closed. A backup under way is given up. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#backup?.catch(() => 'given up');
    this.#renewIdentity();
  }

  async #begin(): Promise<void> {
    await this.#backUpDaily();
    await this.#lookForRoom();
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
    // A backup under way would keep the write-ahead log from being emptied.
    if (this.#backup) return;
    const isRenewed = this.#renewIdentity();
    const isBackedUp = await this.#backUpDaily();
    if (isRenewed && isBackedUp) this.#failing = false;
    await this.#lookForRoom();
  }

  /** Returns whether there is a backup of the last day now. */
  async #backUpDaily(): Promise<boolean> {
    const { db, nowMs } = this.#options;
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
