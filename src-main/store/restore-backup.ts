// Puts a backup in the place of a till's file: looked at whole first, with what would be lost, and
// the file that was there set aside.
import { existsSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { publish } from './durable-files.ts';
import { decryptFile, type Decryption, type RecoveryKey } from './encryption.ts';
import { hasKnownSchema } from './known-schema.ts';
import { migrations } from './migrations.ts';
import { distrustSchema, markAsCopy, storeError } from './open.ts';
import { setAside } from './salvage/set-aside.ts';

/** Beside the till's file, for as long as a person looks at what it holds. */
const restoredFile = (file: string): string => `${file}.restored`;

export interface Comparison {
  readonly till: string;
  readonly sales: number;
  /** Null for a till without sales. */
  readonly newestAtMs: number | null;
  /**
   * Sales that the present file has and the backup has not; null where the present one cannot be
   * read.
   */
  readonly lost: readonly string[] | null;
}

export type Looked =
  | { readonly outcome: 'whole'; readonly comparison: Comparison }
  | { readonly outcome: Exclude<Decryption, 'done'> | 'no_backup' | 'newer' | 'other_till' };

/**
 * Nothing is changed by it; what was decrypted is gone unless the backup is whole and of this till.
 * @throws what the file system throws.
 */
export async function lookAtBackup(
  backup: string,
  file: string,
  key: RecoveryKey,
): Promise<Looked> {
  const restored = restoredFile(file);
  discardBackup(file);
  try {
    const decrypted = await decryptFile(backup, restored, key);
    const looked: Looked = decrypted === 'done' ? look(restored, file) : { outcome: decrypted };
    if (looked.outcome !== 'whole') discardBackup(file);
    return looked;
  } catch (error) {
    discardBackup(file);
    throw error;
  }
}

/** What was looked at is not to be used. */
export function discardBackup(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    rmSync(restoredFile(file) + suffix, { force: true });
}

/**
 * Where the backup that was looked at is now the till's, and knows that it is a copy. Returns where
 * the former file is; undefined where there was none. No till may have it open.
 */
export function useBackup(file: string): string | undefined {
  const aside = existsSync(file) ? setAside(file) : undefined;
  publish(restoredFile(file), file);
  return aside;
}

function look(restored: string, file: string): Looked {
  let db: Database.Database | undefined;
  try {
    db = new Database(restored, { fileMustExist: true });
    distrustSchema(db);
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > migrations.length) return { outcome: 'newer' };
    const isWhole = version > 0 && db.pragma('quick_check(1)', { simple: true }) === 'ok';
    if (!isWhole || !hasKnownSchema(db, migrations, version)) return { outcome: 'no_backup' };
    markAsCopy(db);
    const { till, ...held } = holdingOf(db);
    const present = presentIn(file);
    const presentTill = present?.till ?? null;
    if (presentTill !== null && presentTill !== till) {
      return { outcome: 'other_till' };
    }
    const known = new Set(held.references);
    const lost = present?.references.filter((reference) => !known.has(reference)) ?? null;
    const { references, newestAtMs } = held;
    return {
      outcome: 'whole',
      comparison: { till: till ?? '', sales: references.length, newestAtMs, lost },
    };
  } catch (error) {
    const expected = storeError(error, restored);
    if (expected?.code === 'store_damaged') return { outcome: 'no_backup' };
    throw error;
  } finally {
    db?.close();
  }
}

interface Holding {
  /** Null for a file that is not bound yet. */
  readonly till: string | null;
  readonly references: readonly string[];
  readonly newestAtMs: number | null;
}

const texts = v.array(v.string());

function holdingOf(db: Database.Database): Holding {
  const till = db
    .prepare(`SELECT company_code || ' ' || till_code || ' ' || service_address FROM till`)
    .pluck()
    .get();
  const newest = db.prepare('SELECT max(committed_at_ms) FROM sale').pluck().get();
  return {
    till: v.parse(v.optional(v.string()), till) ?? null,
    references: v.parse(
      texts,
      db.prepare('SELECT reference FROM sale ORDER BY sale_id').pluck().all(),
    ),
    newestAtMs: v.parse(v.nullable(v.number()), newest),
  };
}

/** Null where it cannot be read, as one that was damaged. */
function presentIn(file: string): Holding | null {
  if (!existsSync(file)) return { till: null, references: [], newestAtMs: null };
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true });
    distrustSchema(db);
    return holdingOf(db);
  } catch (error) {
    if (!storeError(error, file) && !v.isValiError(error)) throw error;
    return null;
  } finally {
    db?.close();
  }
}
