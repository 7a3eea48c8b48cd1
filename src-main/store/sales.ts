// Finished sales: committing one, and reading them for the screens and for the outbox.
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { cartSchema } from '../contract/cart.ts';
import type { SaleException } from '../contract/exceptions.ts';
import { documentDetailSchema, type DocumentDetail } from '../contract/documents.ts';
import { centsSchema, subtractCents, zeroCents, type Cents } from '../contract/money.ts';
import {
  proofSchema,
  saleEventSchema,
  saleStateSchema,
  statesForAPerson,
  unsentStates,
  type SaleState,
} from '../contract/outbox-states.ts';
import { requestedKindSchema, requestedKindText } from '../contract/new-document.ts';
import {
  requestedKindOf,
  returnIn,
  evidenceSchema,
  paidOrSaid,
  saleContentSchema,
  type Evidence,
  type FormerSale,
  type SaleDetail,
  type SaleStep,
  type SaleSummary,
  type SaleContent,
} from '../contract/sales.ts';
import type { OutboxPage, OutboxQuery } from '../contract/sales.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { countConfirmed } from './sale-counts.ts';
import { highestDocumentIdSql } from './till.ts';

const evidenceColumn = v.pipe(v.string(), v.parseJson(), evidenceSchema);
const integer = v.pipe(v.number(), v.safeInteger());

export const summaryColumns = `reference, committed_at_ms, requested_kind, total_cents, state, document_id, doc_key,
  service_total_cents, last_evidence, next_step_at_ms, proof, doubted_at_ms`;
const summaryRow = v.object({
  reference: v.string(),
  committed_at_ms: integer,
  requested_kind: requestedKindSchema,
  total_cents: centsSchema,
  state: saleStateSchema,
  document_id: v.nullable(integer),
  doc_key: v.nullable(v.string()),
  service_total_cents: v.nullable(centsSchema),
  last_evidence: evidenceColumn,
  next_step_at_ms: v.nullable(integer),
  proof: proofSchema,
  doubted_at_ms: v.nullable(integer),
});
const detailRow = v.object({
  ...summaryRow.entries,
  sale_id: integer,
  content: v.pipe(v.string(), v.parseJson(), saleContentSchema),
});
const stepRow = v.object({
  at_ms: integer,
  event: v.union([v.picklist(['looked_up', 'requested']), saleEventSchema]),
  state: saleStateSchema,
  evidence: evidenceColumn,
});

function toSummary(row: v.InferOutput<typeof summaryRow>): SaleSummary {
  return {
    reference: row.reference,
    committedAtMs: row.committed_at_ms,
    requestedKind: row.requested_kind,
    totalCents: row.total_cents,
    state: row.state,
    documentId: row.document_id,
    docKey: row.doc_key,
    serviceTotalCents: row.service_total_cents,
    lastEvidence: row.last_evidence,
    nextStepAtMs: row.next_step_at_ms,
    proof: row.proof,
    doubtedAtMs: row.doubted_at_ms,
  };
}

export const parseSummary = (row: unknown): SaleSummary => toSummary(v.parse(summaryRow, row));

/** Returns the hash of a frozen body: 32 bytes. */
export const sha256 = (body: Uint8Array): Buffer => hash('sha256', body, 'buffer');

/** SQL for the open day; null if none is open. */
export const openShiftSql = 'SELECT shift_id FROM shift WHERE closed_at_ms IS NULL';

export interface NewSale {
  readonly reference: string;
  readonly committedAtMs: number;
  readonly body: Buffer;
  readonly totalCents: Cents;
  readonly content: SaleContent;
  /** What a manager wants to see of the sale. */
  readonly exceptions?: readonly SaleException[];
  /** Whether it was paid into the drawer. */
  readonly isCash?: boolean;
}

const commitSql = `INSERT INTO sale (reference, cart_id, committed_at_ms, state, requested_kind, body,
    body_sha256, total_cents, content, last_evidence, high_water_mark, exceptions, shift_id, cash_cents)
  VALUES (@reference, @cartId, @committedAtMs, 'queued', @requestedKind, @body, @sha256, @totalCents,
    @content, @evidence, (${highestDocumentIdSql}), @exceptions, (${openShiftSql}), @cashCents)
  ON CONFLICT (cart_id) DO NOTHING`;

/**
 * Freezes a finished sale in the open day, in one durable statement, and with it ends the sale
 * under way (by the file's own trigger); a document leaves that as it is. A cart that was finished
 * before returns the sale that it became: pressing twice, or asking again after a crash, sells
 * once.
 * @throws SqliteError, with nothing committed: a full disk refuses the sale.
 */
