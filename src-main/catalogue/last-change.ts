// The last change by hand, as noted in the catalogue's file.
import * as v from 'valibot';
import { manyChangeSchema, type ManyChange } from '../contract/many-products.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';

const lastRow = v.object({
  changeId: v.number(),
  /** Null if the change was of one product. */
  many: v.nullable(v.pipe(v.string(), v.parseJson(), manyChangeSchema)),
  /**
   * The name of the file that holds the catalogue before the change; null if `before_change` holds
   * it.
   */
  nameBefore: v.nullable(v.string()),
  kept: v.number(),
});

/** `kept` tells whether this file has anything to undo the change with. */
export const readLastChange = (db: Store): v.InferOutput<typeof lastRow> =>
  v.parse(
    lastRow,
    prepared(
      db,
      `SELECT change_id AS changeId, many, file_before AS nameBefore,
         EXISTS (SELECT 1 FROM before_change) AS kept FROM last_change`,
    ).get(),
  );

/** Must be called after `beginChange`, in its transaction. */
export function keepMany(db: Store, many: ManyChange, nameBefore: string | null): void {
  const update = prepared(db, 'UPDATE last_change SET many = ?, file_before = ?');
  update.run(JSON.stringify(many), nameBefore);
}
