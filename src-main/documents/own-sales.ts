// The documents that sales of this till became.
import * as v from 'valibot';
import { documentSummarySchema } from '../contract/documents.ts';
import type { Store } from '../store/open.ts';
import { hasRow, inJson, integer, readRow, readRows } from '../store/prepared.ts';

/** A step of a sale. The sale's reference tells it from the steps of every other till. */
const stepRow = v.object({
  stepId: integer,
  atMs: integer,
  reference: v.string(),
  /** The document that the sale has become by now, if any, by one of its steps. */
  documentId: v.nullable(integer),
});
export type OwnStep = Readonly<v.InferOutput<typeof stepRow>>;

/** Returns the steps in the order in which they were taken. */
export const stepsAfter = (sales: Store, stepId: number, limit: number): readonly OwnStep[] =>
  readRows(
    sales,
    stepRow,
    `SELECT step_id AS stepId, at_ms AS atMs, reference, document_id AS documentId
     FROM sale_step JOIN sale USING (sale_id) WHERE step_id > ? ORDER BY step_id LIMIT ?`,
    stepId,
    limit,
  );

export const isStepThere = (
  sales: Store,
  { stepId, atMs, reference }: Omit<OwnStep, 'documentId'>,
): boolean =>
  hasRow(
    sales,
    `SELECT 1 FROM sale_step JOIN sale USING (sale_id)
     WHERE step_id = ? AND at_ms = ? AND reference = ?`,
    ...[stepId, atMs, reference],
  );

const soldRow = v.object({
  soldAtMs: integer,
  summary: v.nullable(inJson(documentSummarySchema)),
});

/** Returns the document as the sale's answer had it, and when the sale was finished. */
export function ownDocument(sales: Store, id: number) {
  const row = readRow(
    sales,
    soldRow,
    `SELECT committed_at_ms AS soldAtMs, document AS summary FROM sale WHERE document_id = ?
     ORDER BY sale_id LIMIT 1`,
    id,
  );
  return row?.summary ? { summary: row.summary, soldAtMs: row.soldAtMs } : undefined;
}