export function commitSale(db: Store, sale: NewSale): SaleSummary {
  const { reference, committedAtMs, totalCents } = sale;
  const requestedKind = requestedKindOf(sale.content);
  const { cartId } = sale.content.cart;
  const committed = committedBy(sale.content);
  const { changes } = prepared(db, commitSql).run({
    ...sale,
    cartId,
    requestedKind: requestedKindText(requestedKind),
    sha256: sha256(sale.body),
    content: JSON.stringify(sale.content),
    evidence: JSON.stringify(committed),
    exceptions: sale.exceptions?.length ? JSON.stringify(sale.exceptions) : null,
    cashCents: sale.isCash ? cashOf(sale) : null,
  });
  if (changes === 0) return requireSaleOfCart(db, cartId);
  return {
    reference,
    committedAtMs,
    requestedKind,
    totalCents,
    state: 'queued',
    documentId: null,
    docKey: null,
    serviceTotalCents: null,
    lastEvidence: committed,
    nextStepAtMs: null,
    proof: 'none',
    doubtedAtMs: null,
  };
}

/** Returns what comes into the drawer: what a return gives back is below zero. */
const cashOf = ({ totalCents, content }: NewSale): Cents =>
  returnIn(content) ? subtractCents(zeroCents, totalCents) : totalCents;

/** Returns the sale that the cart became; undefined if it became none. */
export function readSaleOfCart(db: Store, cartId: string): SaleSummary | undefined {
  const row = prepared(db, `SELECT ${summaryColumns} FROM sale WHERE cart_id = ?`).get(cartId);
  return row === undefined ? undefined : parseSummary(row);
}

const committedBy = ({ by }: SaleContent): Evidence => ({ kind: 'committed', ...(by && { by }) });

function requireSaleOfCart(db: Store, cartId: string): SaleSummary {
  const sale = readSaleOfCart(db, cartId);
  if (!sale) throw new Error(`no sale of the cart ${cartId}`);
  return sale;
}

export function readSale(db: Store, reference: string): SaleSummary | undefined {
  const row = prepared(db, `SELECT ${summaryColumns} FROM sale WHERE reference = ?`).get(reference);
  return row === undefined ? undefined : parseSummary(row);
}

const latestRow = v.object({
  reference: v.string(),
  committed_at_ms: integer,
  state: saleStateSchema,
  content: v.pipe(v.string(), v.parseJson(), v.object({ cart: cartSchema })),
});

/**
 * Returns the sale that was last finished at the counter, with its cart. Undefined before the
 * first.
 */
export function readLatestSale(
  db: Store,
):
  | (Pick<SaleSummary, 'reference' | 'committedAtMs' | 'state'> & Pick<SaleContent, 'cart'>)
  | undefined {
  const foundRow = prepared(
    db,
    `SELECT reference, committed_at_ms, state, content FROM sale WHERE content ->> '$.payment' IS NOT NULL
     ORDER BY sale_id DESC LIMIT 1`,
  ).get();
  if (foundRow === undefined) return undefined;
  const { committed_at_ms: committedAtMs, content, ...row } = v.parse(latestRow, foundRow);
  return { ...row, committedAtMs, cart: content.cart };
}

/**
 * Reads a sale by a reference that came from the database itself. @throws if there is no such sale.
 */
export function requireSale(db: Store, reference: string): SaleSummary {
  const sale = readSale(db, reference);
  if (!sale) throw new Error(`no sale ${reference}`);
  return sale;
}

export function readSaleDetail(db: Store, reference: string): SaleDetail | undefined {
  const foundRow = prepared(
    db,
    `SELECT ${summaryColumns}, sale_id, content FROM sale WHERE reference = ?`,
  ).get(reference);
  if (foundRow === undefined) return undefined;
  const row = v.parse(detailRow, foundRow);
  const { cart } = row.content;
  const { payment, particulars } = paidOrSaid(row.content);
  const returned = returnIn(row.content);
  return {
    ...toSummary(row),
    lines: cart.lines,
    discount: cart.discount,
    taxNumber: cart.taxNumber,
    ...(cart.customer && { customer: cart.customer }),
    payment,
    particulars,
    ...(returned && { returned }),
    steps: [
      {
        atMs: row.committed_at_ms,
        event: 'committed',
        state: 'queued',
        evidence: committedBy(row.content),
      },
      ...readSteps(db, row.sale_id),
    ],
    former: readFormer(db, row.sale_id),
  };
}

/** Returns what the till remembers of the sale; undefined if there is no such sale. */
export function readSaleContent(db: Store, reference: string): SaleContent | undefined {
  const row = prepared(db, 'SELECT content FROM sale WHERE reference = ?').get(reference);
  return row === undefined
    ? undefined
    : v.parse(v.object({ content: detailRow.entries.content }), row).content;
}

/** Reads the steps after the first, which is the sale's own commit and has no row. */
function readSteps(db: Store, saleId: number): readonly SaleStep[] {
  return prepared(
    db,
    'SELECT at_ms, event, state, evidence FROM sale_step WHERE sale_id = ? ORDER BY step_id',
  )
    .all(saleId)
    .map((row) => {
      const { at_ms: atMs, ...step } = v.parse(stepRow, row);
      return { atMs, ...step };
    });
}

const formerRow = v.object({
  replaced_at_ms: integer,
  total_cents: centsSchema,
  content: v.pipe(v.string(), v.parseJson(), saleContentSchema),
});

