// Whether a till's file still says what its journal says that it said: the chain is computed anew
// from the rows as they are now.
import * as v from 'valibot';
import { beginning, entryAfter, type Head } from './journal.ts';
import { chainedKinds, firstLeftOut, lastChained, readRow, readRows } from './journal-rows.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { sha256 } from './sales.ts';

interface Fault {
  readonly what:
    /** The row of the entry is missing, or cannot be read. */
    | 'row_missing'
    /** The row has changed, or the entry before it was another one. */
    | 'row_changed'
    /** An entry's number does not follow the one before it. */
    | 'entry_missing'
    /** A row stands among the chained ones, but has no entry. */
    | 'row_added'
    /** The bytes of a sale are not those that were committed. */
    | 'body_changed'
    /** A sale is not in the state that its last step led to. */
    | 'state_changed';
  /** Null if no entry is concerned. */
  readonly entryId: number | null;
  readonly kind: string;
  readonly rowId: number;
}

export interface JournalCheck {
  /** The last entry that fits. */
  readonly head: Head;
  /** How many rows are not chained yet; the journal says nothing of them. */
  readonly waiting: number;
  /** The first fault; null if everything fits. */
  readonly fault: Fault | null;
}

const entryRow = v.object({
  entryId: v.number(),
  kind: v.picklist(chainedKinds),
  rowId: v.number(),
  hash: v.instance(Buffer),
});

/** Reads the whole journal in one pass. */
export function checkJournal(db: Store): JournalCheck {
  const { head, fault } = checkChain(db);
  const waiting = chainedKinds.reduce(
    (sum, kind) => sum + readRows(db, kind, lastChained(db, kind), Number.MAX_SAFE_INTEGER).length,
    0,
  );
  return { head, waiting, fault: fault ?? checkLeftOut(db) ?? checkSales(db) };
}

/** Checks the entries that follow `from`, at most so many of them. */
export function checkChain(
  db: Store,
  from = beginning,
  most = Number.MAX_SAFE_INTEGER,
): { readonly head: Head; readonly fault: (Fault & { readonly entryId: number }) | null } {
  let head = from;
  // One query after another, since between two entries another query looks up a row.
  for (let found; (found = nextEntry(db, head.entryId)) !== undefined;) {
    if (head.entryId >= from.entryId + most) break;
    const { entryId, kind, rowId, hash } = found;
    const fault = (what: Fault['what']) => ({ head, fault: { what, entryId, kind, rowId } });
    if (entryId !== head.entryId + 1) return fault('entry_missing');
    const row = readRow(db, kind, rowId);
    if (!row) return fault('row_missing');
    const entry = entryAfter(head, kind, row);
    if (!entry.hash.equals(hash)) return fault('row_changed');
    head = entry;
  }
  return { head, fault: null };
}

function nextEntry(db: Store, afterId: number): v.InferOutput<typeof entryRow> | undefined {
  const row = prepared(
    db,
    `SELECT entry_id AS entryId, kind, row_id AS rowId, hash FROM journal
     WHERE entry_id > ? ORDER BY entry_id LIMIT 1`,
  ).get(afterId);
  return row === undefined ? undefined : v.parse(entryRow, row);
}

function checkLeftOut(db: Store): Fault | null {
  for (const kind of chainedKinds) {
    const rowId = firstLeftOut(db, kind);
    if (rowId !== undefined) return { what: 'row_added', entryId: null, kind, rowId };
  }
  return null;
}

const bodyRow = v.object({
  rowId: v.number(),
  body: v.instance(Buffer),
  body_sha256: v.instance(Buffer),
});

/**
 * Checks what the chain names but does not hold: the bytes of bodies, and the states that sales'
 * steps led to.
 */
function checkSales(db: Store): Fault | null {
  for (const [kind, id] of [
    ['sale', 'sale_id'],
    ['former_sale', 'former_sale_id'],
  ] as const) {
    for (const row of db
      .prepare(`SELECT ${id} AS rowId, body, body_sha256 FROM ${kind}`)
      .iterate()) {
      const { rowId, body, body_sha256 } = v.parse(bodyRow, row);
      if (!sha256(body).equals(body_sha256))
        return { what: 'body_changed', entryId: null, kind, rowId };
    }
  }
  const moved = db
    .prepare(
      `SELECT min(sale_id) FROM sale WHERE state <> coalesce((SELECT state FROM sale_step
         WHERE sale_step.sale_id = sale.sale_id ORDER BY step_id DESC LIMIT 1), 'queued')`,
    )
    .pluck()
    .get();
  const rowId = v.parse(v.nullable(v.number()), moved);
  return rowId === null ? null : { what: 'state_changed', entryId: null, kind: 'sale', rowId };
}
