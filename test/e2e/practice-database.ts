// Looks into the practice service's own database: what the service holds, as opposed to what the till believes.
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** How many documents at the service bear the reference: exactly once means 1. */
export function countDocuments(userDataDir: string, reference: string): number {
  const file = join(userDataDir, 'practice', 'practice-service.db');
  const db = new Database(file, { readonly: true });
  try {
    const count: unknown = db
      .prepare('SELECT count(*) FROM documents WHERE our_reference = ?')
      .pluck()
      .get(reference);
    return Number(count);
  } finally {
    db.close();
  }
}
