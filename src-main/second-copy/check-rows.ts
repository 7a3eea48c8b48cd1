// What a row of a copy must be in order to be believed: more than a salvage asks, which goes on
// without what it cannot read.
import { isDeepStrictEqual } from 'node:util';
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

/** What the outbox reads of a sale, and a salvage goes on without. */
const moreOfSale = v.object({
  requested_kind: v.custom((kind) => v.is(requestedKindSchema, kind)),
  known_id: v.pipe(v.number(), v.safeInteger()),
  failed_attempts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

const schemas: Readonly<Record<string, v.GenericSchema<unknown, SqlRow>>> = {
  ...damagedTables,
  sale: v.intersect([damagedTables.sale, moreOfSale]),
};

/** @throws ValueError for a row that a screen or the outbox could not read. */
export function checkRows(db: Store, rows: FinalRows): void {
  for (const table of copiedTableNames) {
    const schema = schemas[table];
    if (!schema) continue;
    const { key } = copiedTables[table];
    const select = db.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`);
    for (const copied of rows.get(table)?.values() ?? []) {
      const row = select.get(fromCopied(copied)[key]) as SqlRow | undefined;
      if (row === undefined) continue;
      const parsed = v.safeParse(schema, row);
      if (!parsed.success) throw new ValueError(nameOf(table, parsed.issues[0]));
      // What a salvage would put in the place of a value, nobody has written.
      for (const [name, value] of Object.entries(parsed.output))
        if (!isDeepStrictEqual(row[name], value)) throw new ValueError(`${table}.${name}`);
    }
  }
  named('payment_method', () => readPaymentMethods(db));
  named('quick_key_page', () => readQuickKeyPages(db));
  for (const [name, { value }] of rows.get('till_setting') ?? [])
    if (!v.is(v.pipe(v.string(), v.parseJson()), value))
      throw new ValueError(`till_setting ${name}`);
}

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
