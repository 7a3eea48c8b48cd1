// Closed days: each Z report once, numbered without gaps and chained by hashes, and what later
// became of the sales that it names.
import { hash } from 'node:crypto';
import * as v from 'valibot';
import {
  addendumSchema,
  daySnapshotSchema,
  marksSchema,
  zName,
  zSummarySchema,
  type Addendum,
  type DaySnapshot,
  type ZReport,
  type ZSummary,
} from '../contract/day-report.ts';
import { centsSchema, type Cents } from '../contract/money.ts';
import { isFinal, type SaleState, saleStateSchema } from '../contract/outbox-states.ts';
import type { Store } from './open.ts';
import { inJson, integer, prepared, readRow, readRows, readValue, readValues } from './prepared.ts';
import { installationOf } from './till.ts';
import { readComparison } from './z-comparisons.ts';
import { cashDifferenceSchema, type CashDifference } from '../contract/figures.ts';
import type { Days } from '../contract/periods.ts';
import { requestedKindSchema } from '../contract/new-document.ts';

const bytes = v.instance(Buffer);

/** The hash that the first report follows. */
export const beforeTheFirst = Buffer.alloc(32);

/** Returns SHA-256 over the previous hash and, as JSON, installation, number and snapshot. */
export const zHash = (
  previousHash: Uint8Array,
  { installation, number }: Pick<ZReport, 'installation' | 'number'>,
  snapshot: string,
): Buffer => {
  const hashedText = Buffer.from(JSON.stringify([installation, number, snapshot]), 'utf8');
  return hash('sha256', Buffer.concat([previousHash, hashedText]), 'buffer');
};

/** Returns the last hash, whatever installation made it: a copy continues the chain. */
const lastHash = (db: Store): Buffer =>
  readValue(db, v.optional(bytes), 'SELECT hash FROM z_report ORDER BY z_id DESC LIMIT 1') ??
  beforeTheFirst;

