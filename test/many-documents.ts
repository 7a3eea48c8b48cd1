// Fills a practice service with as many documents as a shop has after years, by copying its own
// again and again.
import Database from 'better-sqlite3';
import { practiceAccount } from '../src-main/practice-service/accounts.ts';
import { documentTypes } from '../src-main/practice-service/reference.ts';

/**
 * Adds `count` documents to the lists of the ready account's company. Each copies one of the
 * company's own, tills' sales excepted, in turn; it has an id and a key of its own, and a search
 * finds it by the same words as its original.
 */
export function addDocuments(databaseFile: string, count: number): void {
  const db = new Database(databaseFile);
  try {
    const listed = documentTypes.filter(({ group }) => group !== 'purchases');
    const originals = db
      .prepare<[string], number>(
        `SELECT d.id FROM documents d JOIN companies c ON c.id = d.company_id
         WHERE c.code = ? AND d.our_reference NOT LIKE 'CF-%'
           AND d.nature_id IN (${listed.map(({ natureId }) => natureId).join(', ')})`,
      )
      .pluck()
      .all(practiceAccount.companyCode);
    const columns = db
      .prepare<[], string>(`SELECT name FROM pragma_table_info('documents')`)
      .pluck()
      .all();
    const own: Readonly<Record<string, string>> = {
      id: '@id',
      doc_key: `doc_key || '-' || @copy`,
      document_number: '0',
    };
    const addDocument = db.prepare(
      `INSERT INTO documents (${columns.join(', ')})
       SELECT ${columns.map((name) => own[name] ?? name).join(', ')} FROM documents WHERE id = @original`,
    );
    const addSearch = db.prepare(
      `INSERT INTO document_search (document_id, heading, heading_and_lines)
       SELECT @id, heading, heading_and_lines FROM document_search WHERE document_id = @original`,
    );
    db.transaction(() => {
      const last = Number(db.prepare('SELECT max(id) FROM documents').pluck().get());
      for (let copy = 1; copy <= count; copy += 1) {
        const original = originals[copy % originals.length];
        addDocument.run({ id: last + copy, copy, original });
        addSearch.run({ id: last + copy, original });
      }
    }).immediate();
  } finally {
    db.close();
  }
}
