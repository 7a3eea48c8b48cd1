// Reads what can still be read of a damaged database: row by row, believed only if it parses.
import * as v from 'valibot';
import { cartSchema } from '../../contract/cart.ts';
import { documentDetailSchema } from '../../contract/documents.ts';
import { notedSchema, saleExceptionSchema } from '../../contract/exceptions.ts';
import { cashierIdSchema, cashierNameSchema, pinHashSchema, roles } from '../../contract/lock.ts';
import { differenceSchema } from '../../contract/compare-document.ts';
import { centsSchema } from '../../contract/money.ts';
import {
  proofSchema,
  saleEventSchema,
  saleStateSchema,
  unsentStates,
} from '../../contract/outbox-states.ts';
import { printErrorSchema, printJobStateSchema } from '../../contract/print-jobs.ts';
import { proofWays } from '../../contract/recovery.ts';
import {
  evidenceSchema,
  notCarriedOutSchema,
  referenceParts,
  referenceSchema,
  saleContentSchema,
} from '../../contract/sales.ts';
import { heldNameSchema } from '../../contract/selling.ts';
import { ifReadable } from '../if-readable.ts';
import { pendingDecisionSchema } from '../corrections.ts';
import { labelJobSchema } from '../label-jobs.ts';
import type { Store } from '../open.ts';
import { sha256 } from '../sales.ts';
import { languages } from '../../contract/languages.ts';
import { damagedDays, dayPaperColumn, isJson, jsonOf } from './damaged-days.ts';
import { quickCheck } from './quick-check.ts';

const integer = v.pipe(v.number(), v.safeInteger());

const frozen = {
  body: v.instance(Buffer),
  body_sha256: v.instance(Buffer),
  total_cents: centsSchema,
  content: jsonOf(saleContentSchema),
  corrected_in_cash: v.fallback(v.nullable(v.picklist([0, 1])), null),
};
/** Returns whether the bytes are those that were committed: others must never be sent. */
const isWhole = ({ body, body_sha256 }: { body: Buffer; body_sha256: Buffer }): boolean =>
  sha256(body).equals(body_sha256);

/** Returns whether the body, which is whole, names the reference that the sale is looked up by. */
const namesItself = ({ body, reference }: { body: Buffer; reference: string }): boolean =>
  // Nothing that a person typed can look like it: a quote in a text has a backslash before it.
  body.includes(`"our_reference":"${reference}"`) ||
  isJson(
    body.toString('utf8'),
    (parsed) =>
      v.is(v.object({ our_reference: v.string() }), parsed) &&
      [parsed.our_reference, referenceParts(parsed.our_reference).ourReference].includes(reference),
  );
const isOfItsCart = ({ content, cart_id }: { content: string; cart_id: string }): boolean =>
  isJson(content, (parsed) => {
    const { cart } = (parsed ?? {}) as { readonly cart?: { readonly cartId?: unknown } };
    return cart?.cartId === cart_id;
  });
const isCart = (cart: string, cartId: string): boolean =>
  isJson(cart, (parsed) => v.is(v.object({ cartId: v.literal(cartId) }), parsed));

const unsentRow = v.pipe(
  v.object({ body: frozen.body, body_sha256: frozen.body_sha256 }),
  v.check((row) => isWhole(row)),
);

const evidence = jsonOf(evidenceSchema);
const noticeText = {
  differs: jsonOf(v.array(differenceSchema)),
  not_carried_out: jsonOf(notCarriedOutSchema),
};
const restoredEvidence = JSON.stringify({ kind: 'restored', from: 'damaged_file' });

