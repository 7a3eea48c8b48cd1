// What a row of a copy must be in order to be believed: more than a salvage asks, which goes on
// without what it cannot read.
import * as v from 'valibot';
import { requestedKindSchema } from '../contract/new-document.ts';
import type { Store } from '../store/open.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { readQuickKeyPages } from '../store/quick-key-pages.ts';
import { damagedTables } from '../store/salvage/damaged-rows.ts';
import {
  copiedTableNames,
  copiedTables,
  fromCopied,
  type CopiedTable,
  type FinalRows,
  type SqlRow,
} from './records.ts';

/** Names the first value that is not what it must be. */
export class ValueError extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`a value of the copy: ${field}`);
    this.field = field;
  }
}

/** What a salvage need not believe of a sale, but what the outbox reads. */
const moreOfSale = v.object({
  requested_kind: requestedKindSchema,
  known_id: v.pipe(v.number(), v.safeInteger()),
  failed_attempts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** @throws ValueError for a row that a screen or the outbox could not read. */
export function checkRows(db: Store, rows: FinalRows): void {
  for (const table of copiedTableNames) {
    if (!(table in damagedTables)) continue;
    const schema = damagedTables[table as keyof typeof damagedTables] as v.GenericSchema<
      unknown,
      SqlRow
    >;
    const { key } = copiedTables[table];
    const select = db.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`);
    for (const copied of rows.get(table)?.values() ?? []) {
      const row = select.get(fromCopied(copied)[key]) as SqlRow | undefined;
      if (row === undefined) continue;
      const parsed = v.safeParse(schema, row);
      if (!parsed.success) throw new ValueError(nameOf(table, parsed.issues[0]));
      // What a salvage would put in the place of a value, nobody has written.
      for (const [name, value] of Object.entries(parsed.output))
        if (!isSame(row[name], value)) throw new ValueError(`${table}.${name}`);
      if (table !== 'sale') continue;
      const more = v.safeParse(moreOfSale, row);
      if (!more.success) throw new ValueError(nameOf(table, more.issues[0]));
    }
  }
  named('payment_method', () => readPaymentMethods(db));
  named('quick_key_page', () => readQuickKeyPages(db));
  for (const [name, { value }] of rows.get('till_setting') ?? [])
    if (!v.is(v.pipe(v.string(), v.parseJson()), value))
      throw new ValueError(`till_setting ${name}`);
}

const isSame = (one: unknown, other: unknown): boolean =>
  Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other;

function named(table: CopiedTable, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (v.isValiError(error)) throw new ValueError(table);
    throw error;
  }
}

function nameOf(table: CopiedTable, issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? table : `${table}.${path}`;
}
