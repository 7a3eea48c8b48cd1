// Finds the lists of a document whose shape is "not shown": which are its lines, its payments and
// its taxes, by their names and by what their rows hold. The work is bounded, however much comes.
import { isRecord, type JsonObject } from './json-object.ts';
import {
  distanceOf,
  keyOf,
  listNames,
  listRoleOf,
  plainLists,
  wordsOf,
  wrappers,
  type ListRole,
} from './lenient-names.ts';
import { fieldsOf, isThere, type Visits } from './lenient-values.ts';

const maxRows = 1000;
const maxLists = 40;
const maxBodyFields = 1000;
const maxFields = 100;
const maxInnerFields = 20;
const maxColumns = 300;
const maxWrapperDepth = 2;

/** A field of the rows, or a field of an object within them. */
export interface Column {
  readonly field: string;
  /** The field of the object under `field`; null for the field itself. */
  readonly inner: string | null;
  /** The words of the field that holds the object; none for the field itself. */
  readonly parentWords: readonly string[];
  readonly words: readonly string[];
}

export interface Table {
  readonly rows: readonly JsonObject[];
  /** The columns in the order in which they first come. */
  readonly columns: readonly Column[];
}

interface FoundList {
  readonly role: ListRole | null;
  /** Its place among the whole names, which count before all others; null for any other name. */
  readonly place: number | null;
  readonly rows: readonly JsonObject[];
}

export type Fits = Readonly<Record<ListRole, (table: Table, isNamed: boolean) => boolean>>;

const noTable: Table = { rows: [], columns: [] };

/** Returns the object that holds the column's value in this row; null if there is none. */
export function holderOf(row: JsonObject, { field, inner }: Column): JsonObject | null {
  // Properties that every object inherits did not come with the answer.
  if (!Object.hasOwn(row, field)) return null;
  if (inner === null) return row;
  const holder = row[field];
  return isRecord(holder) && Object.hasOwn(holder, inner) ? holder : null;
}

export const nameIn = ({ field, inner }: Column): string => inner ?? field;

/** Returns text or a number; null if there is neither. */
export function valueAt(row: JsonObject, column: Column): string | number | null {
  const value = holderOf(row, column)?.[nameIn(column)];
  return isThere(value) ? value : null;
}

export const keyIn = ({ words }: Column, subjects: ReadonlySet<string>): string =>
  keyOf(words, subjects);

/** Returns how far from the product is what the column says (`distanceOf`). */
export const distanceIn = ({ parentWords, words }: Column): 0 | 1 | 2 =>
  distanceOf([...parentWords, ...words]);

/** Chooses a list for each role; none serves two. `fits`: whether rows hold what they must. */
export function tablesOf(
  body: unknown,
  fits: Fits,
  visits: Visits,
): Readonly<Record<ListRole, Table>> {
  const lists = isRecord(body) ? findLists(body, visits) : [];
  const tables = new Map(lists.map((list) => [list, tableOf(list.rows, visits)]));
  const takenLists = new Set<FoundList>();
  const choose = (role: ListRole): Table => {
    const [bestTable] = lists
      .filter((list) => !takenLists.has(list) && (list.role === role || list.role === null))
      .map((list) => ({ list, table: tables.get(list) ?? noTable, place: placeOf(list, role) }))
      .map((each) => ({ ...each, isFitting: fits[role](each.table, each.list.role === role) }))
      // A whole name is enough by itself.
      .filter(({ place, isFitting }) => isFitting || place < listNames[role].length)
      .sort((a, b) => Number(b.isFitting) - Number(a.isFitting) || a.place - b.place);
    if (bestTable) takenLists.add(bestTable.list);
    return bestTable?.table ?? noTable;
  };
  return { lines: choose('lines'), taxes: choose('taxes'), payments: choose('payments') };
}

function placeOf({ place, role }: FoundList, wanted: ListRole): number {
  const last = listNames[wanted].length;
  if (role !== wanted) return last + 1;
  return place ?? last;
}

/** Finds the lists, those with the most telling names first, so that no bound leaves these out. */
function findLists(body: JsonObject, visits: Visits): readonly FoundList[] {
  const known = Object.entries(listNames).flatMap(([role, names]) =>
    names.flatMap((name, place): FoundList[] => {
      const rows = Object.hasOwn(body, name) ? rowsOf(body[name]) : null;
      return rows ? [{ role: role as ListRole, place, rows }] : [];
    }),
  );
  const seenRows = new Set(known.map(({ rows }) => rows[0]));
  const others: FoundList[] = [];
  for (const list of listsIn(body, [], visits, 0)) {
    if (!seenRows.has(list.rows[0])) others.push(list);
    if (others.length >= maxLists) break;
  }
  return [
    ...known,
    ...others.filter(({ role }) => role !== null),
    ...others.filter(({ role }) => role === null),
  ];
}

/** Returns null if the value is no list, is empty, or holds anything but objects. */
function rowsOf(value: unknown): readonly JsonObject[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const rows: readonly unknown[] = value.slice(0, maxRows);
  return rows.every(isRecord) ? rows : null;
}

/** Finds lists in an object and its wrappers. `path` has the words around them. */
function* listsIn(
  body: JsonObject,
  path: readonly string[],
  visits: Visits,
  depth: number,
): Generator<FoundList> {
  for (const field of fieldsOf(body, maxBodyFields)) {
    if (!visits.take()) return;
    const value = body[field];
    if (typeof value !== 'object' || value === null) continue;
    const own = wordsOf(field);
    const rows = rowsOf(value);
    if (rows) {
      const isNamedByPath = path.length > 0 && plainLists.has(own.join(''));
      const role = listRoleOf(isNamedByPath ? path : own);
      if (role !== 'other') yield { role, place: null, rows };
    } else if (isRecord(value) && depth < maxWrapperDepth) {
      const role = listRoleOf(own);
      if (wrappers.has(own.join(''))) yield* listsIn(value, path, visits, depth + 1);
      else if (role !== null && role !== 'other') yield* listsIn(value, own, visits, depth + 1);
    }
  }
}

function tableOf(rows: readonly JsonObject[], visits: Visits): Table {
  const columns: Column[] = [];
  const plain = new Set<string>();
  const objects = new Map<string, Set<string>>();
  const whole = { rows, columns };
  for (const row of rows) {
    for (const field of fieldsOf(row, maxFields)) {
      if (!visits.take() || columns.length >= maxColumns) return whole;
      const value = row[field];
      if (isRecord(value)) {
        const known = objects.get(field) ?? new Set();
        objects.set(field, known);
        for (const inner of fieldsOf(value, maxInnerFields)) {
          if (!visits.take()) return whole;
          if (known.has(inner)) continue;
          known.add(inner);
          columns.push({ field, inner, parentWords: wordsOf(field), words: wordsOf(inner) });
        }
      } else if (!plain.has(field) && isThere(value)) {
        plain.add(field);
        columns.push({ field, inner: null, parentWords: [], words: wordsOf(field) });
      }
    }
  }
  return whole;
}

/** Returns the columns that have a place, the first first. */
export const byPlace = (
  columns: readonly Column[],
  placeOf: (column: Column) => number | undefined,
): readonly Column[] =>
  columns
    .filter((column) => placeOf(column) !== undefined)
    .sort((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0));