function readFormer(db: Store, saleId: number): readonly FormerSale[] {
  return prepared(
    db,
    `SELECT replaced_at_ms, total_cents, content FROM former_sale WHERE sale_id = ? ORDER BY former_sale_id`,
  )
    .all(saleId)
    .map((foundRow) => {
      const row = v.parse(formerRow, foundRow);
      return {
        replacedAtMs: row.replaced_at_ms,
        totalCents: row.total_cents,
        content: row.content,
      };
    });
}

/** Returns a page of sales, newest first; the oldest page costs what the newest does. */
export function listSales(db: Store, query: OutboxQuery): OutboxPage {
  const open = [...unsentStates, ...statesForAPerson];
  const isListed = query.openOnly ? `state IN (${open.map((s) => `'${s}'`).join(', ')})` : 'TRUE';
  const isOlder = 'sale_id < (SELECT sale_id FROM sale WHERE reference = :before)';
  return {
    count: query.openOnly ? countIn(db, open) : countAll(db),
    sales: prepared(
      db,
      `SELECT ${summaryColumns} FROM sale
       WHERE ${isListed} ${query.before === null ? '' : `AND ${isOlder}`}
       ORDER BY sale_id DESC LIMIT :limit`,
    )
      .all({ limit: query.limit, ...(query.before !== null && { before: query.before }) })
      .map(parseSummary),
  };
}

export const referencesIn = (db: Store, state: SaleState): readonly string[] =>
  prepared(db, 'SELECT reference FROM sale WHERE state = ? ORDER BY sale_id')
    .pluck()
    .all(state)
    .map((reference) => v.parse(v.string(), reference));

export const hasSales = (db: Store): boolean =>
  prepared(db, 'SELECT 1 FROM sale LIMIT 1').get() !== undefined;

const oldestRow = v.object({ reference: v.string(), since_ms: integer });

/** Returns the oldest sales in the state, and since when they wait. */
export const oldestIn = (
  db: Store,
  state: SaleState,
  limit: number,
): readonly { readonly reference: string; readonly sinceMs: number }[] =>
  prepared(
    db,
    `SELECT reference, coalesce(CASE state WHEN 'in_doubt' THEN doubted_at_ms
       WHEN 'sending' THEN attempted_at_ms END, committed_at_ms) AS since_ms
     FROM sale WHERE state = ? ORDER BY sale_id LIMIT ?`,
  )
    .all(state, limit)
    .map((foundRow) => {
      const row = v.parse(oldestRow, foundRow);
      return { reference: row.reference, sinceMs: row.since_ms };
    });

const countRow = v.object({ state: saleStateSchema, sales: integer });

type UnconfirmedState = Exclude<SaleState, 'confirmed'>;

/** Returns the counts at once, however many sales there are. */
export const countUnconfirmed = (db: Store): Readonly<Record<UnconfirmedState, number>> =>
  countsOf(db);

/**
 * Returns all counts. It first counts the confirmed sales, if `countConfirmedInTurns` has not done
 * so.
 */
export function countSales(db: Store): Readonly<Record<SaleState, number>> {
  countConfirmed(db);
  return countsOf(db);
}

function countsOf(db: Store): Readonly<Record<SaleState, number>> {
  const counts: Record<SaleState, number> = {
    queued: 0,
    sending: 0,
    in_doubt: 0,
    incomplete: 0,
    rejected: 0,
    conflict: 0,
    confirmed: 0,
    cancelled: 0,
  };
  for (const foundRow of prepared(db, 'SELECT state, sales FROM sale_count').all()) {
    const row = v.parse(countRow, foundRow);
    counts[row.state] = row.sales;
  }
  return counts;
}

/** Returns how many sales are in any of the states. */
export function countIn(db: Store, states: readonly UnconfirmedState[]): number {
  const counts = countUnconfirmed(db);
  return states.reduce((sum, state) => sum + counts[state], 0);
}

const countAll = (db: Store): number =>
  Object.values(countSales(db)).reduce((sum, count) => sum + count);

const documentRow = v.object({
  document: v.nullable(v.pipe(v.string(), v.parseJson(), documentDetailSchema)),
});

/** Returns what the service answered about the sale's document; undefined while there is none. */
export function readSaleDocument(db: Store, reference: string): DocumentDetail | undefined {
  const row = prepared(db, 'SELECT document FROM sale WHERE reference = ?').get(reference);
  return row === undefined ? undefined : (v.parse(documentRow, row).document ?? undefined);
}

export function findSaleByDocument(db: Store, documentId: number): SaleSummary | undefined {
  const row = prepared(db, `SELECT ${summaryColumns} FROM sale WHERE document_id = ?`).get(
    documentId,
  );
  return row === undefined ? undefined : parseSummary(row);
}

/** Returns whether a sale of this file has that reference. */
export const isOwnReference = (db: Store, reference: string): boolean =>
  prepared(db, 'SELECT EXISTS (SELECT * FROM sale WHERE reference = ?)').pluck().get(reference) ===
  1;
