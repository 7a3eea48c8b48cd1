// The last change by hand or by an import, as noted in the catalogue's file.
import * as v from 'valibot';
import { manyChangeSchema, type ManyChange } from '../contract/many-products.ts';
import type { Store } from '../store/open.ts';
import { inJson, prepared, requireRow } from '../store/prepared.ts';

const replacedSchema = v.object({
  products: v.number(),
  importedAtMs: v.nullable(v.number()),
  removedCodes: v.array(v.string()),
});
/** What an import has replaced besides the products. */
export type Replaced = v.InferOutput<typeof replacedSchema>;

/** A note that cannot be read costs no products, only the undoing: it is undefined. */
const noteOf = <Note>(schema: v.GenericSchema<unknown, Note>) =>
  v.fallback(v.nullable(v.optional(inJson(schema))), undefined);

const lastRow = v.object({
  changeId: v.number(),
  /** Null if the change was of one product, or an import. */
  many: noteOf(manyChangeSchema),
  /** Null if the change was no import. */
  replaced: noteOf(replacedSchema),
  kept: v.number(),
  allProducts: v.number(),
});

/** `products` is how many undoing it has to write or to take out. */
export const readLastChange = (db: Store) => {
  const { kept, allProducts, ...last } = requireRow(
    db,
    lastRow,
    `SELECT change_id AS changeId, many, replaced,
         EXISTS (SELECT 1 FROM before_change) AS kept, products AS allProducts
       FROM last_change, about`,
  );
  const products = last.replaced
    ? Math.max(allProducts, last.replaced.products)
    : (last.many?.products ?? 1);
  const { many = null, replaced = null } = last;
  const isReadable = last.many !== undefined && last.replaced !== undefined;
  return { ...last, many, replaced, canUndo: kept === 1 && isReadable, products };
};

/** Must be called after `beginChange`, in its transaction. */
export function keepMany(db: Store, many: ManyChange): void {
  prepared(db, 'UPDATE last_change SET many = ?').run(JSON.stringify(many));
}

/** Does as `keepMany` for an import. */
export function keepReplaced(db: Store, replaced: Replaced): void {
  prepared(db, 'UPDATE last_change SET replaced = ?').run(JSON.stringify(replaced));
}
