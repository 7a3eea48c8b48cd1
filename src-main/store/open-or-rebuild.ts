// Opens the database of one till: alone, whole or rebuilt from what is left of it, and with its
// sales in doubt if it is a copy.
import { existsSync, statSync } from 'node:fs';
import { err, isOfSystem, ok, type AppError, type Result } from '../contract/errors.ts';
import { listBackups } from './backups.ts';
import { countCarts, readHeldSales, readOpenCart } from './carts.ts';
import { readCashiers } from './cashiers.ts';
import { ifReadable } from './if-readable.ts';
import { areUnsentWhole } from './salvage/damaged-rows.ts';
import {
  isMarkedHarmed,
  isMarkedUnread,
  markUnread,
  noteClosed,
  trustedSinceMs,
  unmarkUnread,
} from './clean-close.ts';
import { isBadSector, readStart } from './durable-files.ts';
import { isOriginal, isReplaced, renewIdentity, wasOpenedHere } from './file-identity.ts';
import { notePlace } from './in-place.ts';
import { migrations } from './migrations.ts';
import { openStore, type Store } from './open.ts';
import { isUnreadable, storeFailure } from './store-errors.ts';
import { readPaymentMethods } from './payment-methods.ts';
import { readTroubledJobs } from './print-jobs.ts';
import { readRecoveries } from './recoveries.ts';
import { readRecoveryUsers } from './recovery-users.ts';
import { readOpenShift } from './shifts.ts';
import { isReadyToSell } from './ready-to-sell.ts';
import { rebuild } from './salvage/rebuild.ts';
import { doubtUnsettled } from './restored.ts';
import { finishSettingAside, latestSetAside, setAside } from './salvage/set-aside.ts';
import { bindTill, type TillFile } from './till.ts';
import { holdTill, isBusy } from './till-lock.ts';
import { logState, type LogState } from './salvage/wal.ts';

/**
 * When the file is read whole to find damage; `trusted`: not now, since it is as it was closed;
 * `later`: while the till sells.
 */
type ReadWhole = 'at_opening' | 'trusted' | 'later';

export interface TillStore {
  readonly db: Store;
  readonly readWhole: ReadWhole;
  /** What the cashier must know: `store_salvaged`, `store_restored`, `carts_restored`. */
  readonly notices: readonly AppError[];
  /** Notes what was found of the whole file while it was open. */
  readonly noteRead: (isWhole: boolean) => void;
  /** Lets go of the till, as the process's end does. Call it once the database is closed. */
  readonly unlock: () => void;
}

/**
 * Opens the till. A file of at least `laterFromBytes` takes long to be read whole, or to be
 * rebuilt: it is read later where it may be, and one that is found damaged is left to a helper.
 * Errors: those of `openStore`, of which `store_damaged` is only said of such a file;
 * `store_in_use` while another process has the till open, and `store_other_till`.
 */
export function openTillStore(till: TillFile, laterFromBytes = Infinity): Result<TillStore> {
  let unlock: (() => void) | undefined;
  try {
    unlock = holdTill(till.file);
    if (!unlock) return err({ code: 'store_in_use' });
    const release = unlock;
    const { file, nowMs } = till;
    const trustedMs = trustedSinceMs(file, nowMs);
    const isLong = bytesToRead(file) >= laterFromBytes;
    const isTrusted = trustedMs !== undefined;
    const readWhole = isTrusted ? 'trusted' : isLong && mayWait(file) ? 'later' : 'at_opening';
    const isForHelper = isLong && readWhole !== 'at_opening';
    const opened = isForHelper
      ? openOrSayWhy(till, readWhole, false)
      : openDecayed(till, readWhole);
    if (opened.ok) return ok(noting(opened.value, till, { trustedMs, release }));
    // Any other reason is none to read the file first the next time.
    const isOfFile = opened.error.code === 'store_damaged' || isUnreadable(opened.error);
    if (readWhole === 'later' && !isOfFile) unmarkUnread(file);
    unlock();
    return opened;
  } catch (error) {
    unlock?.();
    return storeFailure(error, till.file);
  }
}

/**
 * Returns whether the file must be read before it is opened. If the last opening left the mark,
 * that one ended badly before it had read the file, perhaps by the damage. If the schema is older,
 * migrating copies every page.
 */
export const mustBeReadFirst = (file: string): boolean =>
  isMarkedUnread(file) || isOlderSchema(file);

/** Returns whether the file may be read after the till has opened, and marks it then. */
const mayWait = (file: string): boolean => !mustBeReadFirst(file) && markUnread(file);

/** Returns how much is read where the file has to be rebuilt: a cut one from its backups. */
export const bytesToRead = (file: string): number =>
  Math.max(sizeOf(file), ...backupsIfListed(file).slice(0, 1).map(sizeOf));

