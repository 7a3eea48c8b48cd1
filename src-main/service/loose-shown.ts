// Taking a value of an answer to a place of its own on the screen, and keeping account of what is
// shown there.
import type { JsonObject } from './json-object.ts';
import { holderOf, nameIn, valueAt, type Column } from './loose-rows.ts';

/**
 * The fields of each object of the answer that the screen shows in places of their own, and so not
 * again among the others.
 */
export type ShownFields = Map<object, Set<string>>;

export function note(record: JsonObject, field: string, shown: ShownFields): void {
  shown.set(record, (shown.get(record) ?? new Set()).add(field));
}

type Convert<Value> = (value: unknown) => Value | null;

/**
 * The first of the columns that holds text or a number in this row counts, whether or not it can be
 * converted.
 */
export function takeFirst<Value>(
  row: JsonObject,
  columns: readonly Column[],
  convert: Convert<Value>,
  shown: ShownFields,
): Value | null {
  const column = columns.find((each) => valueAt(row, each) !== null);
  return column ? takeSame(row, [column], convert, shown) : null;
}

/**
 * What all of the columns that hold anything in this row say; null where they contradict each
 * other.
 */
export function takeSame<Value>(
  row: JsonObject,
  columns: readonly Column[],
  convert: Convert<Value>,
  shown?: ShownFields,
): Value | null {
  const given = columns.filter((column) => valueAt(row, column) !== null);
  const [value = null, ...others] = given.map((column) => convert(valueAt(row, column)));
  if (value === null || others.some((other) => other !== value)) return null;
  for (const column of shown ? given : []) {
    const holder = holderOf(row, column);
    if (holder && shown) note(holder, nameIn(column), shown);
  }
  return value;
}
