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
import { hasRow, prepared, readValue, readValues } from '../store/prepared.ts';
import { findStored, wordQuery } from './find.ts';
import { productColumns, productRow } from './product-rows.ts';

/** The most numbers gathered in one turn, which takes some milliseconds. */
const idsATurn = 10_000;

const listedColumns = `${productColumns}, edited_at_ms AS editedAtMs, kind, name, at_ms AS atMs`;
const fromListed = 'FROM product LEFT JOIN source USING (source_id)';

const listedRow = v.object({
  editedAtMs: v.nullable(v.number()),
  kind: v.nullable(v.picklist(sourceKinds)),
  name: v.nullable(v.string()),
  atMs: v.nullable(v.number()),
});

function toListed(row: unknown): ListedProduct {
  const { kind, name, atMs, editedAtMs } = v.parse(listedRow, row);
  const source = kind === null ? null : { kind, name: name ?? '', atMs: atMs ?? 0 };
  return { ...v.parse(productRow, row), source, editedAtMs };
}

export function listedProduct(db: Store, id: number): ListedProduct | undefined {
  const row = prepared(db, `SELECT ${listedColumns} ${fromListed} WHERE product_id = ?`).get(id);
  return row === undefined ? undefined : toListed(row);
}

const mostGroups = 500;

/** Returns the groups by name. Products without a group form none. */
export function productGroups(db: Store): readonly ProductGroup[] {
  const next = 'SELECT min(group_name) FROM product WHERE group_name > ?';
  const groups: ProductGroup[] = [];
  for (let last = ''; groups.length < mostGroups;) {
    const name = readValue(db, v.nullable(v.string()), next, last);
    if (name === null) break;
    groups.push({ name });
    last = name;
  }
  return groups;
}

/** Selects the numbers of products by name. */
const idsByName = (group: string | null): string =>
  `SELECT product_id FROM product WHERE ${group === null ? '@group IS NULL' : 'group_name = @group'}
   ORDER BY description_key, product_id LIMIT @limit OFFSET @offset`;

export class Browsing {
  readonly #db: Store;
  #foundProducts: { readonly view: CatalogueView; readonly ids: readonly number[] } | null = null;
  /** The number of searches begun so far. A search ends once a newer one has begun. */
  #searches = 0;

  constructor(db: Store) {
    this.#db = db;
  }

  /** Errors: `overtaken` if something else was searched for meanwhile. */
  async list(view: CatalogueView, offset: number, limit: number): Promise<Result<ListedProducts>> {
    const db = this.#db;
    const { group } = view;
    const all = this.#count('SELECT products FROM about');
    if (view.text.trim() !== '') {
      const foundIds = await this.foundIds(view);
      if (!foundIds.ok) return foundIds;
      const some = foundIds.value.slice(offset, offset + limit);
      const products = some.flatMap((id) => listedProduct(db, id) ?? []);
      return ok({ total: foundIds.value.length, all, products });
    }
    const rows = prepared(
      db,
      `SELECT ${listedColumns} ${fromListed} WHERE product_id IN (${idsByName(group)})
       ORDER BY description_key, product_id`,
    ).all({ group, limit, offset });
    const total =
      group === null
        ? all
        : this.#count('SELECT count(*) FROM product WHERE group_name = ?', group);
    return ok({ total, all, products: rows.map(toListed) });
  }

  /** Returns the numbers of a part of the view, in the order of `list`. */
  async range(
    view: CatalogueView,
    offset: number,
    limit: number,
  ): Promise<Result<readonly number[]>> {
    if (view.text.trim() !== '') {
      const foundIds = await this.foundIds(view);
      return foundIds.ok ? ok(foundIds.value.slice(offset, offset + limit)) : foundIds;
    }
    const by = { group: view.group, limit, offset };
    return ok(readValues(this.#db, v.number(), idsByName(view.group), by));
  }

  /**
   * Returns the numbers of all products of the view; of those that a text finds, the best first.
   * Errors: `overtaken` if something else was searched for, or the catalogue replaced, meanwhile.
   */
  async ids(view: CatalogueView): Promise<Result<readonly number[]>> {
    if (view.text.trim() !== '') return this.foundIds(view);
    const inGroup = view.group === null ? '@group IS NULL' : 'group_name = @group';
    const select = `SELECT product_id FROM product WHERE ${inGroup} AND product_id > @last
       ORDER BY product_id LIMIT ${idsATurn}`;
    return this.#gathered(
      (last) => readValues(this.#db, v.number(), select, { group: view.group, last }),
      () => true,
    );
  }

  /** Does as `ids` for a view with a text. */
  async foundIds(view: CatalogueView): Promise<Result<readonly number[]>> {
    const lastView = this.#foundProducts;
    if (lastView?.view.text === view.text && lastView.view.group === view.group)
      return ok(lastView.ids);
    this.#searches += 1;
    const search = this.#searches;
    const isIn = this.#isIn(view.group);
    const best = findStored(this.#db, view.text).map(({ id }) => id);
    const query = wordQuery(view.text);
    const select = `SELECT rowid FROM word WHERE word MATCH ? AND rowid > ? ORDER BY rowid
       LIMIT ${idsATurn}`;
    const others = await this.#gathered(
      (last) => (query === null ? [] : readValues(this.#db, v.number(), select, query, last)),
      () => search === this.#searches,
    );
    if (!others.ok) return others;
    const ids = [...new Set([...best, ...others.value])].filter(isIn);
    this.#foundProducts = { view, ids };
    return ok(ids);
  }

  /** Reads numbers in turns, each time those after the last one. Errors: `overtaken`. */
  async #gathered(
    after: (last: number) => readonly number[],
    isWanted: () => boolean,
  ): Promise<Result<readonly number[]>> {
    const ids: number[] = [];
    for (;;) {
      const some = after(ids.at(-1) ?? 0);
      ids.push(...some);
      if (some.length < idsATurn) return ok(ids);
      await new Promise(setImmediate);
      if (!isWanted() || !this.#db.open) return err({ code: 'overtaken' });
    }
  }

  #isIn(group: string | null): (id: number) => boolean {
    if (group === null) return () => true;
    const select = 'SELECT 1 FROM product WHERE product_id = ? AND group_name = ?';
    return (id) => hasRow(this.#db, select, id, group);
  }

  #count(sql: string, ...values: readonly string[]): number {
    return readValue(this.#db, v.number(), sql, ...values);
  }
}
