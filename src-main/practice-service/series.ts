// The series that number the documents: one per document type, year and till of a company.
import type { Actor } from './accounts.ts';
import type { PracticeDatabase } from './database.ts';
import type { DocumentType } from './reference.ts';
import { unknownRecord } from './requests.ts';
import type { CreateRequest, FieldError } from './requests.ts';
import { prepared } from './prepared.ts';

/** Checks `document_serie_id`, which counts only together with `document_id`. */
export function serieErrors(
  db: PracticeDatabase,
  companyId: number,
  type: DocumentType,
  request: CreateRequest,
): FieldError[] {
  const { document_id: typeId, document_serie_id: serieId } = request;
  if (typeId === undefined || serieId === undefined) return [];
  const serie = prepared<[number, number, number]>(
    db,
    'SELECT 1 FROM series WHERE id = ? AND company_id = ? AND document_type_id = ?',
  ).get(serieId, companyId, type.id);
  return serie === undefined ? [unknownRecord('document_serie_id')] : [];
}

/** Returns the series requested with a document type; else the till's own of the year. */
export function chooseSerie(
  db: PracticeDatabase,
  actor: Actor,
  type: DocumentType,
  request: CreateRequest,
  year: string,
): { readonly id: number; readonly code: string } {
  const wantedSerieId = request.document_id === undefined ? undefined : request.document_serie_id;
  if (wantedSerieId === undefined) {
    prepared(
      db,
      `INSERT INTO series (company_id, document_type_id, code, description)
       SELECT company_id, :typeId, :year || serie_letter, description || ', ' || :year
       FROM tills WHERE id = :tillId
       ON CONFLICT DO NOTHING`,
    ).run({ typeId: type.id, year, tillId: actor.tillId });
  }
  const serie = prepared<
    [{ asked: number | null; typeId: number; year: string; tillId: number }],
    { id: number; code: string }
  >(
    db,
    `SELECT s.id, s.code FROM tills t JOIN series s ON s.company_id = t.company_id
       WHERE t.id = :tillId AND s.document_type_id = :typeId
         AND CASE WHEN :asked IS NULL THEN s.code = :year || t.serie_letter ELSE s.id = :asked END`,
  ).get({ asked: wantedSerieId ?? null, typeId: type.id, year, tillId: actor.tillId });
  if (serie === undefined) throw new Error(`Till ${actor.tillId} has no serie for ${type.code}.`);
  return serie;
}

/** Counts on. Call it in the transaction that writes the document, so that there are no gaps. */
export function nextNumber(db: PracticeDatabase, serieId: number): number {
  const row = prepared<[number], { last_number: number }>(
    db,
    'UPDATE series SET last_number = last_number + 1 WHERE id = ? RETURNING last_number',
  ).get(serieId);
  if (row === undefined) throw new Error(`There is no serie ${serieId}.`);
  return row.last_number;
}
