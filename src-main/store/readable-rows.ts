// Reads rows of which one may be damaged: readable rows are used and the others are named, so that
// one row never keeps a shop from closing its day.
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { prepared } from './prepared.ts';

/** Returns whether a column is no JSON, or says what the till does not write. */
const isDamagedRow = (error: unknown): boolean =>
  v.isValiError(error) ||
  (error instanceof Database.SqliteError && error.message.includes('malformed JSON'));

/** Returns undefined if a row is damaged. @throws whatever else is thrown. */
export function ifWhole<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!isDamagedRow(error)) throw error;
    return undefined;
  }
}

/** Returns the rows that fit the schema, without the others. */
export const readWhole = <Row>(
  db: Database.Database,
  schema: v.GenericSchema<unknown, Row>,
  sql: string,
  ...by: readonly unknown[]
): readonly Row[] =>
  prepared(db, sql)
    .all(...by)
    .map((row) => v.safeParse(schema, row))
    .flatMap((parsed) => (parsed.success ? [parsed.output] : []));
