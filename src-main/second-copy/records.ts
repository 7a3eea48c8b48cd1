// What a frame says: rows of the till's tables as they were at one moment, and tables that are
// small enough to be there whole. A later row takes the place of an earlier one with its number.
import * as v from 'valibot';

/**
 * What is copied. `rows`: a row is written when it is new, or has changed. `whole`: the table is
 * written as soon as any of it changes. `isKept`: no row is changed or removed once it is written,
 * which triggers see to. The order is that in which they can be put back.
 */
export const copiedTables = {
  till: { kind: 'whole', key: 'only_row', isKept: false },
  installation: { kind: 'whole', key: 'prefix', isKept: true },
  till_setting: { kind: 'whole', key: 'name', isKept: false },
  payment_method: { kind: 'whole', key: 'payment_method_id', isKept: false },
  payment_method_seen: { kind: 'whole', key: 'payment_method_id', isKept: false },
  quick_key_page: { kind: 'whole', key: 'page_id', isKept: false },
  cashier: { kind: 'whole', key: 'cashier_id', isKept: false },
  recovery_user: { kind: 'whole', key: 'recovery_user_id', isKept: false },
  unknown_reference: { kind: 'whole', key: 'reference', isKept: true },
  shift: { kind: 'rows', key: 'shift_id', isKept: false },
  sale: { kind: 'rows', key: 'sale_id', isKept: false },
  sale_step: { kind: 'rows', key: 'step_id', isKept: true },
  former_sale: { kind: 'rows', key: 'former_sale_id', isKept: true },
  pending_decision: { kind: 'whole', key: 'sale_id', isKept: false },
  sale_notice: { kind: 'whole', key: 'notice_id', isKept: false },
  decision: { kind: 'rows', key: 'decision_id', isKept: true },
  recovery: { kind: 'rows', key: 'recovery_id', isKept: true },
  cash_movement: { kind: 'rows', key: 'movement_id', isKept: true },
  drawer_count: { kind: 'rows', key: 'count_id', isKept: true },
  z_report: { kind: 'rows', key: 'z_id', isKept: true },
  z_addendum: { kind: 'rows', key: 'addendum_id', isKept: true },
  receipt_print: { kind: 'rows', key: 'print_id', isKept: false },
  drawer_opening: { kind: 'rows', key: 'opening_id', isKept: false },
} as const satisfies Record<string, { kind: 'rows' | 'whole'; key: string; isKept: boolean }>;
export type CopiedTable = keyof typeof copiedTables;
export const copiedTableNames = Object.keys(copiedTables) as CopiedTable[];

/** A value of a row; bytes are kept as base 64. */
const valueSchema = v.union([
  v.null(),
  v.string(),
  v.number(),
  v.strictObject({ base64: v.pipe(v.string(), v.base64()) }),
]);
const rowSchema = v.record(v.string(), valueSchema);
export type CopiedRow = v.InferOutput<typeof rowSchema>;

/** A time that a date can hold. */
export const timeSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8.64e15));

const tableSchema = v.picklist(copiedTableNames);

export const batchSchema = v.strictObject({
  /** When the rows were read. */
  atMs: timeSchema,
  rows: v.array(v.tuple([tableSchema, rowSchema])),
  whole: v.array(v.tuple([tableSchema, v.array(rowSchema)])),
});
export type Batch = v.InferOutput<typeof batchSchema>;

export const copyFormat = 1;

/** The first frame of a file, which is never encrypted. */
export const headerSchema = v.object({
  format: v.literal(copyFormat),
  /** Of the till's database. */
  schemaVersion: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The day of the computer's clock on which the file was begun. */
  day: v.string(),
  medium: v.string(),
  generation: v.number(),
  installation: v.string(),
  serviceAddress: v.string(),
  companyCode: v.string(),
  tillCode: v.string(),
  /** Whose recovery key opens the other frames; null if they are not encrypted. */
  recipient: v.nullable(v.string()),
});
export type CopyHeader = v.InferOutput<typeof headerSchema>;

/** Rows as SQLite gives them. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** @throws for a value that SQLite does not give. */
export const toCopied = (row: SqlRow): CopiedRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? { base64: value.toString('base64') } : v.parse(valueSchema, value),
    ]),
  );

export const fromCopied = (row: CopiedRow): SqlRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value,
    ]),
  );

/** The rows of each table by their keys. */
export type FinalRows = Map<CopiedTable, Map<string, CopiedRow>>;

/** Takes in what a frame says. A whole table takes the place of all that was known of it. */
export function takeBatch(rows: FinalRows, batch: Batch): void {
  for (const [table, all] of batch.whole)
    rows.set(table, new Map(all.map((row) => [keyOfRow(table, row), row])));
  for (const [table, row] of batch.rows) {
    const ofTable = rows.get(table) ?? new Map<string, CopiedRow>();
    rows.set(table, ofTable);
    ofTable.set(keyOfRow(table, row), row);
  }
}

const keyOfRow = (table: CopiedTable, row: CopiedRow): string =>
  JSON.stringify(row[copiedTables[table].key]);
