// Puts a backup in the place of a till's file. The backup is first looked at whole, with what would
// be lost, and the file that was there is set aside. Both the screen and `npm run restore` use
// this.
import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { ok, type Result } from '../contract/errors.ts';
import type { UnusableReason } from '../contract/restore.ts';
import { identify } from './clean-close.ts';
import { noteDecision, type Decision } from './decisions.ts';
import { noteDaysRestored, type NamedZ } from './days-restored.ts';
import { decryptFile, type RecoveryKey } from './encryption.ts';
import { publish, readStart, sync } from './durable-files.ts';
import { wasOpenedHere } from './file-identity.ts';
import { hasKnownSchema } from './known-schema.ts';
import { migrations } from './migrations.ts';
import { copyToken, isWhole, markAsCopy, withDatabase, type Store } from './open.ts';
import { readRows, readValue, readValues } from './prepared.ts';
import { storeError, storeFailure } from './store-errors.ts';
import { renamePatiently } from './patient-rename.ts';
import { finishSettingAside, latestSetAside, setAside } from './salvage/set-aside.ts';
import { logState } from './salvage/wal.ts';
import type { TillBinding } from './till.ts';

/** A file beside the till's, for as long as a person looks at what it holds. */
export const restoredFile = (file: string): string => `${file}.restored`;

export interface Comparison {
  readonly till: string;
  readonly sales: number;
  /** Null if the till has no sales. */
  readonly newestAtMs: number | null;
  /** How many sales the present file has; null if it cannot be read. */
  readonly presentSales: number | null;
  /** Sales that the backup lacks; null if the present file cannot be read. */
  readonly lost: readonly string[] | null;
}

export interface WholeBackup {
  readonly outcome: 'whole';
  /** The identity of the file that is ready to be put in place. */
  readonly identity: string;
  readonly comparison: Comparison;
}

export type Looked = WholeBackup | { readonly outcome: UnusableReason | 'wrong_key' };

export interface LookOptions {
  readonly key?: RecoveryKey;
  /** The till whose backup it must be, if that is known without the present file. */
  readonly binding?: TillBinding;
}

/**
 * Looks at a backup without changing anything. Its copy, or what was decrypted, is removed unless
 * the backup is whole and of this till.
 * @throws what the file system throws.
 */
export async function lookAtBackup(
  backup: string,
  file: string,
  { key, binding }: LookOptions,
): Promise<Looked> {
  discardBackup(file);
  return keptIfWhole(file, async () => {
    const restored = restoredFile(file);
    const outcome = key ? await decryptFile(backup, restored, key) : copyBackup(backup, file);
    return outcome === 'done' ? look(restored, file, binding) : { outcome };
  });
}

/** The work of a helper, as two gigabytes take minutes. Errors: those of the store. */
export async function lookJob({
  backup,
  file,
  ...options
}: LookOptions & { readonly backup: string; readonly file: string }): Promise<Result<Looked>> {
  try {
    return ok(await lookAtBackup(backup, file, options));
  } catch (error) {
    return storeFailure(error, file);
  }
}

/** Does the same with a closed file made in the place of a copied backup (`restoredFile`). */
export const lookAtMade = (file: string, binding: TillBinding): Promise<Looked> =>
  keptIfWhole(file, () => look(restoredFile(file), file, binding));

async function keptIfWhole(file: string, act: () => Looked | Promise<Looked>): Promise<Looked> {
  let isKept = false;
  try {
    const looked = await act();
    isKept = looked.outcome === 'whole';
    return looked;
  } finally {
    if (!isKept) discardBackup(file);
  }
}

/** Removes what was looked at, which is not to be used, with all that was made beside it. */
export function discardBackup(file: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) return;
  const restored = basename(restoredFile(file));
  for (const name of readdirSync(folder))
    if (name.startsWith(restored)) rmSync(join(folder, name), { force: true });
}

/**
 * Returns whether the file that is ready is still the one that was looked at, and the file it
 * replaces still the one that it was compared with: selling may have gone on.
 */
export function isAsLookedAt(file: string, { identity, comparison }: WholeBackup): boolean {
  const restored = restoredFile(file);
  if (!existsSync(restored) || identify(restored) !== identity) return false;
  return (presentIn(file)?.references.length ?? null) === comparison.presentSales;
}

/**
 * Puts the backup that was looked at in the till's place, as a copy that knows that it is one.
 * Returns where the former file is; undefined if there was none. No till may have it open.
 */
export function useBackup(file: string, decision?: Decision): string | undefined {
  noteIn(restoredFile(file), file, decision);
  sync(restoredFile(file), 'r+');
  const aside = existsSync(file) ? setAside(file) : undefined;
  finishSettingAside(file);
  try {
    publish(restoredFile(file), file);
  } catch (error) {
    if (aside !== undefined && !existsSync(file)) putBack(aside, file);
    throw error;
  }
  return aside;
}

/**
 * Notes in the backup, for whoever looks through the exceptions, that sales may be missing from
 * here on; and, for the next Z report, which reports only the replaced file has.
 */
function noteIn(restored: string, present: string, decision: Decision | undefined): void {
  withDatabase(restored, { fileMustExist: true }, (db) => {
    if (decision) noteDecision(db, decision);
    noteLaterReports(db, present, decision?.atMs ?? Date.now());
    db.pragma('wal_checkpoint(TRUNCATE)');
  });
}

