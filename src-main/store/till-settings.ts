// Settings of the till's company, which move with its file: JSON by name, parsed when read.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { prepared, readValue } from './prepared.ts';

type Schema<Value> = v.GenericSchema<unknown, Value>;

const columnOf = <Value>(schema: Schema<Value>) =>
  v.optional(v.pipe(v.string(), v.parseJson(), schema));

const select = 'SELECT value FROM till_setting WHERE name = ?';

/** Returns undefined if it is not set. @throws {v.ValiError} if it does not fit the schema. */
export const readTillSetting = <Value>(
  db: Store,
  name: string,
  schema: Schema<Value>,
): Value | undefined => readValue(db, columnOf(schema), select, name);

/** Does the same, and returns `otherwise` if the stored value does not fit the schema. */
export function readTillSettingOr<Value, Otherwise>(
  db: Store,
  name: string,
  schema: Schema<Value>,
  otherwise: Otherwise,
): Value | Otherwise | undefined {
  const setting = v.safeParse(columnOf(schema), readValue(db, v.unknown(), select, name));
  return setting.success ? setting.output : otherwise;
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
