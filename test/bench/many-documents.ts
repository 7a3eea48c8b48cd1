// An invoicing service that holds as many documents as a shop has after years: the practice service's own, again and again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { documentTypes } from '../../src-main/practice-service/reference.ts';
import { startPracticeService } from '../../src-main/practice-service/server.ts';
import { startPractice, type BenchService } from './services.ts';

/** Apart from the original's, and from each other's. */
const idsApart = 1_000_000;

/** At least so many of them are in its lists. */
export async function startFullService(count: number): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  const file = join(folder, 'service.db');
  // It makes its own database, with some months of documents.
  await (await startPracticeService({ databaseFile: file })).close();
  multiply(file, count);
  const service = await startPractice(file);
  return {
    ...service,
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Without waiting for the disk: it is thrown away. */
function multiply(file: string, count: number): void {
  const db = new Database(file);
  db.pragma('synchronous = off');
  const listed = documentTypes.filter(({ group }) => group !== 'purchases');
  const natures = listed.map(({ natureId }) => natureId).join(', ');
  const made = db
    .prepare<[], number>(`SELECT count(*) FROM documents WHERE nature_id IN (${natures})`)
    .pluck()
    .get();
  if (made === undefined) throw new Error('the service has no documents');
  const columns = db
    .prepare<[], string>(`SELECT name FROM pragma_table_info('documents')`)
    .pluck()
    .all();
  const changed: Readonly<Record<string, string>> = {
    id: `d.id + n * ${idsApart}`,
    doc_key: `d.doc_key || '-' || n`,
    document_number: '0',
  };
  const copies = `WITH RECURSIVE copy(n) AS
    (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < ${Math.ceil(count / made)})`;
  db.exec(
    `${copies} INSERT INTO documents (${columns.join(', ')})
     SELECT ${columns.map((name) => changed[name] ?? `d.${name}`).join(', ')} FROM documents d, copy`,
  );
  db.exec(
    `${copies} INSERT INTO document_search (document_id, heading, heading_and_lines)
     SELECT document_id + n * ${idsApart}, heading, heading_and_lines FROM document_search, copy`,
  );
  db.close();
}
