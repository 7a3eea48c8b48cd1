// Reads the practice service's own database: what the service holds, as opposed to what the till
// believes.
import { join } from 'node:path';
import Database from 'better-sqlite3';

export const databaseOf = (userDataDir: string): string =>
  join(userDataDir, 'practice', 'practice-service.db');

export function withDatabase<Value>(
  userDataDir: string,
  use: (db: Database.Database) => Value,
): Value {
  const db = new Database(databaseOf(userDataDir));
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Returns how many documents at the service bear the reference: exactly once means 1. */
export const countDocuments = (userDataDir: string, reference: string): number =>
  documentsOf(userDataDir, reference).length;

/** Returns the documents that bear the reference, oldest first. */
export const documentsOf = (userDataDir: string, reference: string): readonly HeldDocument[] =>
  withDatabase(userDataDir, (db) =>
    db
      .prepare<[string], HeldDocument>(
        `SELECT d.doc_key AS docKey, d.total_cents AS totalCents, p.fiscal_number AS fiscalNumber
         FROM documents d LEFT JOIN parties p ON p.id = d.party_id
         WHERE d.our_reference = ? ORDER BY d.id`,
      )
      .all(reference),
  );

interface HeldDocument {
  readonly docKey: string;
  readonly totalCents: number;
  /** The party's tax number. */
  readonly fiscalNumber: string | null;
}

/**
 * Gives the reference's document a twin with a key of its own and ten cents more, as a network that
 * delivers a request twice may leave behind. Returns the twin's key.
 */
export const addTwin = (userDataDir: string, reference: string): string =>
  withDatabase(userDataDir, (db) =>
    db.transaction(() => {
      const original = db
        .prepare<[string], Record<string, string | number | null>>(
          'SELECT * FROM documents WHERE our_reference = ?',
        )
        .get(reference);
      if (!original) throw new Error(`no document of ${reference}`);
      const docKey = `${String(original.doc_key)}-2`;
      const twin = {
        ...original,
        id: Number(db.prepare('SELECT max(id) FROM documents').pluck().get()) + 1,
        doc_key: docKey,
        document_number: 0,
        total_cents: Number(original.total_cents) + 10,
      };
      const columns = Object.keys(twin);
      db.prepare(
        `INSERT INTO documents (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
      ).run(twin);
      db.prepare(
        `INSERT INTO document_search (document_id, heading, heading_and_lines)
         SELECT ?, heading, heading_and_lines FROM document_search WHERE document_id = ?`,
      ).run(twin.id, original.id);
      return docKey;
    })(),
  );
