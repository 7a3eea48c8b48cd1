// The last step of the journal, where the till has a key that its file does not hold: whoever
// writes the whole chain anew cannot seal it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { beginning, readHead, type Head } from './journal.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

/** HMAC-SHA-256 over the head. */
const sealHead = ({ entryId, hash }: Head, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${entryId}\n`).update(hash).digest();

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Seals all that is chained so far. The file keeps the last seal. */
export function keepSeal(db: Store, key: Uint8Array): void {
  const head = readHead(db);
  prepared(
    db,
    `INSERT INTO journal_seal (only_row, entry_id, seal) VALUES (1, ?, ?)
     ON CONFLICT DO UPDATE SET entry_id = excluded.entry_id, seal = excluded.seal`,
  ).run(head.entryId, sealHead(head, key));
}

/** Nobody has the key any more. */
export function removeSeal(db: Store): void {
  prepared(db, 'DELETE FROM journal_seal').run();
}

const sealRow = v.object({
  entryId: v.number(),
  seal: v.instance(Buffer),
  hash: v.nullable(v.instance(Buffer)),
});

const readSeal = (db: Store): v.InferOutput<typeof sealRow> | undefined => {
  const row = prepared(
    db,
    `SELECT entry_id AS entryId, seal, hash FROM journal_seal LEFT JOIN journal USING (entry_id)`,
  ).get();
  return row === undefined ? undefined : v.parse(sealRow, row);
};

/** Null where none is. */
export const lastSealed = (db: Store): number | null => readSeal(db)?.entryId ?? null;

/**
 * Whether the entry that was sealed last is as it was. A till that has a key has had a seal ever
 * since: that there is none tells as well.
 */
export function isSealWhole(db: Store, key: Uint8Array): boolean {
  const sealed = readSeal(db);
  if (!sealed) return false;
  const { entryId, seal } = sealed;
  const hash = entryId === beginning.entryId ? beginning.hash : sealed.hash;
  return hash !== null && isSame(seal, sealHead({ entryId, hash }, key));
}