/** A folder of backups that cannot be listed keeps nobody from opening a file that is whole. */
function backupsIfListed(file: string): readonly string[] {
  try {
    return listBackups(file);
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    return [];
  }
}

/** SQLite's header has the version of the schema at this place; where it is unreadable, none is. */
function isOlderSchema(file: string): boolean {
  try {
    return sizeOf(file) >= 64 && readStart(file, 64).readUInt32BE(60) < migrations.length;
  } catch (error) {
    if (!isBadSector(error)) throw error;
    return true;
  }
}

/** Adds the notes of what was read of the file, and when. */
function noting(
  opened: Omit<TillStore, 'unlock' | 'noteRead'>,
  { file, nowMs }: TillFile,
  { trustedMs, release }: { readonly trustedMs: number | undefined; readonly release: () => void },
): TillStore {
  let isDamaged = false;
  let checkedAtMs = opened.readWhole === 'later' ? undefined : (trustedMs ?? nowMs);
  if (checkedAtMs !== undefined) unmarkUnread(file);
  return {
    ...opened,
    noteRead: (isWhole) => {
      isDamaged = !isWhole;
      if (isDamaged) markUnread(file, true);
      else {
        checkedAtMs = nowMs;
        unmarkUnread(file);
      }
    },
    unlock: () => {
      if (!isDamaged) {
        if (checkedAtMs !== undefined) noteClosed(file, checkedAtMs);
        unmarkUnread(file);
      }
      release();
    },
  };
}

type Opened = Result<Omit<TillStore, 'unlock' | 'noteRead'>>;

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

/** A damaged file is left as it is where it may not be rebuilt. */
function openOrSayWhy(till: TillFile, before: ReadWhole, mayRebuild = true): Opened {
  try {
    return openLocked(till, before, mayRebuild);
  } catch (error) {
    return storeFailure(error, till.file);
  }
}

function openLocked(till: TillFile, before: ReadWhole, mayRebuild: boolean): Opened {
  const { file, binding, newInstallation, nowMs, onSetAside } = till;
  const notices: AppError[] = [];
  let readWhole = before;
  finishSettingAside(file);
  const looked = lookAt(file, readWhole);
  let { opened } = looked;
  if (!opened.ok && opened.error.code === 'store_damaged' && mayRebuild) {
    if (existsSync(file)) {
      const aside = setAside(file);
      onSetAside?.(aside);
    }
    const sales = rebuild(till);
    if (!sales.ok) return sales;
    const aside = latestSetAside(file) ?? null;
    notices.push({ code: 'store_salvaged', file: aside, sales: sales.value });
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
    } else if (looked.log === 'torn') {
      doubtUnsettled(db, 'torn_log', newInstallation(), nowMs);
    }
    try {
      renewIdentity(db);
    } catch (error) {
      // A program that merely reads the database keeps no till shut: maintenance renews it later.
      if (!isBusy(error)) throw error;
    }
    notePlace(db);
    return ok({ db, readWhole, notices });
  } catch (error) {
    db.close();
    throw error;
  }
}

interface LookedAt {
  readonly opened: Result<Store>;
  readonly log: LogState;
}

/**
 * Opens the file if it is whole. A part that the disk cannot read is damage the second time: at the
 * first the disk may just be away. Until then the mark stays that has the file read first.
 */
function lookAt(file: string, readWhole: ReadWhole): LookedAt {
  const looked = lookOnce(file, readWhole);
  if (looked.opened.ok) return looked;
  // `later` reads rows, and calls one that cannot be read damage.
  if (readWhole !== 'later' && !isUnreadable(looked.opened.error)) return looked;
  const isSecond = isMarkedHarmed(file);
  markUnread(file, true);
  return isSecond ? { ...looked, opened: err({ code: 'store_damaged', file }) } : looked;
}

function lookOnce(file: string, readWhole: ReadWhole): LookedAt {
  let log: LogState = 'whole';
  try {
    log = logState(`${file}-wal`);
    const opened = isHarmed(file, log)
      ? err({ code: 'store_damaged', file })
      : openWhole(file, readWhole !== 'at_opening');
    return { opened, log };
  } catch (error) {
    return { opened: storeFailure(error, file), log };
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
 * that are still to be sent must be the ones that were committed. What selling needs is checked
 * even if the whole file is: an index that disagrees with its table is no damage to `quick_check`.
 */
function openWhole(file: string, isUnread: boolean): Result<Store> {
  const opened = openStore(file, migrations, isUnread);
  if (!opened.ok) return opened;
  const db = opened.value;
  if (areUnsentWhole(db) && isShowable(db) && isReadyToSell(db)) return opened;
  db.close();
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
