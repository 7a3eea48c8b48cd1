// The last step of the journal, where the till has a key that its file does not hold: whoever
// writes the whole chain anew cannot seal it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Head } from './journal.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

/** HMAC-SHA-256 over the head. */
export const sealHead = ({ entryId, hash }: Head, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${entryId}\n`).update(hash).digest();

/** The file keeps the last one. */
export function keepSeal(db: Store, head: Head, key: Uint8Array): void {
  prepared(
    db,
    `INSERT INTO journal_seal (only_row, entry_id, seal) VALUES (1, ?, ?)
     ON CONFLICT DO UPDATE SET entry_id = excluded.entry_id, seal = excluded.seal`,
  ).run(head.entryId, sealHead(head, key));
}

const sealRow = v.object({
  entryId: v.number(),
  seal: v.instance(Buffer),
  hash: v.nullable(v.instance(Buffer)),
});

/** Whether the entry that was sealed last is as it was. Undefined where none was ever sealed. */
export function isSealWhole(db: Store, key: Uint8Array): boolean | undefined {
  const row = prepared(
    db,
    `SELECT entry_id AS entryId, seal, hash FROM journal_seal LEFT JOIN journal USING (entry_id)`,
  ).get();
  if (row === undefined) return undefined;
  const { entryId, seal, hash } = v.parse(sealRow, row);
  if (!hash) return false;
  const expected = sealHead({ entryId, hash }, key);
  return seal.length === expected.length && timingSafeEqual(seal, expected);
}
