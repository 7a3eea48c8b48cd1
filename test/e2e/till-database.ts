// Changes the till's own database for tests that cannot wait for real time to pass.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const hourMs = 3_600_000;

/** Sets back every sale by two hours, and with it the beginning of its doubt. */
export function ageSales(userDataDir: string): void {
  const tills = join(userDataDir, 'tills');
  for (const till of readdirSync(tills)) {
    const db = new Database(join(tills, till, 'till.db'), { fileMustExist: true });
    try {
      db.prepare(
        `UPDATE sale SET committed_at_ms = committed_at_ms - @ms, doubted_at_ms = doubted_at_ms - @ms`,
      ).run({ ms: 2 * hourMs });
    } finally {
      db.close();
    }
  }
}
