// Who works at the till, and the settings that move with its file.
import * as v from 'valibot';
import { hasCashiers, readLockRules } from '../cashiers.ts';
import type { Store } from '../open.ts';
import { prepared } from '../prepared.ts';
import { readReceiptSettings } from '../receipt-settings.ts';
import { readRecoveries, readRecoveryAttempts } from '../recoveries.ts';
import { ifReadable, isTable, readableRows } from './damaged-rows.ts';

/**
 * All from one source, so that nobody who was removed comes back from an older one; and only with a
 * manager, without whom nobody could ever manage them.
 */
export function bringCashiers(db: Store, source: Store): void {
  if (hasCashiers(db)) return;
  const cashiers = [...readableRows(source, 'cashier')];
  if (!cashiers.some(({ role }) => role === 'manager')) return;
  const insert = prepared(
    db,
    `INSERT INTO cashier (cashier_id, name, role, pin_hash, failed_attempts, wait_until_ms)
     VALUES (@cashier_id, @name, @role, @pin_hash, @failed_attempts, @wait_until_ms) ON CONFLICT DO NOTHING`,
  );
  for (const cashier of cashiers) insert.run(cashier);
}

const settingRow = v.object({ name: v.string(), value: v.pipe(v.string(), v.check(isJson)) });

/** What cannot be read would stand in the way of that part of the till for good. */
const readings: ReadonlyMap<string, (db: Store) => unknown> = new Map<
  string,
  (db: Store) => unknown
>([
  ['lock', readLockRules],
  ['receipt', readReceiptSettings],
  ['recoveries', readRecoveries],
  ['recovery_attempts', readRecoveryAttempts],
]);

export function bringTillSettings(db: Store, source: Store): void {
  if (!isTable(source, 'till_setting')) return;
  const rows = ifReadable(() => source.prepare('SELECT name, value FROM till_setting').all()) ?? [];
  const insert = prepared(
    db,
    'INSERT INTO till_setting (name, value) VALUES (@name, @value) ON CONFLICT DO NOTHING',
  );
  for (const row of rows) {
    if (!v.is(settingRow, row)) continue;
    const read = readings.get(row.name);
    if (!read || ifReadable(() => read(source)) !== undefined) insert.run(row);
  }
}

function isJson(text: string): boolean {
  return v.is(v.pipe(v.string(), v.parseJson()), text);
}
