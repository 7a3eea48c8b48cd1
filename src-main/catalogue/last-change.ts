// The last change by hand or by an import, as noted in the catalogue's file.
import * as v from 'valibot';
import { manyChangeSchema, type ManyChange } from '../contract/many-products.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';

const replacedSchema = v.object({
  importedAtMs: v.nullable(v.number()),
  removedCodes: v.array(v.string()),
});
/** What an import has replaced besides the products. */
export type Replaced = v.InferOutput<typeof replacedSchema>;

const lastRow = v.object({
  changeId: v.number(),
  /** Null if the change was of one product, or an import. */
  many: v.nullable(v.pipe(v.string(), v.parseJson(), manyChangeSchema)),
  /** Null if the change was no import. */
  replaced: v.nullable(v.pipe(v.string(), v.parseJson(), replacedSchema)),
  /** The number of products that undoing has to write; 0 if nothing can be undone. */
  kept: v.number(),
});

export const readLastChange = (db: Store): v.InferOutput<typeof lastRow> =>
  v.parse(
    lastRow,
    prepared(
      db,
      `SELECT change_id AS changeId, many, replaced,
         (SELECT count(*) FROM before_change) AS kept FROM last_change`,
    ).get(),
  );

/** Must be called after `beginChange`, in its transaction. */
export function keepMany(db: Store, many: ManyChange): void {
  prepared(db, 'UPDATE last_change SET many = ?').run(JSON.stringify(many));
}

/** Does as `keepMany` for an import. */
export function keepReplaced(db: Store, replaced: Replaced): void {
  prepared(db, 'UPDATE last_change SET replaced = ?').run(JSON.stringify(replaced));
}