/** Notes the later reports. A backup from before there were days has nowhere to note them. */
function noteLaterReports(db: Store, present: string, atMs: number): void {
  if (Number(db.pragma('user_version', { simple: true })) !== migrations.length) return;
  const here = new Set(reportsIn(db).map(({ hash }) => hash));
  const there = existsSync(present) ? readPresent(present, reportsIn) : undefined;
  const later = there?.filter(({ hash }) => !here.has(hash)) ?? [];
  noteDaysRestored(db, { later, isLaterKnown: there !== undefined, lost: [] }, atMs);
}

/** Returns undefined where the file cannot be read, as one that was damaged. */
function readPresent<Read>(file: string, read: (db: Store) => Read): Read | undefined {
  try {
    return withDatabase(file, { readonly: true }, read);
  } catch (error) {
    if (!storeError(error, file) && !v.isValiError(error)) throw error;
    return undefined;
  }
}

const reportRow = v.object({ name: v.string(), hash: v.string() });

const reportsIn = (db: Store): NamedZ[] =>
  readRows(
    db,
    reportRow,
    `SELECT installation || '-' || number AS name, lower(hex(hash)) AS hash
     FROM z_report ORDER BY z_id`,
  );

/** Moves the former file back. The file goes last: a log without one tells of a cut move. */
function putBack(aside: string, file: string): void {
  for (const suffix of ['-journal', '-wal', ''])
    if (existsSync(aside + suffix)) renamePatiently(aside + suffix, file + suffix);
}

/** Copies a backup, with a write-ahead log beside it, which a copied folder may have. */
function copyBackup(backup: string, file: string): 'done' | UnusableReason {
  if (!statSync(backup).isFile()) return 'no_backup';
  // Reading a file and closing it would let go of the locks that an open till has on it.
  if (isSameFile(backup, file)) return 'present_file';
  if (logState(`${backup}-wal`) === 'damaged') return 'damaged';
  const restored = restoredFile(file);
  // A log beside a copy that the till has made belongs to another file.
  for (const suffix of isCopy(backup) ? [''] : ['', '-wal']) {
    if (suffix !== '' && !existsSync(backup + suffix)) continue;
    copyFileSync(backup + suffix, restored + suffix);
    chmodSync(restored + suffix, 0o600);
  }
  return 'done';
}

/** Returns whether the file is a copy: SQLite's header has the `application_id` at this place. */
function isCopy(file: string): boolean {
  const start = readStart(file, 72);
  return start.length === 72 && start.readUInt32BE(68) === copyToken;
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) =>
    statSync(file, { bigint: true, throwIfNoEntry: false }),
  );
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

function look(restored: string, file: string, binding: TillBinding | undefined): Looked {
  try {
    const comparison = withDatabase(restored, { fileMustExist: true }, (db) =>
      compare(db, file, binding),
    );
    if (typeof comparison === 'string') return { outcome: comparison };
    // Waits for the disk here, while nobody does; when the file is put in place, somebody does.
    sync(restored, 'r+');
    return { outcome: 'whole', identity: identify(restored), comparison };
  } catch (error) {
    if (storeError(error, restored)?.code === 'store_damaged') return { outcome: 'no_backup' };
    throw error;
  }
}

function compare(
  db: Store,
  file: string,
  binding: TillBinding | undefined,
): Comparison | UnusableReason {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > migrations.length) return 'newer';
  if (version === 0 || !isWhole(db) || !hasKnownSchema(db, migrations, version)) return 'no_backup';
  markAsCopy(db);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const { till, references, newestAtMs } = holdingOf(db);
  const present = presentIn(file);
  const wanted = (binding && nameOf(binding)) ?? present?.till ?? null;
  if (wanted !== null && till !== wanted) return 'other_till';
  const known = new Set(references);
  const lost = present?.references.filter((reference) => !known.has(reference)) ?? null;
  const presentSales = present?.references.length ?? null;
  return { till: till ?? '', sales: references.length, newestAtMs, presentSales, lost };
}

const nameOf = ({ companyCode, tillCode, serviceAddress }: TillBinding): string =>
  [companyCode, tillCode, serviceAddress].join(' ');

type Holding = Readonly<ReturnType<typeof holdingOf>>;

const holdingOf = (db: Store) => ({
  /** Null if the file is not bound yet. */
  till:
    readValue(
      db,
      v.optional(v.string()),
      `SELECT company_code || ' ' || till_code || ' ' || service_address FROM till`,
    ) ?? null,
  references: readValues(db, v.string(), 'SELECT reference FROM sale ORDER BY sale_id'),
  newestAtMs: readValue(db, v.nullable(v.number()), 'SELECT max(committed_at_ms) FROM sale'),
});

/** Returns null if the file cannot be read, for example because it was damaged. */
function presentIn(file: string): Holding | null {
  if (!existsSync(file)) {
    // A file that was there is set aside, or gone.
    const wasThere = latestSetAside(file) !== undefined || wasOpenedHere(file);
    return wasThere ? null : { till: null, references: [], newestAtMs: null };
  }
  return readPresent(file, holdingOf) ?? null;
}
