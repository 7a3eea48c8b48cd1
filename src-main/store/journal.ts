// The journal: what was sold and decided at this till as one chain of hashes, each over the one
// before it and the row that it names. Rows are chained after they were written, in small turns, so
// that nobody waits for it.
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { inTransaction } from './in-transaction.ts';
import {
  chainedKinds,
  lastChained,
  readRows,
  type ChainedKind,
  type ChainedRow,
} from './journal-rows.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

/** An entry, which stands for everything before it too. */
export interface Head {
  /** 0 if nothing is chained yet. */
  readonly entryId: number;
  /** SHA-256. */
  readonly hash: Buffer;
}

/** What the first entry follows. */
export const beginning: Head = { entryId: 0, hash: Buffer.alloc(32) };

/**
 * Returns the entry of a row that follows the head. Its hash is SHA-256 over the previous hash and,
 * as JSON, the entry's number, the row's kind and number, and its columns.
 */
export function entryAfter(head: Head, kind: ChainedKind, { rowId, columns }: ChainedRow): Head {
  const entryId = head.entryId + 1;
  const said = Buffer.from(JSON.stringify([entryId, kind, rowId, ...columns]), 'utf8');
  return { entryId, hash: hash('sha256', Buffer.concat([head.hash, said]), 'buffer') };
}

const headRow = v.object({
  entryId: v.pipe(v.number(), v.safeInteger()),
  hash: v.instance(Buffer),
});

export function readHead(db: Store): Head {
  const row = prepared(
    db,
    'SELECT entry_id AS entryId, hash FROM journal ORDER BY entry_id DESC LIMIT 1',
  ).get();
  return row === undefined ? beginning : v.parse(headRow, row);
}

/** Returns whether there are rows that are not chained yet. */
export const isBehind = (db: Store): boolean =>
  chainedKinds.some((kind) => readRows(db, kind, lastChained(db, kind), 1).length > 0);

/**
 * Chains at most so many rows that are not chained yet, each kind in its order, in one transaction.
 * Returns how many. @throws SqliteError, with nothing chained.
 */
export function chainTurn(db: Store, most: number): number {
  const waiting: { readonly kind: ChainedKind; readonly row: ChainedRow }[] = [];
  for (const kind of chainedKinds) {
    const rows = readRows(db, kind, lastChained(db, kind), most - waiting.length);
    waiting.push(...rows.map((row) => ({ kind, row })));
  }
  if (waiting.length === 0) return 0;
  inTransaction(db, () => {
    const insert = prepared(
      db,
      'INSERT INTO journal (entry_id, kind, row_id, hash) VALUES (@entryId, @kind, @rowId, @hash)',
    );
    waiting.reduce((head, { kind, row }) => {
      const entry = entryAfter(head, kind, row);
      insert.run({ ...entry, kind, rowId: row.rowId });
      return entry;
    }, readHead(db));
  });
  return waiting.length;
}

export const rowsATurn = 200;

/**
 * Chains what is not chained yet, for about a second. `turn` returns how many rows it has chained.
 */
export function chainRest(db: Store, turn = () => chainTurn(db, rowsATurn)): void {
  const untilMs = performance.now() + 1_000;
  while (turn() > 0 && performance.now() < untilMs);
}

/** Returns the number of the entry for the sale's commit; null if it is not chained yet. */
export function entryOfSale(db: Store, reference: string): number | null {
  const entry = prepared(
    db,
    `SELECT entry_id FROM journal JOIN sale ON row_id = sale_id
     WHERE kind = 'sale' AND reference = ?`,
  )
    .pluck()
    .get(reference);
  return entry === undefined ? null : v.parse(v.number(), entry);
}
