// Takes values of an answer to places of their own on the screen, and keeps account of them.
import type { JsonObject } from './json-object.ts';
import { holderOf, nameIn, valueAt, type Column } from './lenient-rows.ts';

/**
 * The fields of each object of the answer that have a place of their own on the screen, and so are
 * not shown again among the others.
 */
export type ShownFields = Map<object, Set<string>>;

export function note(record: JsonObject, field: string, shownFields: ShownFields): void {
  shownFields.set(record, (shownFields.get(record) ?? new Set()).add(field));
}

type Convert<Value> = (value: unknown) => Value | null;

/** Takes the row's first column that holds text or a number, even if it cannot be converted. */
export function takeFirst<Value>(
  row: JsonObject,
  columns: readonly Column[],
  convert: Convert<Value>,
  shownFields: ShownFields,
): Value | null {
  const column = columns.find((each) => valueAt(row, each) !== null);
  return column ? takeSame(row, [column], convert, shownFields) : null;
}

/** Takes what all columns with a value in this row say; null if they contradict each other. */
export function takeSame<Value>(
  row: JsonObject,
  columns: readonly Column[],
  convert: Convert<Value>,
  shownFields?: ShownFields,
): Value | null {
  const givenColumns = columns.filter((column) => valueAt(row, column) !== null);
  const [value = null, ...others] = givenColumns.map((column) => convert(valueAt(row, column)));
  if (value === null || others.some((other) => other !== value)) return null;
  if (shownFields) noteColumns(row, givenColumns, shownFields);
  return value;
}

/** Notes of those columns that have a value in this row that they have a place on the screen. */
export function noteColumns(
  row: JsonObject,
  columns: readonly Column[],
  shownFields: ShownFields,
): void {
  for (const column of columns) {
    const holder = holderOf(row, column);
    if (holder && valueAt(row, column) !== null) note(holder, nameIn(column), shownFields);
  }
}
