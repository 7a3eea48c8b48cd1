// Reads how a history ended from the two databases themselves: what the till wrote, and what the service holds.
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { saleStateSchema } from '../../src-main/contract/outbox-states.ts';
import type { ServiceDocument, TillSale } from './checker.ts';

const saleRow = v.object({
  reference: v.string(),
  totalCents: v.number(),
  state: saleStateSchema,
  documentId: v.nullable(v.number()),
  docKey: v.nullable(v.string()),
});
const documentRow = v.object({
  id: v.number(),
  docKey: v.string(),
  reference: v.string(),
  totalCents: v.number(),
  isFinalized: v.pipe(v.number(), v.toBoolean()),
});

export const readSales = (tillFile: string): readonly TillSale[] =>
  readRows(
    tillFile,
    saleRow,
    `SELECT reference, total_cents AS totalCents, state, document_id AS documentId, doc_key AS docKey
     FROM sale ORDER BY sale_id`,
  );

/** How many sales were on their way when the program ended. */
export const countCaughtSending = (tillFile: string): number =>
  readRows(
    tillFile,
    v.object({ count: v.number() }),
    `SELECT count(*) AS count FROM sale_step WHERE event = 'program_started'`,
  ).reduce((sum, { count }) => sum + count, 0);

/** A finalized document has a number. */
export const readDocuments = (practiceFile: string): readonly ServiceDocument[] =>
  readRows(
    practiceFile,
    documentRow,
    `SELECT id, doc_key AS docKey, our_reference AS reference, total_cents AS totalCents,
       document_number > 0 AS isFinalized
     FROM documents WHERE our_reference LIKE 'CF-%' ORDER BY id`,
  );

function readRows<const Schema extends v.GenericSchema>(
  file: string,
  row: Schema,
  sql: string,
): readonly v.InferOutput<Schema>[] {
  const db = new Database(file, { readonly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((found) => v.parse(row, found));
  } finally {
    db.close();
  }
}
