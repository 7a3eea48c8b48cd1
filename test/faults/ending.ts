// Reads from the databases how a history ended: what a till wrote, and what the service holds.
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { saleEventSchema, saleStateSchema } from '../../src-main/contract/outbox-states.ts';
import { evidenceSchema, type Evidence } from '../../src-main/contract/sales.ts';
import type { KeptStep, ServiceDocument, TillSale } from './checker.ts';

const saleRow = v.object({
  saleId: v.number(),
  reference: v.string(),
  totalCents: v.number(),
  state: saleStateSchema,
  documentId: v.nullable(v.number()),
  docKey: v.nullable(v.string()),
  attempts: v.number(),
  toldFields: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
});
const formerRow = v.object({ saleId: v.number(), totalCents: v.number() });
const stepRow = v.object({
  saleId: v.number(),
  event: v.union([v.picklist(['looked_up', 'requested']), saleEventSchema]),
  state: saleStateSchema,
  evidence: v.pipe(v.string(), v.parseJson(), evidenceSchema),
});
const documentRow = v.object({
  id: v.number(),
  docKey: v.string(),
  reference: v.string(),
  totalCents: v.number(),
  isFinalized: v.pipe(v.number(), v.toBoolean()),
});

/** Returns the sales, oldest first. */
export function readSales(tillFile: string): readonly TillSale[] {
  const sales = readRows(
    tillFile,
    saleRow,
    `SELECT sale_id AS saleId, reference, total_cents AS totalCents, state, document_id AS documentId,
       doc_key AS docKey, attempts, (SELECT json_group_array(value ->> '$.field')
         FROM sale_notice AS told, json_each(told.what)
         WHERE told.sale_id = sale.sale_id AND kind = 'differs') AS toldFields
     FROM sale ORDER BY sale_id`,
  );
  const former = readRows(
    tillFile,
    formerRow,
    'SELECT sale_id AS saleId, total_cents AS totalCents FROM former_sale ORDER BY former_sale_id',
  );
  const steps = readRows(
    tillFile,
    stepRow,
    'SELECT sale_id AS saleId, event, state, evidence FROM sale_step ORDER BY step_id',
  );
  const formerOf = Map.groupBy(former, ({ saleId }) => saleId);
  const stepsOf = Map.groupBy(steps, ({ saleId }) => saleId);
  return sales.map(({ saleId, totalCents, ...sale }) => ({
    ...sale,
    totalsCents: [...(formerOf.get(saleId) ?? []).map((row) => row.totalCents), totalCents],
    steps: [committed, ...(stepsOf.get(saleId) ?? []).map(toKeptStep)],
  }));
}

/** Returns whether audits have missed the sale's document and none has found it since. */
export const isToldLost = ({ documentId, steps }: TillSale): boolean => {
  const last = (event: KeptStep['event']) => steps.findLastIndex((step) => step.event === event);
  return documentId !== null && last('missing') > last('found');
};

/** The sale's own row shows that it was committed. */
const committed: KeptStep = {
  event: 'committed',
  state: 'queued',
  documentIds: [],
  isDecision: false,
};

const toKeptStep = ({ event, state, evidence }: v.InferOutput<typeof stepRow>): KeptStep => ({
  event,
  state,
  documentIds: documentIdsOf(evidence),
  isDecision: evidence.kind === 'decided' || evidence.kind === 'corrected',
});

function documentIdsOf(evidence: Evidence): readonly number[] {
  if (evidence.kind === 'created') return [evidence.document.id];
  return evidence.kind === 'found' ? evidence.documents.map(({ id }) => id) : [];
}

/** Returns the documents; a finalized one has a number. */
export const readDocuments = (practiceFile: string): readonly ServiceDocument[] =>
  readRows(
    practiceFile,
    documentRow,
    `SELECT id, doc_key AS docKey, substr(our_reference, 1, 17) AS reference,
       total_cents AS totalCents,
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
