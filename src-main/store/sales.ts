// Finished sales: committing one, and reading them for the screens and for the outbox.
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { cartSchema } from '../contract/cart.ts';
import type { SaleException } from '../contract/exceptions.ts';
import { documentDetailSchema, type DocumentDetail } from '../contract/documents.ts';
import { subtractCents, zeroCents, type Cents } from '../contract/money.ts';
import {
  saleStates,
  saleStateSchema,
  statesForAPerson,
  unsentStates,
  type SaleState,
} from '../contract/outbox-states.ts';
import { requestedKindText } from '../contract/new-document.ts';
import {
  requestedKindOf,
  returnIn,
  formerSaleSchema,
  paidOrSaid,
  saleContentSchema,
  saleStepSchema,
  saleSummarySchema,
  type Evidence,
  type FormerSale,
  type SaleDetail,
  type SaleStep,
  type SaleSummary,
  type SaleContent,
  type OutboxPage,
  type OutboxQuery,
} from '../contract/sales.ts';
import { durably } from './in-transaction.ts';
import type { Store } from './open.ts';
import {
  hasRow,
  inJson,
  integer,
  prepared,
  readRow,
  readRows,
  readValue,
  readValues,
  requireRow,
} from './prepared.ts';
import { countConfirmed } from './sale-counts.ts';
import { highestDocumentIdSql } from './till.ts';

export const summaryColumns = `reference, committed_at_ms AS committedAtMs, requested_kind AS requestedKind,
  total_cents AS totalCents, state, document_id AS documentId, doc_key AS docKey,
  service_total_cents AS serviceTotalCents, last_evidence AS lastEvidence,
  next_step_at_ms AS nextStepAtMs, proof, doubted_at_ms AS doubtedAtMs`;
const contentColumn = inJson(saleContentSchema);
const detailRow = v.object({
  ...saleSummarySchema.entries,
  saleId: integer,
  content: contentColumn,
});

/** SQL for the sale of which the condition is true. */
const ofSale = (where: string): string => `SELECT ${summaryColumns} FROM sale WHERE ${where}`;

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
  const values = {
    ...sale,
    cartId,
    requestedKind: requestedKindText(requestedKind),
    sha256: sha256(sale.body),
    content: JSON.stringify(sale.content),
    evidence: JSON.stringify(committed),
    exceptions: sale.exceptions?.length ? JSON.stringify(sale.exceptions) : null,
    cashCents: cashOf(sale),
  };
  const { changes } = durably(db, () => prepared(db, commitSql).run(values));
  if (changes === 0) return requireRow(db, saleSummarySchema, ofSale('cart_id = ?'), cartId);
  return {
    ...{ reference, committedAtMs, requestedKind, totalCents, lastEvidence: committed },
    ...{ state: 'queued', documentId: null, docKey: null, serviceTotalCents: null },
    ...{ nextStepAtMs: null, proof: 'none', doubtedAtMs: null },
  };
}

/**
 * Returns what comes into the drawer: what a return gives back is below zero, and one of nothing
 * moves no cash. Null if the drawer has no part in it.
 */
function cashOf({ totalCents, content, isCash }: NewSale): Cents | null {
  if (!isCash) return null;
  if (!returnIn(content)) return totalCents;
  return totalCents === 0 ? null : subtractCents(zeroCents, totalCents);
}

/** Returns the sale that the cart became; undefined if it became none. */
export const readSaleOfCart = (db: Store, cartId: string): SaleSummary | undefined =>
  readRow(db, saleSummarySchema, ofSale('cart_id = ?'), cartId);

const committedBy = ({ by }: SaleContent): Evidence => ({ kind: 'committed', ...(by && { by }) });

export const readSale = (db: Store, reference: string): SaleSummary | undefined =>
  readRow(db, saleSummarySchema, ofSale('reference = ?'), reference);

const latestRow = v.object({
  reference: v.string(),
  committedAtMs: integer,
  state: saleStateSchema,
  cart: inJson(cartSchema),
});

/** Returns the last sale at the counter, with its cart. Undefined before the first. */
export const readLatestSale = (db: Store): v.InferOutput<typeof latestRow> | undefined =>
  readRow(
    db,
    latestRow,
    `SELECT reference, committed_at_ms AS committedAtMs, state, content ->> '$.cart' AS cart
     FROM sale WHERE content ->> '$.payment' IS NOT NULL ORDER BY sale_id DESC LIMIT 1`,
  );

/** Reads a sale by a reference from the database itself. @throws if there is no such sale. */
export function requireSale(db: Store, reference: string): SaleSummary {
  const sale = readSale(db, reference);
  if (!sale) throw new Error(`no sale ${reference}`);
  return sale;
}

export function readSaleDetail(db: Store, reference: string): SaleDetail | undefined {
  const row = readRow(
    db,
    detailRow,
    `SELECT ${summaryColumns}, sale_id AS saleId, content FROM sale WHERE reference = ?`,
    reference,
  );
  if (row === undefined) return undefined;
  const { saleId, content, ...summary } = row;
  const { cart } = content;
  const { payment, particulars } = paidOrSaid(content);
  const returned = returnIn(content);
  const { committedAtMs: atMs } = row;
  return {
    ...summary,
    lines: cart.lines,
    discount: cart.discount,
    taxNumber: cart.taxNumber,
    ...(cart.customer && { customer: cart.customer }),
    payment,
    particulars,
    ...(returned && { returned }),
    steps: [
      { atMs, event: 'committed', state: 'queued', evidence: committedBy(content) },
      ...readSteps(db, saleId),
    ],
    former: readFormer(db, saleId),
  };
}

