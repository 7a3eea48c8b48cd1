// Reads from the sums what they say of a span of days.
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { sumSchema, type Sum } from '../contract/day.ts';
import type { NamedSum, ProductSum } from '../contract/figures.ts';
import { addCents, cents, centsSchema, zeroCents } from '../contract/money.ts';
import { periodOf, type Days } from '../contract/periods.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import type { SumGroup } from './parts-of-sale.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const sumRow = v.object({ ...sumSchema.entries });
const namedRow = v.object({ name: v.string(), ...sumSchema.entries });
const dayAndNameRow = v.object({ day: v.string(), ...namedRow.entries });

export const noSum: Sum = { count: 0, totalCents: zeroCents };
export const addSums = (...sums: readonly Sum[]): Sum => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  totalCents: addCents(zeroCents, ...sums.map(({ totalCents }) => totalCents)),
});

/** Returns the mean over this number, to the cent; null if the number is 0. */
export const meanCents = ({ totalCents }: Sum, of: number) =>
  of === 0 ? null : cents(Math.round(totalCents / of));

const columns = 'coalesce(sum(number), 0) AS count, coalesce(sum(total_cents), 0) AS totalCents';
const inDays = 'sum_group = @group AND day BETWEEN @from AND @until';

export const totalOf = (db: Store, group: SumGroup, { from, until }: Days): Sum =>
  v.parse(
    sumRow,
    prepared(db, `SELECT ${columns} FROM day_sum WHERE ${inDays}`).get({ group, from, until }),
  );

/** Returns the total of one day up to and including the minute `hh:mm`. */
export const totalUpTo = (db: Store, day: string, minute: string): Sum =>
  v.parse(
    sumRow,
    prepared(
      db,
      `SELECT ${columns} FROM day_sum WHERE sum_group = 'minute' AND day = ? AND name <= ?`,
    ).get(day, minute),
  );

/** Returns the totals, largest first. */
export const totalsByName = (
  db: Store,
  group: SumGroup,
  { from, until }: Days,
): readonly NamedSum[] =>
  prepared(
    db,
    `SELECT name, ${columns} FROM day_sum WHERE ${inDays}
     GROUP BY name HAVING sum(number) > 0 ORDER BY totalCents DESC, name`,
  )
    .all({ group, from, until })
    .map((row) => v.parse(namedRow, row));

/** Returns the hours in which something was sold, by day and hour. */
export const hoursOf = (
  db: Store,
  { from, until }: Days,
): readonly v.InferOutput<typeof dayAndNameRow>[] =>
  prepared(
    db,
    `SELECT day, name, number AS count, total_cents AS totalCents FROM day_sum
     WHERE ${inDays} AND number > 0 ORDER BY day, name`,
  )
    .all({ group: 'hour', from, until })
    .map((row) => v.parse(dayAndNameRow, row));

/** Returns the sums of the days on which something was sold, by day. */
export function daySums(db: Store, { from, until }: Days): ReadonlyMap<string, Sum> {
  const rows = prepared(
    db,
    `SELECT day AS name, ${columns} FROM day_sum WHERE ${inDays}
     GROUP BY day HAVING sum(number) > 0`,
  ).all({ group: 'hour', from, until });
  return new Map(
    rows.map((row) => {
      const { name, ...sum } = v.parse(namedRow, row);
      return [name, sum];
    }),
  );
}

/** Returns the first day with a sale; null before the first sale. */
export const firstDay = (db: Store): string | null =>
  v.parse(
    v.nullable(v.string()),
    prepared(db, `SELECT min(day) FROM day_sum WHERE sum_group = 'hour' AND number > 0`)
      .pluck()
      .get(),
  );

const productRow = v.object({
  code: v.string(),
  description: v.string(),
  unit: v.string(),
  quantityThousandths: integer,
  totalCents: centsSchema,
});

export interface ProductSums {
  readonly distinct: number;
  readonly byAmount: readonly ProductSum[];
  readonly byQuantity: readonly ProductSum[];
}

const quantityRow = v.looseObject({ quantityThousandths: integer });

/**
 * Returns the query for the products of these days. A whole calendar month is kept as a sum of its
 * own.
 */
const productRows = (days: Days): { readonly sql: string; readonly bounds: readonly string[] } =>
  isMonth(days)
    ? {
        sql: `SELECT code, description, unit, quantity_thousandths AS quantityThousandths,
                total_cents AS totalCents
              FROM product_month_sum WHERE month = ? AND quantity_thousandths > 0`,
        bounds: [days.from.slice(0, 7)],
      }
    : {
        sql: `SELECT code, description, unit, sum(quantity_thousandths) AS quantityThousandths,
                sum(total_cents) AS totalCents
              FROM product_sum WHERE day BETWEEN ? AND ?
              GROUP BY code, description, unit HAVING sum(quantity_thousandths) > 0`,
        bounds: [days.from, days.until],
      };

const isMonth = (days: Days): boolean => isDeepStrictEqual(days, periodOf('month', days.from));

/** Returns the first products of each order; only these are read in full. */
export function productsOf(db: Store, days: Days, limit: number): ProductSums {
  const { sql, bounds } = productRows(days);
  const rows = prepared(db, `${sql} ORDER BY totalCents DESC, code`).all(...bounds);
  const sums = v.parse(v.array(quantityRow), rows);
  const first = (all: readonly unknown[]) =>
    all.slice(0, limit).map((row) => v.parse(productRow, row));
  return {
    distinct: sums.length,
    byAmount: first(sums),
    byQuantity: first(
      sums.toSorted((one, other) => other.quantityThousandths - one.quantityThousandths),
    ),
  };
}

const unreadableRow = v.object({ reference: v.string() });

export function unreadableSales(db: Store, limit: number) {
  const count = prepared(db, 'SELECT count(*) FROM unreadable_sale').pluck().get();
  const named = prepared(
    db,
    'SELECT reference FROM unreadable_sale ORDER BY sale_id DESC LIMIT ?',
  ).all(limit);
  return {
    count: v.parse(integer, count),
    references: named.map((row) => v.parse(unreadableRow, row).reference),
  };
}
