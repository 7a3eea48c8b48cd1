// Whether a database has the schema that the migrations make, and nothing besides: a trigger or a
// view that somebody has put into a file would otherwise run as if the till had asked for it.
import Database from 'better-sqlite3';

/** Returns the definitions word by word, without their pages, which differ from file to file. */
const schemaOf = (db: Database.Database): string =>
  JSON.stringify(
    db
      .prepare('SELECT type, name, tbl_name, sql FROM main.sqlite_schema ORDER BY type, name')
      .raw()
      .all(),
  );

/** The schemas that lists of migrations make, by how many of them have run. */
const schemas = new WeakMap<readonly string[], Map<number, string>>();

function schemaMadeBy(migrations: readonly string[], version: number): string {
  const ofList = schemas.get(migrations) ?? new Map<number, string>();
  schemas.set(migrations, ofList);
  let schema = ofList.get(version);
  if (schema === undefined) {
    const db = new Database(':memory:');
    try {
      for (const migration of migrations.slice(0, version)) db.exec(migration);
      ofList.set(version, (schema = schemaOf(db)));
    } finally {
      db.close();
    }
  }
  return schema;
}

/** Returns whether the schema is known. A database of version 0 is known only if it is empty. */
export const hasKnownSchema = (
  db: Database.Database,
  migrations: readonly string[],
  version: number,
): boolean => schemaOf(db) === schemaMadeBy(migrations, version);