/** The columns of each table in the latest schema. */
export const damagedTables = {
  till: v.object({
    service_address: v.string(),
    company_code: v.string(),
    till_code: v.string(),
    highest_document_id: integer,
  }),
  sale: v.pipe(
    v.object({
      sale_id: integer,
      reference: referenceSchema,
      cart_id: v.string(),
      committed_at_ms: integer,
      state: saleStateSchema,
      requested_kind: v.fallback(v.string(), ''),
      ...frozen,
      document_id: v.nullable(integer),
      doc_key: v.nullable(v.string()),
      service_total_cents: v.nullable(centsSchema),
      // A sale is not lost for what only a screen needs.
      document: v.fallback(v.nullable(jsonOf(documentDetailSchema)), null),
      last_evidence: v.fallback(evidence, restoredEvidence),
      // Nor is it lost for values that can be assumed if they cannot be read.
      attempts: v.fallback(integer, 0),
      high_water_mark: v.fallback(integer, 0),
      proof: v.fallback(proofSchema, 'absence'),
      documents: v.fallback(v.nullable(jsonOf(v.array(integer))), null),
      exceptions: v.fallback(v.nullable(jsonOf(v.array(saleExceptionSchema))), null),
      shift_id: v.fallback(v.nullable(integer), null),
      cash_cents: v.fallback(v.nullable(centsSchema), null),
    }),
    v.check((row) => isWhole(row)),
    v.check((row) => isOfItsCart(row)),
    v.check((row) => namesItself(row)),
  ),
  sale_step: v.object({
    step_id: integer,
    sale_id: integer,
    at_ms: integer,
    event: v.union([v.picklist(['looked_up', 'requested']), saleEventSchema]),
    state: saleStateSchema,
    evidence,
  }),
  former_sale: v.pipe(
    v.object({
      former_sale_id: integer,
      sale_id: integer,
      replaced_at_ms: integer,
      ...frozen,
    }),
    v.check((row) => isWhole(row)),
  ),
  pending_decision: v.object({ sale_id: integer, decision: jsonOf(pendingDecisionSchema) }),
  sale_notice: v.pipe(
    v.object({
      sale_id: integer,
      kind: v.picklist(['differs', 'not_carried_out']),
      at_ms: integer,
      what: v.string(),
      seen_at_ms: v.nullable(integer),
      seen_by: v.nullable(v.string()),
    }),
    v.check(({ kind, what }) => v.is(noticeText[kind], what)),
  ),
  decision: v.object({
    decision_id: integer,
    at_ms: integer,
    done_by: v.nullable(v.string()),
    approved_by: v.nullable(v.string()),
    what: jsonOf(notedSchema),
  }),
  ...damagedDays,
  receipt_print: v.object({
    print_id: integer,
    document_id: v.nullable(integer),
    z_id: v.fallback(v.nullable(integer), null),
    at_ms: integer,
  }),
  print_job: v.object({
    job_id: integer,
    at_ms: integer,
    document_id: v.nullable(integer),
    reference: v.nullable(v.string()),
    day_paper: v.fallback(dayPaperColumn, null),
    labels: v.fallback(v.nullable(jsonOf(labelJobSchema)), null),
    title: v.string(),
    language: v.picklist(languages),
    is_copy: v.picklist([0, 1]),
    asked_by: v.string(),
    is_automatic: v.picklist([0, 1]),
    state: printJobStateSchema,
    error: v.fallback(v.nullable(jsonOf(printErrorSchema)), null),
  }),
  drawer_opening: v.object({
    opening_id: integer,
    at_ms: integer,
    opened_by: v.string(),
    approved_by: v.nullable(v.string()),
    reason: v.nullable(v.string()),
    reference: v.nullable(v.string()),
    outcome: v.nullable(v.picklist(['opened', 'failed', 'unclear'])),
  }),
  held_cart: v.pipe(
    v.object({
      held_cart_id: integer,
      cart_id: v.string(),
      name: heldNameSchema,
      held_at_ms: integer,
      line_count: integer,
      total_cents: centsSchema,
      cart: jsonOf(cartSchema),
    }),
    v.check(({ cart, cart_id }) => isCart(cart, cart_id)),
  ),
  cashier: v.object({
    cashier_id: cashierIdSchema,
    name: cashierNameSchema,
    role: v.picklist(roles),
    pin_hash: pinHashSchema,
    failed_attempts: integer,
    wait_until_ms: integer,
    read_recovery_id: v.fallback(integer, 0),
  }),
  recovery_user: v.object({
    recovery_user_id: integer,
    user_id: v.nullable(integer),
    username: v.nullable(v.string()),
    name: v.string(),
    added_by: v.nullable(v.string()),
    added_at_ms: integer,
    seal: v.fallback(v.nullable(v.string()), null),
  }),
  recovery: v.object({
    recovery_id: integer,
    at_ms: integer,
    cashier_id: cashierIdSchema,
    name: cashierNameSchema,
    way: v.picklist(proofWays),
    service_user: v.string(),
  }),
  open_cart: v.object({ only_row: v.literal(1), cart: jsonOf(cartSchema) }),
} as const;
export type DamagedTable = keyof typeof damagedTables;
export type DamagedRow<Table extends DamagedTable> = v.InferOutput<(typeof damagedTables)[Table]>;

/** Returns whether every sale that may still be sent has the bytes that were committed. */
export function areUnsentWhole(db: Store): boolean {
  const states = unsentStates.map((state) => `'${state}'`).join(', ');
  const rows = db
    .prepare(`SELECT body, body_sha256 FROM sale WHERE state IN (${states})`)
    .iterate();
  for (const row of rows) if (!v.is(unsentRow, row)) return false;
  return true;
}

/**
 * Returns whether the name is a table whose rows are in the file. A view or a virtual table of that
 * name is somebody else's program, and is not run.
 */
export function isTable(damaged: Store, name: string): boolean {
  const select = `SELECT 1 FROM main.sqlite_schema
    WHERE type = 'table' AND rootpage > 0 AND name = ? COLLATE NOCASE`;
  return ifReadable(() => damaged.prepare(select).get(name)) !== undefined;
}

