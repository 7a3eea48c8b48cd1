// Goes through the chosen products, up to a million, in turns.
import * as v from 'valibot';
import { productSchema, type CatalogueView } from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Chosen, DeedFields } from '../contract/many-products.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { fromHere } from './positions.ts';

/** The number of products in one turn, which takes some three milliseconds. */
const atOnce = 500;

/** What is known of a product without reading it whole. */
export interface Walked {
  readonly id: number;
  readonly fields: DeedFields;
}

/** Finds all products that a text finds. */
interface Finder {
  foundIds: (view: CatalogueView) => Promise<Result<readonly number[]>>;
}

const columns = 'product_id, unit_price_micros, group_name, unit, sold_by, description_key';

const { unitPrice, group, unit, soldBy } = productSchema.entries;
const walkedRow = v.pipe(
  v.tuple([v.number(), unitPrice, group, unit, soldBy, v.string()]),
  v.transform(([id, price, groupName, unitName, by, key]) => ({
    id,
    key,
    fields: { unitPrice: price, group: groupName, unit: unitName, soldBy: by },
  })),
);
type WalkedRow = v.InferOutput<typeof walkedRow>;

/** Goes on until `visit` returns false. Errors: `overtaken`. */
export async function walkChosen(
  db: Store,
  finder: Finder,
  chosen: Chosen,
  visit: (some: readonly Walked[]) => boolean,
): Promise<Result<null>> {
  const found = await partsOf(db, finder, chosen);
  if (!found.ok) return found;
  const left: ReadonlySet<number> = new Set(chosen.kind === 'all' ? chosen.except : []);
  const parts = found.value;
  for (;;) {
    await new Promise(setImmediate);
    if (!db.open) return err({ code: 'overtaken' });
    const part = parts.next();
    if (part.done === true) return ok(null);
    if (!visit(left.size === 0 ? part.value : part.value.filter(({ id }) => !left.has(id))))
      return ok(null);
  }
}

async function partsOf(
  db: Store,
  finder: Finder,
  chosen: Chosen,
): Promise<Result<Iterator<readonly Walked[], undefined>>> {
  if (chosen.kind === 'some') return ok(byNumber(db, [...new Set(chosen.ids)]));
  const { view } = chosen;
  if (view.text.trim() === '') {
    return ok(view.group === null ? all(db) : inGroup(db, view.group));
  }
  const found = await finder.foundIds(view);
  return found.ok ? ok(byNumber(db, found.value)) : found;
}

function* byNumber(db: Store, ids: readonly number[]): Generator<WalkedRow[], undefined> {
  const select = prepared(db, `SELECT ${columns} FROM product WHERE product_id = ?`).raw();
  for (let from = 0; from < ids.length; from += atOnce) {
    yield ids.slice(from, from + atOnce).flatMap((id) => {
      const row = select.get(id);
      return row === undefined ? [] : [v.parse(walkedRow, row)];
    });
  }
}

/** Yields the products in the order in which they lie in the file. */
function* all(db: Store): Generator<WalkedRow[], undefined> {
  const select = prepared(
    db,
    `SELECT ${columns} FROM product WHERE product_id > ? ORDER BY product_id LIMIT ${atOnce}`,
  ).raw();
  yield* pages((last) => select.all(last?.id ?? 0));
}

/** Yields the products in the order of names, for which there is an index. */
function* inGroup(db: Store, name: string): Generator<WalkedRow[], undefined> {
  const select = prepared(
    db,
    `SELECT ${columns} FROM product WHERE group_name = ? AND ${fromHere}
       ORDER BY description_key, product_id LIMIT ${atOnce}`,
  ).raw();
  yield* pages((last) => {
    const key = last?.key ?? '';
    return select.all(name, key, key, (last?.id ?? 0) + 1);
  });
}

function* pages(
  after: (last: WalkedRow | undefined) => readonly unknown[],
): Generator<WalkedRow[], undefined> {
  for (let last: WalkedRow | undefined; ;) {
    const rows = after(last).map((row) => v.parse(walkedRow, row));
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}
