// Goes through the chosen products, up to a million, in turns.
import * as v from 'valibot';
import { productSchema } from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Chosen, DeedFields } from '../contract/many-products.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import type { Browsing } from './browse.ts';

/** The number of products in one turn, which takes some three milliseconds. */
const atOnce = 500;

/** What is known of a product without reading it whole. */
export interface Walked {
  readonly id: number;
  readonly fields: DeedFields;
}

const { unitPrice, group, unit, soldBy } = productSchema.entries;
const walkedRow = v.pipe(
  v.tuple([v.number(), unitPrice, group, unit, soldBy]),
  v.transform(([id, price, groupName, unitName, by]) => ({
    id,
    fields: { unitPrice: price, group: groupName, unit: unitName, soldBy: by },
  })),
);

/** Goes on until `visit` returns false. Errors: `overtaken`. */
export async function walkChosen(
  db: Store,
  browsing: Browsing,
  chosen: Chosen,
  visit: (some: readonly Walked[]) => boolean,
): Promise<Result<null>> {
  const chosenIds = chosen.kind === 'some' ? ok(chosen.ids) : await browsing.ids(chosen.view);
  if (!chosenIds.ok) return chosenIds;
  const wanted = new Set(chosenIds.value);
  if (chosen.kind === 'all') for (const id of chosen.except) wanted.delete(id);
  const ids = [...wanted];
  for (let from = 0; from < ids.length; from += atOnce) {
    await new Promise(setImmediate);
    if (!db.open) return err({ code: 'overtaken' });
    const select = prepared(
      db,
      `SELECT product_id, unit_price_micros, group_name, unit, sold_by FROM product
       WHERE product_id = ?`,
    ).raw();
    const some = ids.slice(from, from + atOnce).flatMap((id) => {
      const row = select.get(id);
      return row === undefined ? [] : [v.parse(walkedRow, row)];
    });
    if (!visit(some)) break;
  }
  return ok(null);
}
