// Compiles each statement once for each open database: compiling costs as much as running the small
// ones. What it reads is parsed.
import type { Database, Statement } from 'better-sqlite3';
import * as v from 'valibot';
import { requireInPlace } from './in-place.ts';

const statements = new WeakMap<Database, Map<string, Statement>>();

/**
 * Returns the statement. `pluck()` stays set on it: use one text in one way. @throws
 * SQLITE_READONLY_DBMOVED where it would write by itself into a file that is elsewhere by now.
 */
export function prepared(db: Database, sql: string): Statement {
  const statement = compiled(db, sql, sql);
  if (!statement.readonly && !db.inTransaction) requireInPlace(db);
  return statement;
}

/** The same text may be read in whole rows elsewhere. */
const plucked = (db: Database, sql: string): Statement =>
  compiled(db, sql, `value of ${sql}`).pluck();

function compiled(db: Database, sql: string, key: string): Statement {
  let ofStore = statements.get(db);
  if (!ofStore) statements.set(db, (ofStore = new Map<string, Statement>()));
  let statement = ofStore.get(key);
  if (!statement) ofStore.set(key, (statement = db.prepare(sql)));
  return statement;
}

type Schema<Output> = v.GenericSchema<unknown, Output>;

// What columns hold.
export const integer = v.pipe(v.number(), v.safeInteger());
export const flag = v.pipe(v.picklist([0, 1]), v.toBoolean());
export const inJson = <Output>(schema: Schema<Output>) => v.pipe(v.string(), v.parseJson(), schema);
type Values = readonly unknown[];

/** Returns all rows. This and the others throw a `ValiError` for what does not fit its schema. */
export const readRows = <Row>(db: Database, row: Schema<Row>, sql: string, ...by: Values): Row[] =>
  prepared(db, sql)
    .all(...by)
    .map((each) => v.parse(row, each));

/** Returns the first row; undefined if there is none. */
export const readRow = <R>(db: Database, row: Schema<R>, sql: string, ...by: Values) =>
  v.parse(v.optional(row), prepared(db, sql).get(...by));

/** Returns the first row. @throws if there is none. */
export const requireRow = <R>(db: Database, row: Schema<R>, sql: string, ...by: Values): R =>
  v.parse(row, prepared(db, sql).get(...by));

export const hasRow = (db: Database, sql: string, ...by: Values): boolean =>
  prepared(db, sql).get(...by) !== undefined;

/** Returns the first column of the first row. Without a row the schema is given undefined. */
export const readValue = <V>(db: Database, value: Schema<V>, sql: string, ...by: Values): V =>
  v.parse(value, plucked(db, sql).get(...by));

/** Returns the first column of all rows. */
export const readValues = <V>(db: Database, value: Schema<V>, sql: string, ...by: Values): V[] =>
  plucked(db, sql)
    .all(...by)
    .map((each) => v.parse(value, each));
