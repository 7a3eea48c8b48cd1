// Gathers what a turn adds to the sums before it is written, as many sales of a turn are of one
// day.
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import type { Parts, ProductPart, SumPart } from './parts-of-sale.ts';

export class Tally {
  readonly #sums = new Map<string, SumPart & { readonly day: string }>();
  readonly #products = new Map<string, ProductPart & { readonly day: string }>();

  add({ day, sums, products }: Parts, sign: 1 | -1): void {
    for (const { group, name, number, totalCents } of sums) {
      const key = JSON.stringify([group, day, name]);
      const before = this.#sums.get(key);
      this.#sums.set(key, {
        ...{ group, day, name },
        number: (before?.number ?? 0) + sign * number,
        totalCents: (before?.totalCents ?? 0) + sign * totalCents,
      });
    }
    for (const { code, description, unit, quantity, totalCents } of products) {
      const key = JSON.stringify([day, code, description, unit]);
      const before = this.#products.get(key);
      this.#products.set(key, {
        ...{ day, code, description, unit },
        quantity: (before?.quantity ?? 0) + sign * quantity,
        totalCents: (before?.totalCents ?? 0) + sign * totalCents,
      });
    }
  }

  write(db: Store): void {
    const sum = prepared(
      db,
      `INSERT INTO day_sum (sum_group, day, name, number, total_cents)
       VALUES (@group, @day, @name, @number, @totalCents)
       ON CONFLICT DO UPDATE SET number = number + excluded.number,
         total_cents = total_cents + excluded.total_cents`,
    );
    for (const row of this.#sums.values()) sum.run(row);
    const product = prepared(
      db,
      `INSERT INTO product_sum (day, code, description, unit, quantity_thousandths, total_cents)
       VALUES (@day, @code, @description, @unit, @quantity, @totalCents)
       ON CONFLICT DO UPDATE SET
         quantity_thousandths = quantity_thousandths + excluded.quantity_thousandths,
         total_cents = total_cents + excluded.total_cents`,
    );
    const ofMonth = prepared(
      db,
      `INSERT INTO product_month_sum (month, code, description, unit, quantity_thousandths, total_cents)
       VALUES (substr(@day, 1, 7), @code, @description, @unit, @quantity, @totalCents)
       ON CONFLICT DO UPDATE SET
         quantity_thousandths = quantity_thousandths + excluded.quantity_thousandths,
         total_cents = total_cents + excluded.total_cents`,
    );
    for (const row of this.#products.values()) {
      product.run(row);
      ofMonth.run(row);
    }
  }
}
