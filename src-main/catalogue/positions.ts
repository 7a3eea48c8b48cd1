// Finds where a product stands in the order of names, among a million. It knows the keys at some
// places, and counts off a few thousand rows at most from the nearest one. More places become known
// in turns, as far as somebody scrolls.
import * as v from 'valibot';
import { foldText } from '../contract/fold-text.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import type { Moved } from './write-product.ts';

const apart = 4096;

interface Place {
  readonly key: string;
  readonly id: number;
  /** How many products come before the first that is not before this key. */
  readonly before: number;
}

const placeRow = v.optional(v.object({ key: v.string(), id: v.number() }));

export class Positions {
  readonly #db: Store;
  readonly #group: string | null;
  #places: readonly Place[] = [{ key: '', id: 0, before: 0 }];

  /** `group` limits the order to the products of one group; null stands for all. */
  constructor(db: Store, group: string | null) {
    this.#db = db;
    this.#group = group;
  }

  /** Returns where to begin reading and how many rows to skip, from the nearest known place. */
  async from(
    offset: number,
  ): Promise<{ readonly key: string; readonly id: number; readonly skip: number }> {
    for (;;) {
      const place = this.#lastBefore(offset);
      const skip = offset - place.before;
      if (skip < apart || !this.#db.open) return { key: place.key, id: place.id, skip };
      const next = v.parse(placeRow, this.#select.get(...this.#values(place), apart));
      if (!next) return { key: place.key, id: place.id, skip };
      const known = { ...next, before: place.before + apart };
      this.#places = [...this.#places, known].sort((one, other) => one.before - other.before);
      await new Promise(setImmediate);
    }
  }

  /** Moves the known places when products have gone and come. */
  follow({ removed, added }: Moved): void {
    for (const each of removed) this.#shift(each.product, each.id, -1);
    for (const each of added) this.#shift(each.product, each.id, 1);
  }

  #shift(
    product: { readonly description: string; readonly group: string },
    id: number,
    by: number,
  ) {
    if (this.#group !== null && product.group !== this.#group) return;
    const key = foldText(product.description);
    this.#places = this.#places.map((place) => {
      // SQLite compares texts in this way: byte by byte.
      const order = Buffer.compare(Buffer.from(key), Buffer.from(place.key));
      const isBefore = order < 0 || (order === 0 && id < place.id);
      return isBefore ? { ...place, before: place.before + by } : place;
    });
  }

  #lastBefore(offset: number): Place {
    return this.#places.findLast(({ before }) => before <= offset) ?? { key: '', id: 0, before: 0 };
  }

  get #select() {
    return prepared(
      this.#db,
      `SELECT description_key AS key, product_id AS id FROM product
         WHERE ${this.#group === null ? '' : 'group_name = ? AND '}${fromHere}
         ORDER BY description_key, product_id LIMIT 1 OFFSET ?`,
    );
  }

  #values({ key, id }: Place): readonly (string | number)[] {
    return this.#group === null ? [key, key, id] : [this.#group, key, key, id];
  }
}

/** Takes a key, the same key again, and a number. */
export const fromHere = `description_key >= ? AND (description_key > ? OR product_id >= ?)`;
