// Seals the last entry of the journal with a key that the file does not hold: whoever writes the
// whole chain anew cannot seal it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { beginning, readHead, type Head } from './journal.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

/** Returns HMAC-SHA-256 over the head. */
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

/** Removes the seal, because nobody has the key any more. */
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

/** Returns null if nothing is sealed. */
export const lastSealed = (db: Store): number | null => readSeal(db)?.entryId ?? null;

/**
 * Returns whether the last sealed entry is unchanged. A till that has a key has had a seal ever
 * since, so a missing seal means a change too.
 */
export function isSealWhole(db: Store, key: Uint8Array): boolean {
  const sealed = readSeal(db);
  if (!sealed) return false;
  const { entryId, seal } = sealed;
  const hash = entryId === beginning.entryId ? beginning.hash : sealed.hash;
  return hash !== null && isSame(seal, sealHead({ entryId, hash }, key));
}