/** Returns what the till remembers of the sale; undefined if there is no such sale. */
export const readSaleContent = (db: Store, reference: string): SaleContent | undefined =>
  readValue(
    db,
    v.optional(contentColumn),
    'SELECT content FROM sale WHERE reference = ?',
    reference,
  );

/** Reads the steps after the first, which is the sale's own commit and has no row. */
const readSteps = (db: Store, saleId: number): readonly SaleStep[] =>
  readRows(
    db,
    saleStepSchema,
    `SELECT at_ms AS atMs, event, state, evidence FROM sale_step WHERE sale_id = ?
     ORDER BY step_id`,
    saleId,
  );

const readFormer = (db: Store, saleId: number): readonly FormerSale[] =>
  readRows(
    db,
    formerSaleSchema,
    `SELECT replaced_at_ms AS replacedAtMs, total_cents AS totalCents, content FROM former_sale
     WHERE sale_id = ? ORDER BY former_sale_id`,
    saleId,
  );

/** Returns a page of sales, newest first; the oldest page costs what the newest does. */
export function listSales(db: Store, query: OutboxQuery): OutboxPage {
  const open = [...unsentStates, ...statesForAPerson];
  const isListed = query.openOnly ? `state IN (${open.map((s) => `'${s}'`).join(', ')})` : 'TRUE';
  const isOlder = 'sale_id < (SELECT sale_id FROM sale WHERE reference = :before)';
  return {
    count: query.openOnly ? countIn(db, open) : countAll(db),
    sales: readRows(
      db,
      saleSummarySchema,
      `SELECT ${summaryColumns} FROM sale
       WHERE ${isListed} ${query.before === null ? '' : `AND ${isOlder}`}
       ORDER BY sale_id DESC LIMIT :limit`,
      { limit: query.limit, ...(query.before !== null && { before: query.before }) },
    ),
  };
}

export const referencesIn = (db: Store, state: SaleState): readonly string[] =>
  readValues(db, v.string(), 'SELECT reference FROM sale WHERE state = ? ORDER BY sale_id', state);

export const hasSales = (db: Store): boolean => hasRow(db, 'SELECT 1 FROM sale LIMIT 1');

const oldestRow = v.object({ reference: v.string(), sinceMs: integer });

/** Returns the oldest sales in the state, and since when they wait. */
export const oldestIn = (db: Store, state: SaleState, limit: number) =>
  readRows(
    db,
    oldestRow,
    `SELECT reference, coalesce(CASE state WHEN 'in_doubt' THEN doubted_at_ms
       WHEN 'sending' THEN attempted_at_ms END, committed_at_ms) AS sinceMs
     FROM sale WHERE state = ? ORDER BY sale_id LIMIT ?`,
    state,
    limit,
  );

const countRow = v.object({ state: saleStateSchema, sales: integer });

type UnconfirmedState = Exclude<SaleState, 'confirmed'>;

/** Returns the counts at once, however many sales there are. */
export const countUnconfirmed = (db: Store): Readonly<Record<UnconfirmedState, number>> =>
  countsOf(db);

/** Returns all counts. Counts the confirmed sales first, unless `countConfirmedInTurns` has. */
export function countSales(db: Store): Readonly<Record<SaleState, number>> {
  countConfirmed(db);
  return countsOf(db);
}

function countsOf(db: Store): Readonly<Record<SaleState, number>> {
  const rows = readRows(db, countRow, 'SELECT state, sales FROM sale_count');
  const counts = new Map(rows.map(({ state, sales }) => [state, sales]));
  const all = saleStates.map((state) => [state, counts.get(state) ?? 0] as const);
  return Object.fromEntries(all) as Record<SaleState, number>;
}

/** Returns how many sales are in any of the states. */
export function countIn(db: Store, states: readonly UnconfirmedState[]): number {
  const counts = countUnconfirmed(db);
  return states.reduce((sum, state) => sum + counts[state], 0);
}

const countAll = (db: Store): number =>
  Object.values(countSales(db)).reduce((sum, count) => sum + count);

const documentColumn = v.nullish(inJson(documentDetailSchema));

/** Returns what the service answered about the sale's document; undefined while there is none. */
export const readSaleDocument = (db: Store, reference: string): DocumentDetail | undefined =>
  readValue(db, documentColumn, 'SELECT document FROM sale WHERE reference = ?', reference) ??
  undefined;

export const findSaleByDocument = (db: Store, documentId: number): SaleSummary | undefined =>
  readRow(db, saleSummarySchema, ofSale('document_id = ?'), documentId);

export const isOwnReference = (db: Store, reference: string): boolean =>
  hasRow(db, 'SELECT 1 FROM sale WHERE reference = ?', reference);