export interface BelievedRow<Table extends DamagedTable> {
  readonly row: DamagedRow<Table>;
  /** Reading on from the row before it, one finds it, with each value as it is here. */
  readonly isAsStored: boolean;
}

/** Returns what decides whether a row of the table is believed. */
function believer<Table extends DamagedTable>(table: Table) {
  const schema = damagedTables[table] as unknown as v.GenericSchema<unknown, DamagedRow<Table>>;
  const quick = quickChecks.get(table) ?? quickCheck(schema);
  quickChecks.set(table, quick);
  return (row: unknown): BelievedRow<Table> | undefined => {
    if (quick(row)) return { row: row as DamagedRow<Table>, isAsStored: true };
    const parsed = v.safeParse(schema, row);
    return parsed.success ? { row: parsed.output, isAsStored: false } : undefined;
  };
}
const quickChecks = new Map<DamagedTable, (row: unknown) => boolean>();

/** Reads a row by its number; undefined if it is not there or cannot be read. */
export function readableRow<Table extends DamagedTable>(
  damaged: Store,
  table: Table,
): (rowid: number) => DamagedRow<Table> | undefined {
  const believed = believer(table);
  const select = isTable(damaged, table)
    ? ifReadable(() => damaged.prepare(`SELECT * FROM ${table} WHERE rowid = ?`))
    : undefined;
  return (rowid) => believed(withoutStack(() => ifReadable(() => select?.get(rowid))))?.row;
}

/**
 * Where a page is damaged, thousands of reads may fail one after another, and recording the stack
 * of an error takes longer than the read.
 */
function withoutStack<T>(read: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return read();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** After how many numbers without a row the table has ended, if damage hides the last row. */
const longestGap = 5_000;
/** More rows than a till writes in its life: a last row with a higher number is made up. */
export const mostRows = 10_000_000;

const noRows: ReadonlySet<number> = new Set();

/** Reads all rows of a table that numbers them from 1 on, but those that are `known`. */
export function* readableRows<Table extends DamagedTable>(
  damaged: Store,
  table: Table,
  known = noRows,
): Generator<DamagedRow<Table>> {
  for (const { row } of believedRows(damaged, table, known)) yield row;
}

/** As `readableRows`, and how each row is stored. `first` and `last` are numbers. */
export function* believedRows<Table extends DamagedTable>(
  damaged: Store,
  table: Table,
  known = noRows,
  { first = 1, last }: { readonly first?: number; readonly last?: number } = {},
): Generator<BelievedRow<Table>> {
  // The table does not exist, or cannot be found.
  if (!isTable(damaged, table)) return;
  const findLast = ifReadable(() => damaged.prepare(`SELECT max(rowid) FROM ${table}`).pluck());
  if (!findLast) return;
  const lastFound = last ?? ifReadable(() => findLast.get());
  const read = readableRow(damaged, table);
  const believed = believer(table);
  const readMany = manyRows(damaged, table);
  const end = lastFound === undefined ? Infinity : Number(lastFound);
  const mostMissing = end > mostRows ? longestGap : Infinity;
  let many: ReadonlyMap<number, unknown> = new Map();
  let readTo = 0;
  for (let rowid = first, gap = 0; rowid <= end && gap < mostMissing; rowid += 1) {
    const isKnown = known.has(rowid);
    if (!isKnown && rowid > readTo) {
      readTo = rowid + rowsAtATime - 1;
      many = readMany(rowid, readTo);
    }
    if (isKnown) {
      gap = 0;
      continue;
    }
    const stored = many.get(rowid);
    const row = stored === undefined ? alone(read(rowid)) : believed(stored);
    gap = row ? 0 : gap + 1;
    if (row) yield row;
  }
}

const alone = <Row>(row: Row | undefined) => row && { row, isAsStored: false };

const rowsAtATime = 256;

/**
 * Reads rows that follow one another, by their numbers. What it does not return, because the damage
 * is in the way, may still be found row by row.
 */
function manyRows(damaged: Store, table: DamagedTable) {
  const select = ifReadable(() =>
    damaged.prepare<[number, number], Readonly<Record<string, unknown>>>(
      `SELECT *, rowid AS "row number" FROM ${table} NOT INDEXED WHERE rowid BETWEEN ? AND ?`,
    ),
  );
  return (from: number, to: number): ReadonlyMap<number, unknown> => {
    const rows = new Map<number, unknown>();
    let latest = from - 1;
    ifReadable(() => {
      for (const row of select?.iterate(from, to) ?? []) {
        const rowid = Number(row['row number']);
        // In a damaged file rows may be out of order, and may come again without end.
        if (rowid <= latest) return;
        rows.set(rowid, row);
        latest = rowid;
      }
    });
    return rows;
  };
}
