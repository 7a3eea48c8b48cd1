// Reads what came back from the rows of a till's file and of the service, without any code of the
// product.
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { saleStateSchema } from '../../src-main/contract/outbox-states.ts';
import type { HeldDocument, KeptReturn } from './return-checker.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const flag = v.pipe(v.number(), v.toBoolean());

const returnRow = v.object({
  saleId: integer,
  reference: v.string(),
  state: saleStateSchema,
  wasCancelled: flag,
  wasAsked: flag,
  docKey: v.string(),
  totalCents: integer,
  lines: v.pipe(
    v.string(),
    v.parseJson(),
    v.array(v.object({ position: integer, quantity: integer })),
  ),
  hasPrintJob: flag,
});

export function readReturns(tillFile: string): readonly KeptReturn[] {
  const db = new Database(tillFile, { readonly: true });
  try {
    return db
      .prepare(
        `SELECT sale_id AS saleId, reference, state, content ->> '$.returned.origin.docKey' AS docKey,
           total_cents AS totalCents, content ->> '$.returned.wasAsked' AS wasAsked,
           EXISTS (SELECT 1 FROM sale_step WHERE sale_step.sale_id = sale.sale_id
             AND sale_step.state = 'cancelled') AS wasCancelled,
           (SELECT json_group_array(json_object('quantity', line.value ->> '$.quantity',
               'position', content ->> ('$.returned.positions[' || line.key || ']')))
             FROM json_each(content, '$.cart.lines') AS line) AS lines,
           EXISTS (SELECT 1 FROM print_job WHERE print_job.reference = sale.reference)
             AS hasPrintJob
         FROM sale WHERE content ->> '$.returned' IS NOT NULL ORDER BY sale_id`,
      )
      .all()
      .map((row) => ({ file: tillFile, ...v.parse(returnRow, row) }));
  } finally {
    db.close();
  }
}

const documentRow = v.object({
  id: integer,
  docKey: v.string(),
  reference: v.string(),
  returnOf: v.string(),
  totalCents: integer,
  lines: v.pipe(
    v.string(),
    v.parseJson(),
    v.array(v.object({ code: v.string(), quantity: v.number() })),
  ),
});

/** Returns the documents of the tills' own. A return is a credit note that names its original. */
export function readHeld(practiceFile: string): readonly HeldDocument[] {
  const db = new Database(practiceFile, { readonly: true });
  try {
    return db
      .prepare(
        `SELECT id, doc_key AS docKey, substr(our_reference, 1, 17) AS reference,
           iif(nature_id = 304, document_reference, '') AS returnOf, total_cents AS totalCents,
           (SELECT json_group_array(json_object('code', product_code, 'quantity',
               quantity_millionths / 1000.0))
             FROM (SELECT * FROM document_lines WHERE document_id = documents.id
               ORDER BY position)) AS lines
         FROM documents WHERE our_reference LIKE 'CF-%' ORDER BY id`,
      )
      .all()
      .map((row) => v.parse(documentRow, row));
  } finally {
    db.close();
  }
}
