// Opens the database of one till: alone, whole or rebuilt from what is left of it, and with its
// sales in doubt if it is a copy.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { listBackups } from './backups.ts';
import { countCarts, readHeldSales, readOpenCart } from './carts.ts';
import { readCashiers } from './cashiers.ts';
import { ifReadable } from './if-readable.ts';
import { areUnsentWhole } from './salvage/damaged-rows.ts';
import { identifyWithLog, noteClosed, trustedSinceMs } from './clean-close.ts';
import { isOriginal, isReplaced, renewIdentity, wasOpenedHere } from './file-identity.ts';
import { migrations } from './migrations.ts';
import { openStore, storeError, type Store } from './open.ts';
import { readPaymentMethods } from './payment-methods.ts';
import { readTroubledJobs } from './print-jobs.ts';
import { readRecoveries } from './recoveries.ts';
import { readRecoveryUsers } from './recovery-users.ts';
import { readOpenShift } from './shifts.ts';
import { rebuild } from './salvage/rebuild.ts';
import { doubtUnsettled } from './restored.ts';
import { finishSettingAside, latestSetAside, setAside } from './salvage/set-aside.ts';
import { bindTill, type TillFile } from './till.ts';
import { logState, type LogState } from './salvage/wal.ts';

/**
 * Where the file was read whole to find damage; `trusted`: it was not, since it is as it was
 * closed.
 */
type ReadWhole = 'by_helper' | 'at_opening' | 'trusted';

export interface TillStore {
  readonly db: Store;
  readonly readWhole: ReadWhole;
  /** What the cashier must know: `store_salvaged`, `store_restored`, `carts_restored`. */
  readonly notices: readonly AppError[];
  /**
   * Lets go of the till; call it once the database is closed. The end of the process does it as
   * well.
   */
  readonly unlock: () => void;
}

/**
 * Opens the till. `checked` is what `checkEarly` returned; it counts if the file is still the same.
 * Errors: those of `openStore` except `store_damaged`, `store_in_use` while another process has the
 * till open, and `store_other_till`.
 */
export function openTillStore(till: TillFile, checked?: string): Result<TillStore> {
  let unlock: (() => void) | undefined;
  try {
    unlock = holdTill(till.file);
    if (!unlock) return err({ code: 'store_in_use' });
    const release = unlock;
    const { file, nowMs } = till;
    const checkedAtMs = trustedSinceMs(file, nowMs);
    const isChecked = checked !== undefined && checked === identifyWithLog(file);
    const isTrusted = checkedAtMs !== undefined;
    const readWhole = isChecked ? 'by_helper' : isTrusted ? 'trusted' : 'at_opening';
    const opened = openDecayed(till, readWhole);
    if (opened.ok) {
      const unlockClosed = () => {
        noteClosed(file, checkedAtMs ?? nowMs);
        release();
      };
      return ok({ ...opened.value, unlock: unlockClosed });
    }
    unlock();
    return opened;
  } catch (error) {
    unlock?.();
    const expected = storeError(error, till.file);
    if (!expected) throw error;
    return err(expected);
  }
}

const heldLocks = new Set<Store>();

/**
 * Locks the till: two processes that send the sales of one file would take each other's requests
 * for lost ones. The lock is a transaction on a file of its own, which ends with the process,
 * whatever ends that; it is taken before anything else is looked at. Undefined if another process
 * holds it.
 */
export function holdTill(file: string): (() => void) | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const lockFile = new Database(`${file}.lock`, { timeout: 500 });
  try {
    lockFile.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lockFile.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  // A lock that nothing refers to would be garbage-collected, and would let go of the till in
  // silence.
  heldLocks.add(lockFile);
  return () => {
    heldLocks.delete(lockFile);
    lockFile.close();
  };
}

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY';

type Opened = Result<Omit<TillStore, 'unlock'>>;

