// Brings over who works at the till, and the settings that move with its file.
import * as v from 'valibot';
import { hasCashiers, readLockRules } from '../cashiers.ts';
import type { Store } from '../open.ts';
import { prepared } from '../prepared.ts';
import { readReceiptSettings } from '../receipt-settings.ts';
import { attemptSettings, readRecoveryAttempts } from '../recoveries.ts';
import { readRecoveryUsers } from '../recovery-users.ts';
import { ifReadable } from '../if-readable.ts';
import { isTable, readableRows } from './damaged-rows.ts';
import { insertAsItIs, insertNumbered } from './inserts.ts';

/**
 * Brings over all cashiers from one source, so that nobody who was removed comes back from an older
 * one. Without a manager the till is still locked, and a recovery makes one.
 */
export function bringCashiers(db: Store, source: Store): void {
  if (hasCashiers(db)) return;
  const insert = insertAsItIs(db, 'cashier');
  for (const cashier of readableRows(source, 'cashier')) insert.run(cashier);
}

/** Brings over all users, also from one source. */
export function bringRecoveryUsers(db: Store, source: Store): void {
  if (readRecoveryUsers(db).length > 0) return;
  const insert = insertAsItIs(db, 'recovery_user');
  for (const user of readableRows(source, 'recovery_user')) {
    if (user.user_id !== null || user.username !== null) insert.run(user);
  }
}

/** Brings over every recovery: copies that went separate ways may have given the same number. */
export function bringRecoveries(db: Store, source: Store): void {
  const insert = insertNumbered(
    db,
    'recovery',
    'NOT EXISTS (SELECT 1 FROM recovery WHERE at_ms = @at_ms AND cashier_id = @cashier_id)',
  );
  for (const recovery of readableRows(source, 'recovery')) insert.run(recovery);
}

const settingRow = v.object({ name: v.string(), value: v.pipe(v.string(), v.parseJson()) });

/** How settings are read: one that cannot be read would block its part of the till for good. */
const readings: Readonly<Record<string, (db: Store) => unknown>> = {
  lock: readLockRules,
  receipt: readReceiptSettings,
  [attemptSettings.recovery]: readRecoveryAttempts,
};

export function bringTillSettings(db: Store, source: Store): void {
  if (!isTable(source, 'till_setting')) return;
  const rows = ifReadable(() => source.prepare('SELECT name, value FROM till_setting').all()) ?? [];
  const insert = prepared(
    db,
    'INSERT INTO till_setting (name, value) VALUES (@name, @value) ON CONFLICT DO NOTHING',
  );
  for (const row of rows) {
    if (!v.is(settingRow, row)) continue;
    const read = Object.hasOwn(readings, row.name) ? readings[row.name] : undefined;
    if (!read || ifReadable(() => read(source)) !== undefined) insert.run(row);
  }
}
