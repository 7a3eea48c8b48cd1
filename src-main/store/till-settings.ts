// Settings that belong to the till's company, and so move with its file: JSON by name, parsed when
// read.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const settingRow = v.object({ value: v.string() });

/**
 * Returns undefined if nobody has set it. @throws {v.ValiError} if the stored value does not fit
 * the schema.
 */
export function readTillSetting<Value>(
  db: Store,
  name: string,
  schema: v.GenericSchema<unknown, Value>,
): Value | undefined {
  const row: unknown = prepared(db, 'SELECT value FROM till_setting WHERE name = ?').get(name);
  if (row === undefined) return undefined;
  return v.parse(v.pipe(v.string(), v.parseJson(), schema), v.parse(settingRow, row).value);
}

export function removeTillSetting(db: Store, name: string): void {
  prepared(db, 'DELETE FROM till_setting WHERE name = ?').run(name);
}

/** Stores a value, which must have the shape that the schema of this name reads. */
export function writeTillSetting(db: Store, name: string, value: unknown): void {
  prepared(
    db,
    `INSERT INTO till_setting (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  ).run(name, JSON.stringify(value));
}