/** Writes a report and returns its id. Call it in the transaction that ends the day. */
export function insertZReport(db: Store, shiftId: number, snapshot: DaySnapshot): number {
  const installation = installationOf(db);
  const number = readValue(
    db,
    integer,
    'SELECT coalesce(max(number), 0) + 1 FROM z_report WHERE installation = ?',
    installation,
  );
  const previousHash = lastHash(db);
  const text = JSON.stringify(snapshot);
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO z_report (shift_id, installation, number, previous_hash, hash, snapshot)
     VALUES (@shiftId, @installation, @number, @previousHash, @hash, @text)`,
  ).run({
    ...{ shiftId, installation, number, previousHash, text },
    hash: zHash(previousHash, { installation, number }, text),
  });
  return Number(lastInsertRowid);
}

const reportRow = v.object({
  zId: integer,
  installation: v.string(),
  number: integer,
  hash: bytes,
  previousHash: bytes,
  beforeHash: v.nullable(bytes),
  snapshot: v.string(),
});
const snapshotText = inJson(daySnapshotSchema);

/** Returns undefined if there is no report of that number, or its words cannot be read. */
export function readZReport(db: Store, zId: number): ZReport | undefined {
  const row = readRow(
    db,
    reportRow,
    `SELECT z_id AS zId, installation, number, hash, previous_hash AS previousHash, snapshot,
       (SELECT before.hash FROM z_report AS before WHERE before.z_id < z_report.z_id
        ORDER BY before.z_id DESC LIMIT 1) AS beforeHash
     FROM z_report WHERE z_id = ?`,
    zId,
  );
  const snapshot = v.safeParse(snapshotText, row?.snapshot);
  if (!row || !snapshot.success) return undefined;
  const { installation, number, previousHash } = row;
  const isWhole =
    row.hash.equals(zHash(previousHash, row, row.snapshot)) &&
    previousHash.equals(row.beforeHash ?? beforeTheFirst);
  return {
    ...{ zId, installation, number, isWhole },
    hash: row.hash.toString('hex'),
    previousHash: previousHash.toString('hex'),
    snapshot: snapshot.output,
    addenda: readAddenda(db, zId),
    comparison: readComparison(db, zId),
  };
}

const readAddenda = (db: Store, zId: number): readonly Addendum[] =>
  readRows(
    db,
    addendumSchema,
    `SELECT at_ms AS atMs, reference, state, doc_key AS docKey, total_cents AS totalCents,
       service_total_cents AS serviceTotalCents
     FROM z_addendum WHERE z_id = ? ORDER BY addendum_id`,
    zId,
  );

/**
 * Notes, with the step of a sale whose day was closed, what the sale came to, or that it did not
 * stay so. A sale of an open day, or of no day, adds nothing.
 */
export function noteAddendum(
  db: Store,
  saleId: number,
  states: readonly [from: SaleState, to: SaleState],
  atMs: number,
): void {
  if (!states.some(isFinal)) return;
  prepared(
    db,
    `INSERT INTO z_addendum (z_id, at_ms, reference, state, doc_key, total_cents,
       service_total_cents)
     SELECT z_id, @atMs, reference, state, doc_key, total_cents, service_total_cents
     FROM sale JOIN z_report USING (shift_id) WHERE sale_id = @saleId`,
  ).run({ saleId, atMs });
}

/**
 * Returns the reports, newest first. One whose words cannot be read is listed with what its day
 * says. The cross join keeps SQLite from going through every sale of the till to find the few that
 * were open.
 */
export const listZReports = (db: Store, limit: number): readonly ZSummary[] =>
  readRows(
    db,
    zSummarySchema,
    `WITH report AS (SELECT z_id, installation, number, shift_id,
       iif(json_valid(snapshot), snapshot, '{"open": []}') AS snapshot
       FROM z_report ORDER BY z_id DESC LIMIT @limit)
     SELECT z_id AS zId, installation, number, shift.date,
       coalesce(snapshot ->> '$.atMs', closed_at_ms, opened_at_ms) AS closedAtMs,
       snapshot ->> '$.by' AS closedBy, snapshot ->> '$.cash.leftCents' AS leftCents,
       json_array_length(snapshot, '$.open') AS open,
       (SELECT count(*) FROM json_each(snapshot, '$.open') CROSS JOIN sale
          ON sale.reference = json_each.value ->> '$.reference'
        WHERE sale.state IN ('confirmed', 'cancelled')) AS settled
     FROM report JOIN shift USING (shift_id) ORDER BY z_id DESC`,
    { limit },
  );

/** Returns the ids of all Z reports, oldest first. */
export const readZIds = (db: Store): readonly number[] =>
  readValues(db, integer, 'SELECT z_id FROM z_report ORDER BY z_id');

const lastZRow = v.object({
  installation: v.string(),
  number: integer,
  hash: bytes,
  closedAtMs: v.nullable(integer),
  leftCents: v.fallback(v.nullable(centsSchema), null),
  marks: v.fallback(v.nullable(inJson(marksSchema)), null),
});

/** Returns undefined before the first; values in words that cannot be read are null. */
export function readLastZ(db: Store) {
  const last = readRow(
    db,
    lastZRow,
    `SELECT installation, number, hash, snapshot ->> '$.atMs' AS closedAtMs,
       snapshot ->> '$.cash.leftCents' AS leftCents, snapshot -> '$.marks' AS marks
     FROM (SELECT installation, number, hash, iif(json_valid(snapshot), snapshot, '{}') AS snapshot
       FROM z_report ORDER BY z_id DESC LIMIT 1)`,
  );
  return last && { ...last, name: zName(last), hash: last.hash.toString('hex') };
}

/** Returns what the last closing left in the drawer; null before the first. */
export const readLeftBefore = (db: Store): Cents | null => readLastZ(db)?.leftCents ?? null;

/** Returns the differences of days opened in the span, in the order of their closing. */
export const readCashDifferences = (db: Store, days: Days): readonly CashDifference[] =>
  readRows(
    db,
    cashDifferenceSchema,
    `SELECT z_id AS zId, installation, number, shift.date AS date,
       said ->> '$.expectedCents' AS expectedCents, said ->> '$.countedCents' AS countedCents
     FROM (SELECT *, iif(json_valid(snapshot), snapshot -> '$.cash.count', NULL) AS said
           FROM z_report) JOIN shift USING (shift_id)
     WHERE shift.date BETWEEN @from AND @until ORDER BY z_id`,
    { ...days },
  );

const saleRow = v.object({
  reference: v.string(),
  state: saleStateSchema,
  docKey: v.nullable(v.string()),
  /** The service's total, as the sale was confirmed. */
  totalCents: v.nullable(centsSchema),
  requestedKind: requestedKindSchema,
  /** The ids that a person has been shown, or an answer has named. */
  named: inJson(v.array(v.number())),
});
export type ShiftDocument = v.InferOutput<typeof saleRow>;

/** Returns the sales and other documents of a closed day. */
export function readDocumentsOfZ(db: Store, zId: number) {
  const sales = readRows(
    db,
    saleRow,
    `SELECT reference, state, doc_key AS docKey, service_total_cents AS totalCents,
       requested_kind AS requestedKind, coalesce(documents, '[]') AS named
     FROM sale JOIN z_report USING (shift_id) WHERE z_id = ? ORDER BY sale_id`,
    zId,
  );
  return {
    settled: sales.filter(({ state }) => isFinal(state)),
    open: sales.filter(({ state }) => !isFinal(state)).length,
  };
}
