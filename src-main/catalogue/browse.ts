// What the catalogue's screen shows as it scrolls: all products by name, or those that are found.
import * as v from 'valibot';
import {
  sourceKinds,
  type CatalogueView,
  type ListedProduct,
  type ListedProducts,
  type ProductGroup,
} from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { foundIds, findStored } from './find.ts';
import { fromHere, Positions } from './positions.ts';
import { productColumns, toStoredProduct } from './product-rows.ts';
import type { Moved } from './write-product.ts';

/** The longest time that a search may hold up the till in one go. */
const longestTurnMs = 15;

const listedColumns = `${productColumns}, edited_at_ms, kind, name, at_ms`;
const fromListed = 'FROM product LEFT JOIN source USING (source_id)';

const listedRow = v.object({
  edited_at_ms: v.nullable(v.number()),
  kind: v.nullable(v.picklist(sourceKinds)),
  name: v.nullable(v.string()),
  at_ms: v.nullable(v.number()),
});

function toListed(row: unknown): ListedProduct {
  const { id, product } = toStoredProduct(row);
  const { kind, name, at_ms: atMs, edited_at_ms: editedAtMs } = v.parse(listedRow, row);
  const source = kind === null ? null : { kind, name: name ?? '', atMs: atMs ?? 0 };
  return { id, product, source, editedAtMs };
}

export function listedProduct(db: Store, id: number): ListedProduct | undefined {
  const row = prepared(db, `SELECT ${listedColumns} ${fromListed} WHERE product_id = ?`).get(id);
  return row === undefined ? undefined : toListed(row);
}

/** The most groups that are offered to choose from. */
const mostGroups = 500;

/** Returns the groups by name. Products without a group form none. */
export function productGroups(db: Store): readonly ProductGroup[] {
  const next = prepared(db, 'SELECT min(group_name) FROM product WHERE group_name > ?').pluck();
  const groups: ProductGroup[] = [];
  for (let last = ''; groups.length < mostGroups;) {
    const name = v.parse(v.nullable(v.string()), next.get(last));
    if (name === null) break;
    groups.push({ name });
    last = name;
  }
  return groups;
}

const countRow = v.number();

export class Browsing {
  readonly #db: Store;
  #all: Positions;
  #group: { readonly name: string; readonly positions: Positions } | null = null;
  #found: { readonly view: CatalogueView; readonly ids: readonly number[] } | null = null;
  /** The number of searches begun so far. A search ends once a newer one has begun. */
  #searches = 0;

  constructor(db: Store) {
    this.#db = db;
    this.#all = new Positions(db, null);
  }

  /** Takes in that a product was added, changed or removed. */
  follow(moved: Moved): void {
    this.#all.follow(moved);
    this.#group?.positions.follow(moved);
    this.#found = null;
  }

  /** Errors: `overtaken` if something else was searched for meanwhile. */
  async list(view: CatalogueView, offset: number, limit: number): Promise<Result<ListedProducts>> {
    if (view.text.trim() !== '') return this.#listFound(view, offset, limit);
    const { group } = view;
    const db = this.#db;
    const positions = group === null ? this.#all : this.#positionsOf(group);
    const { key, id, skip } = await positions.from(offset);
    if (!db.open) return err({ code: 'overtaken' });
    const inGroup = group === null ? '' : 'group_name = ? AND ';
    const rows = prepared(
      db,
      `SELECT ${listedColumns} ${fromListed} WHERE ${inGroup}${fromHere}
         ORDER BY description_key, product_id LIMIT ? OFFSET ?`,
    ).all(...(group === null ? [] : [group]), key, key, id, limit, skip);
    const all = this.#count();
    const total = group === null ? all : this.#countOf(group);
    return ok({ total, all, products: rows.map(toListed) });
  }

  /** Returns the numbers of a part of the view, in the order of `list`. */
  async range(
    view: CatalogueView,
    offset: number,
    limit: number,
  ): Promise<Result<readonly number[]>> {
    if (view.text.trim() !== '') {
      const found = await this.foundIds(view);
      return found.ok ? ok(found.value.slice(offset, offset + limit)) : found;
    }
    const { group } = view;
    const positions = group === null ? this.#all : this.#positionsOf(group);
    const { key, id, skip } = await positions.from(offset);
    if (!this.#db.open) return err({ code: 'overtaken' });
    const inGroup = group === null ? '' : 'group_name = ? AND ';
    const select = prepared(
      this.#db,
      `SELECT product_id FROM product WHERE ${inGroup}${fromHere}
         ORDER BY description_key, product_id LIMIT ? OFFSET ?`,
    ).pluck();
    const named = group === null ? [] : [group];
    return ok(v.parse(v.array(v.number()), select.all(...named, key, key, id, limit, skip)));
  }

  async #listFound(
    view: CatalogueView,
    offset: number,
    limit: number,
  ): Promise<Result<ListedProducts>> {
    const found = await this.foundIds(view);
    if (!found.ok) return found;
    const ids = found.value;
    const products = ids
      .slice(offset, offset + limit)
      .flatMap((id) => listedProduct(this.#db, id) ?? []);
    return ok({ total: ids.length, all: this.#count(), products });
  }

  /** Returns the numbers of all products that the view's text finds. Errors: `overtaken`. */
  async foundIds(view: CatalogueView): Promise<Result<readonly number[]>> {
    const kept = this.#found;
    if (kept?.view.text === view.text && kept.view.group === view.group) return ok(kept.ids);
    this.#searches += 1;
    const search = this.#searches;
    const db = this.#db;
    const isIn = this.#isIn(view.group);
    const best = findStored(db, view.text).map(({ id }) => id);
    const ids = new Set(best.filter(isIn));
    const gone = new Set(prepared(db, 'SELECT product_id FROM gone').pluck().all() as number[]);
    let turnBegan = performance.now();
    let walked = 0;
    for (const id of foundIds(db, view.text)) {
      if (!gone.has(id) && isIn(id)) ids.add(id);
      walked += 1;
      if (walked % 256 !== 0 || performance.now() - turnBegan < longestTurnMs) continue;
      await new Promise(setImmediate);
      if (search !== this.#searches || !db.open) return err({ code: 'overtaken' });
      turnBegan = performance.now();
    }
    this.#found = { view, ids: [...ids] };
    return ok(this.#found.ids);
  }

  #isIn(group: string | null): (id: number) => boolean {
    if (group === null) return () => true;
    const select = prepared(
      this.#db,
      'SELECT 1 FROM product WHERE product_id = ? AND group_name = ?',
    );
    return (id) => select.get(id, group) !== undefined;
  }

  #positionsOf(group: string): Positions {
    if (this.#group?.name !== group) {
      this.#group = { name: group, positions: new Positions(this.#db, group) };
    }
    return this.#group.positions;
  }

  #count(): number {
    return v.parse(countRow, prepared(this.#db, 'SELECT products FROM about').pluck().get());
  }

  #countOf(group: string): number {
    const count = prepared(this.#db, 'SELECT count(*) FROM product WHERE group_name = ?');
    return v.parse(countRow, count.pluck().get(group));
  }
}