/**
 * Opens the file. If it turns out to be damaged though it was not read whole, since a page has
 * decayed on the disk, it is read whole now and rebuilt. Otherwise the till would stay shut for as
 * long as the file is trusted.
 */
function openDecayed(till: TillFile, before: ReadWhole): Opened {
  const opened = openOrSayWhy(till, before);
  const isDecayed = !opened.ok && opened.error.code === 'store_damaged';
  return isDecayed && before !== 'at_opening' ? openOrSayWhy(till, 'at_opening') : opened;
}

function openOrSayWhy(till: TillFile, before: ReadWhole): Opened {
  try {
    return openLocked(till, before);
  } catch (error) {
    const expected = storeError(error, till.file);
    if (!expected) throw error;
    return err(expected);
  }
}

function openLocked(till: TillFile, before: ReadWhole): Opened {
  const { file, binding, newInstallation, nowMs, onSetAside } = till;
  const notices: AppError[] = [];
  let readWhole = before;
  finishSettingAside(file);
  const log = logState(`${file}-wal`);
  let opened = isHarmed(file, log)
    ? err({ code: 'store_damaged', file })
    : openWhole(file, readWhole !== 'at_opening');
  if (!opened.ok && opened.error.code === 'store_damaged') {
    if (existsSync(file)) {
      const aside = setAside(file);
      onSetAside?.(aside);
    }
    const sales = rebuild(till);
    if (!sales.ok) return sales;
    notices.push({
      code: 'store_salvaged',
      file: latestSetAside(file) ?? file,
      sales: sales.value,
    });
    opened = openStore(file);
    readWhole = 'at_opening';
  }
  if (!opened.ok) return opened;
  const db = opened.value;
  try {
    const bound = bindTill(db, binding, newInstallation());
    if (!bound.ok) {
      db.close();
      return bound;
    }
    if (!isOriginal(db)) {
      const sales = doubtUnsettled(db, 'copy', newInstallation(), nowMs);
      if (sales > 0) notices.push({ code: 'store_restored', sales });
      const carts = countCarts(db);
      if (carts > 0) notices.push({ code: 'carts_restored', carts });
    } else if (log === 'torn') {
      doubtUnsettled(db, 'torn_log', newInstallation(), nowMs);
    }
    renewHomeUnlessBusy(db);
    return ok({ db, readWhole, notices });
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Renews the identity, unless a program that merely reads the database prevents it: that must not
 * keep the till shut, and maintenance renews it later.
 */
function renewHomeUnlessBusy(db: Store): void {
  try {
    renewIdentity(db);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

/**
 * Returns whether SQLite would take the file for a new database, or would mend it in silence by
 * forgetting what was committed.
 */
function isHarmed(file: string, log: LogState): boolean {
  if (sizeOf(file) === 0) {
    return (
      wasOpenedHere(file) || latestSetAside(file) !== undefined || listBackups(file).length > 0
    );
  }
  return log === 'damaged' || (sizeOf(`${file}-wal`) > 0 && isReplaced(file));
}

/**
 * Opens the file and checks rows. Changed bytes inside a row are no damage to SQLite, but those
 * that are still to be sent must be the ones that were committed.
 */
function openWhole(file: string, isTrusted: boolean): Result<Store> {
  const opened = openStore(file, migrations, isTrusted);
  if (!opened.ok || (areUnsentWhole(opened.value) && isShowable(opened.value))) return opened;
  opened.value.close();
  return err({ code: 'store_damaged', file });
}

/**
 * Returns whether everything that the screens always read can be read: one unreadable row of it
 * would end the program at each start.
 */
function isShowable(db: Store): boolean {
  const read = ifReadable(() => {
    readOpenCart(db);
    readHeldSales(db);
    readPaymentMethods(db);
    readCashiers(db);
    readRecoveries(db);
    readRecoveryUsers(db);
    readOpenShift(db);
    return readTroubledJobs(db, Number.MAX_SAFE_INTEGER);
  });
  return read !== undefined;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
