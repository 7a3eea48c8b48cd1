// Settings that belong to the till's company and move with its file: JSON by name.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

/** Each belongs to one part of the till, which knows its schema. */
export type TillSettingName = 'lock' | 'printing';

/** Undefined where it was never written. @throws where what is there is not what the schema says. */
export function readTillSetting<Schema extends v.GenericSchema>(
  db: Store,
  name: TillSettingName,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const value = prepared(db, 'SELECT value FROM till_setting WHERE name = ?').pluck().get(name);
  return value === undefined
    ? undefined
    : v.parse(v.pipe(v.string(), v.parseJson(), schema), value);
}

export function writeTillSetting(db: Store, name: TillSettingName, value: unknown): void {
  prepared(
    db,
    `INSERT INTO till_setting (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  ).run(name, JSON.stringify(value));
}
