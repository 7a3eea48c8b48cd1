// Reads the days of a till from the rows of its file, without any code of the product.
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { saleEventSchema, saleStateSchema } from '../../src-main/contract/outbox-states.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const text = v.nullable(v.string());
const sum = v.object({ count: integer, totalCents: integer });

const shiftRow = v.object({
  shiftId: integer,
  floatCents: integer,
  isClosed: v.pipe(v.number(), v.toBoolean()),
});
const movementRow = v.object({
  movementId: integer,
  shiftId: integer,
  /** Negative for cash out of the drawer. */
  movedCents: integer,
  isReversal: v.pipe(v.number(), v.toBoolean()),
});
const countRow = v.object({
  countId: integer,
  shiftId: integer,
  expectedCents: integer,
  lastCashSaleId: integer,
  lastMovementId: integer,
});
/** The part of the snapshot that is computed again. */
const snapshotSchema = v.object({
  sales: sum,
  cancelled: sum,
  returned: v.object({ ...sum.entries, kinds: v.array(sum) }),
  otherDocuments: integer,
  open: v.array(v.object({ reference: v.string(), state: saleStateSchema })),
  fiscal: v.object({ sold: sum, answered: sum }),
  cash: v.object({
    floatCents: integer,
    sales: sum,
    returned: sum,
    in: sum,
    out: sum,
    expectedCents: integer,
    counts: v.array(v.object({ countId: integer })),
  }),
  marks: v.object({ stepId: integer }),
});
const reportRow = v.object({
  zId: integer,
  shiftId: integer,
  installation: v.string(),
  number: integer,
  previousHash: v.instance(Buffer),
  hash: v.instance(Buffer),
  snapshot: v.string(),
});
const addendumRow = v.object({
  zId: integer,
  reference: v.string(),
  state: saleStateSchema,
  totalCents: integer,
});
const saleRow = v.object({
  saleId: integer,
  reference: v.string(),
  shiftId: v.nullable(integer),
  /** Below zero for what a return has given back. */
  cashCents: v.nullable(integer),
  totalCents: integer,
  isAtCounter: v.pipe(v.number(), v.toBoolean()),
  isReturn: v.pipe(v.number(), v.toBoolean()),
});
const formerRow = v.object({ saleId: integer, totalCents: integer });
const stepRow = v.object({
  stepId: integer,
  saleId: integer,
  event: v.union([v.picklist(['looked_up', 'requested']), saleEventSchema]),
  state: saleStateSchema,
  /** `corrected`, `decided`, … */
  evidence: text,
  /** The document that was created for the sale, or found. */
  documentId: v.nullable(integer),
});
export type DayStepOfSale = v.InferOutput<typeof stepRow>;

export interface DaySale extends v.InferOutput<typeof saleRow> {
  /** The total as sold, then after each correction that took effect. */
  readonly totalsCents: readonly number[];
  readonly steps: readonly DayStepOfSale[];
}
export interface DayReport extends v.InferOutput<typeof reportRow> {
  readonly says: v.InferOutput<typeof snapshotSchema>;
}

export interface DaysOfFile {
  readonly shifts: readonly v.InferOutput<typeof shiftRow>[];
  readonly movements: readonly v.InferOutput<typeof movementRow>[];
  readonly counts: readonly v.InferOutput<typeof countRow>[];
  /** In the order in which they were made. */
  readonly reports: readonly DayReport[];
  readonly addenda: readonly v.InferOutput<typeof addendumRow>[];
  readonly sales: readonly DaySale[];
}

export function readDays(tillFile: string): DaysOfFile {
  const db = new Database(tillFile, { readonly: true });
  const read = <const Schema extends v.GenericSchema>(row: Schema, sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((found) => v.parse(row, found));
  try {
    const former = Map.groupBy(
      read(
        formerRow,
        'SELECT sale_id AS saleId, total_cents AS totalCents FROM former_sale ORDER BY former_sale_id',
      ),
      ({ saleId }) => saleId,
    );
    const steps = Map.groupBy(
      read(
        stepRow,
        `SELECT step_id AS stepId, sale_id AS saleId, event, state, evidence ->> '$.kind' AS evidence,
           coalesce(evidence ->> '$.document.id', evidence ->> '$.documents[0].id') AS documentId
         FROM sale_step ORDER BY step_id`,
      ),
      ({ saleId }) => saleId,
    );
    const sales = read(
      saleRow,
      `SELECT sale_id AS saleId, reference, shift_id AS shiftId, cash_cents AS cashCents,
         total_cents AS totalCents, content ->> '$.payment' IS NOT NULL AS isAtCounter,
         content ->> '$.returned' IS NOT NULL AS isReturn
       FROM sale ORDER BY sale_id`,
    );
    return {
      shifts: read(
        shiftRow,
        `SELECT shift_id AS shiftId, float_cents AS floatCents, closed_at_ms IS NOT NULL AS isClosed
         FROM shift ORDER BY shift_id`,
      ),
      movements: read(
        movementRow,
        `SELECT movement_id AS movementId, shift_id AS shiftId,
           iif(direction = 'in', amount_cents, -amount_cents) AS movedCents,
           reverses IS NOT NULL AS isReversal
         FROM cash_movement ORDER BY movement_id`,
      ),
      counts: read(
        countRow,
        `SELECT count_id AS countId, shift_id AS shiftId, expected_cents AS expectedCents,
           last_cash_sale_id AS lastCashSaleId, last_movement_id AS lastMovementId
         FROM drawer_count ORDER BY count_id`,
      ),
      reports: read(
        reportRow,
        `SELECT z_id AS zId, shift_id AS shiftId, installation, number, previous_hash AS previousHash,
           hash, snapshot FROM z_report ORDER BY z_id`,
      ).map((report) => ({
        ...report,
        says: v.parse(v.pipe(v.string(), v.parseJson(), snapshotSchema), report.snapshot),
      })),
      addenda: read(
        addendumRow,
        `SELECT z_id AS zId, reference, state, total_cents AS totalCents
         FROM z_addendum ORDER BY addendum_id`,
      ),
      sales: sales.map((sale) => ({
        ...sale,
        totalsCents: [
          ...(former.get(sale.saleId) ?? []).map(({ totalCents }) => totalCents),
          sale.totalCents,
        ],
        steps: steps.get(sale.saleId) ?? [],
      })),
    };
  } finally {
    db.close();
  }
}

const heldRow = v.object({ id: integer, totalCents: integer });

/** Returns the totals of all documents of the service by id, whatever their reference. */
export function readTotals(practiceFile: string): ReadonlyMap<number, number> {
  const db = new Database(practiceFile, { readonly: true });
  try {
    const rows = db.prepare('SELECT id, total_cents AS totalCents FROM documents').all();
    return new Map(
      rows.map((row) => {
        const { id, totalCents } = v.parse(heldRow, row);
        return [id, totalCents];
      }),
    );
  } finally {
    db.close();
  }
}
