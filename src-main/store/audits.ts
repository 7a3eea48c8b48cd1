// What the audits have found, and how far back the next one reads.
import * as v from 'valibot';
import { auditReportSchema, type AuditReport } from '../contract/outbox-report.ts';
import { isNothingFoundSql, listedKinds } from './doubts.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { hasRow, inJson, integer, prepared, readRows, readValue, readValues } from './prepared.ts';

const dayMs = 86_400_000;

export const readLastAudit = (db: Store): AuditReport | undefined =>
  readValue(
    db,
    v.optional(inJson(auditReportSchema)),
    'SELECT report FROM audit ORDER BY audit_id DESC LIMIT 1',
  );

/** More sales than a till has in the days between two audits. */
const latestSales = 10_000;

/**
 * Returns an id below that of everything created since a day before the last audit; 0 if no audit
 * is that old. The sales made since then count by their own ids: a service may have begun its ids
 * anew, or once have shown one that is far too high.
 */
export const auditFloor = (db: Store): number =>
  readValue(
    db,
    v.optional(integer, 0),
    `SELECT min(newest_id, coalesce((SELECT min(document_id) - 1 FROM
         (SELECT document_id, committed_at_ms FROM sale ORDER BY sale_id DESC LIMIT ${latestSales})
         WHERE committed_at_ms >= audit.at_ms), newest_id))
     FROM audit WHERE at_ms <= (SELECT max(at_ms) FROM audit) - ${dayMs}
     ORDER BY at_ms DESC LIMIT 1`,
  );

/** Keeps an audit, and of those long past the last. `newestId`: the newest id when it began. */
export function saveAudit(db: Store, report: AuditReport, newestId: number): void {
  inTransaction(db, () => {
    prepared(db, 'INSERT INTO audit (at_ms, newest_id, report) VALUES (?, ?, ?)').run(
      report.atMs,
      newestId,
      JSON.stringify(report),
    );
    prepared(
      db,
      `DELETE FROM audit WHERE at_ms < (SELECT max(at_ms) FROM audit WHERE at_ms <= @atMs - 2 * ${dayMs})
         OR at_ms > @atMs`,
    ).run({ atMs: report.atMs });
  });
}

/** SQL for sales whose loss nobody has settled: a person knows better than the lists. */
const isUnsettled = `NOT EXISTS (SELECT 1 FROM sale_step AS lost JOIN sale_step AS said USING (sale_id)
  WHERE sale_id = sale.sale_id AND lost.event = 'missing' AND said.event = 'settled_confirmed'
    AND said.step_id > lost.step_id)`;

const confirmedRow = v.object({ reference: v.string(), documentId: integer });

export type Confirmed = v.InferOutput<typeof confirmedRow>;

/** Returns the confirmed sales of listed kinds whose documents' ids are in (`above`, `upTo`]. */
export const confirmedBetween = (db: Store, above: number, upTo: number): readonly Confirmed[] =>
  readRows(
    db,
    confirmedRow,
    `SELECT reference, document_id AS documentId FROM sale WHERE document_id > ? AND document_id <= ?
       AND state = 'confirmed' AND requested_kind IN (${listedKinds}) AND ${isUnsettled}
     ORDER BY document_id`,
    above,
    upTo,
  );

/** Returns those of the sales that are still confirmed and have documents with ids up to `upTo`. */
export const confirmedAmong = (
  db: Store,
  references: readonly string[],
  upTo: number,
): readonly Confirmed[] =>
  readRows(
    db,
    confirmedRow,
    `SELECT reference, document_id AS documentId FROM sale WHERE document_id <= ?
       AND state = 'confirmed' AND ${isUnsettled}
       AND reference IN (SELECT value FROM json_each(?)) ORDER BY document_id`,
    upTo,
    JSON.stringify(references),
  );

const sentAgainForMs = 14 * dayMs;
const mostSentAgain = 200;

/** Returns the sales sent more than once in the last days: a document too many may come late. */
export const sentAgain = (db: Store, nowMs: number): readonly string[] =>
  readValues(
    db,
    v.string(),
    `SELECT reference FROM sale WHERE attempts > 1 AND attempted_at_ms >= ?
     ORDER BY attempted_at_ms DESC LIMIT ${mostSentAgain}`,
    nowMs - sentAgainForMs,
  );

/**
 * Returns the sales whose document was lost, and that wait for a person or were cancelled in the
 * last days: should it come back, it may be far below what an audit reads. The three events are the
 * terms of the index of people's steps.
 */
export const lostOf = (db: Store, nowMs: number): readonly string[] =>
  readValues(
    db,
    v.string(),
    `SELECT reference FROM sale WHERE state = 'conflict' AND last_evidence ->> '$.kind' = 'missing'
     UNION SELECT reference FROM sale_step JOIN sale USING (sale_id)
     WHERE event IN ('cancelled', 'settled_cancelled', 'corrected') AND at_ms >= ?
       AND event = 'settled_cancelled' AND sale.state = 'cancelled' AND ${isNothingFoundSql}
     LIMIT ${mostSentAgain}`,
    nowMs - sentAgainForMs,
  );

/**
 * Notes the documents of a sale that a person has confirmed without saying which document is its
 * own: it is the first that shows.
 */
export function nameDocuments(db: Store, reference: string, ids: readonly number[]): void {
  prepared(db, 'UPDATE sale SET documents = ? WHERE reference = ?').run(
    JSON.stringify(ids),
    reference,
  );
}

export const isActedUpon = (db: Store, reference: string): boolean =>
  hasRow(db, 'SELECT 1 FROM unknown_reference WHERE reference = ?', reference);

export function noteActedUpon(db: Store, references: readonly string[]): void {
  prepared(
    db,
    `INSERT INTO unknown_reference (reference) SELECT value FROM json_each(?) WHERE TRUE
     ON CONFLICT DO NOTHING`,
  ).run(JSON.stringify(references));
}
