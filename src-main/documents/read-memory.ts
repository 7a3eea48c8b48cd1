// Reads from the memory what a list, the page of a document and the filters show.
import * as v from 'valibot';
import {
  documentDetailSchema,
  documentLists,
  documentSummarySchema,
  type Choice,
  type DocumentChoices,
  type DocumentDetail,
  type DocumentList,
  type DocumentPage,
  type DocumentQuery,
  type DocumentSummary,
} from '../contract/documents.ts';
import { foldText } from '../contract/fold-text.ts';
import type { Store } from '../store/open.ts';
import { inJson, integer, readRow, readRows, readValue, readValues } from '../store/prepared.ts';

const summaryRow = v.object({ value: inJson(documentSummarySchema), seenAtMs: integer });
const detailRow = v.object({ value: inJson(documentDetailSchema), seenAtMs: integer });

export interface RecalledPage extends DocumentPage {
  readonly results: readonly DocumentSummary[];
  /** When each of the results was last seen. */
  readonly seenAtMs: readonly number[];
}

const listColumn = v.optional(v.nullable(v.picklist(documentLists)), null);

export const readListOf = (db: Store, natureId: number): DocumentList | null =>
  readValue(db, listColumn, 'SELECT list FROM nature WHERE nature_id = ?', natureId);

/** Returns a page as the service would answer it. Equal values are in the order of their ids. */
export function recallPage(db: Store, query: DocumentQuery): RecalledPage {
  const { list, natureId, statusId, offset, limit } = query;
  const search = foldText(query.search);
  const conditions = [
    list !== 'all' && 'nature_id IN (SELECT nature_id FROM nature WHERE list = @list)',
    natureId !== null && 'nature_id = @natureId',
    statusId !== null && 'status_id = @statusId',
    search !== '' && 'instr(search_text, @search) > 0',
  ].filter((condition) => condition !== false);
  const where = ['1', ...conditions].join(' AND ');
  const direction = query.descending ? 'DESC' : 'ASC';
  const parameters = { list, natureId, statusId, search };
  const count = readValue(db, integer, `SELECT count(*) FROM document WHERE ${where}`, parameters);
  const rows = readRows(
    db,
    summaryRow,
    `SELECT summary AS value, seen_at_ms AS seenAtMs FROM document WHERE ${where}
     ORDER BY ${query.orderBy} ${direction}, id ${direction} LIMIT @limit OFFSET @offset`,
    { ...parameters, limit, offset },
  );
  return {
    count,
    offset,
    results: rows.map(({ value }) => value),
    hasNext: offset + rows.length < count,
    seenAtMs: rows.map(({ seenAtMs }) => seenAtMs),
  };
}

export interface Recalled<Value> {
  readonly value: Value;
  readonly seenAtMs: number;
}

export function recallSummary(db: Store, id: number): Recalled<DocumentSummary> | undefined {
  const select = 'SELECT summary AS value, seen_at_ms AS seenAtMs FROM document WHERE id = ?';
  return readRow(db, summaryRow, select, id);
}

export function recallDetail(db: Store, id: number): Recalled<DocumentDetail> | undefined {
  const select = 'SELECT detail AS value, seen_at_ms AS seenAtMs FROM detail WHERE id = ?';
  return readRow(db, detailRow, select, id);
}

const choiceRow = v.object({ id: integer, name: v.string() });

export function recallChoices(db: Store): DocumentChoices {
  const choices = (sql: string): readonly Choice[] => readRows(db, choiceRow, sql);
  return {
    natures: choices('SELECT nature_id AS id, name FROM nature ORDER BY name, nature_id'),
    statuses: choices('SELECT status_id AS id, name FROM status ORDER BY name, status_id'),
  };
}

/** Returns those of the ids that are not remembered. */
export const notRemembered = (db: Store, ids: readonly number[]): readonly number[] =>
  readValues(
    db,
    integer,
    'SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM document)',
    JSON.stringify(ids),
  );
