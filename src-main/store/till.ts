// The one row that says whose database this is, and the highest document id that the till has seen.
import * as v from 'valibot';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Profile } from '../contract/profiles.ts';
import type { Store } from './open.ts';
import { integer, prepared, readValue, readValues, requireRow } from './prepared.ts';

export type TillBinding = Pick<Profile, 'serviceAddress' | 'companyCode' | 'tillCode'>;

export const isSameTill = (one: TillBinding, other: TillBinding): boolean =>
  one.serviceAddress === other.serviceAddress &&
  one.companyCode === other.companyCode &&
  one.tillCode === other.tillCode;

/** A till's database before it is open. */
export interface TillFile {
  readonly file: string;
  readonly binding: TillBinding;
  /** Returns another one at each call. */
  readonly newInstallation: () => string;
  readonly nowMs: number;
  /** Called at once, whether or not the till can be opened afterwards. */
  readonly onSetAside?: (aside: string) => void;
  /** A salvage's second thread (`helper-process/rows-ahead.ts`), for large files. */
  readonly readAheadProgram?: string;
}

const tillRow = v.object({
  service_address: v.string(),
  company_code: v.string(),
  till_code: v.string(),
  installation: v.string(),
  highest_document_id: integer,
  file_identity: v.string(),
});

const readTill = (db: Store) => requireRow(db, tillRow, 'SELECT * FROM till');

/**
 * Binds a new database to service address, company and till, or checks that an existing one is
 * bound to the same: sales of one are never sent to another. Error: `store_other_till`.
 */
export function bindTill(db: Store, binding: TillBinding, installation: string): Result<null> {
  prepared(
    db,
    `INSERT INTO till (only_row, service_address, company_code, till_code, installation)
     VALUES (1, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  ).run(binding.serviceAddress, binding.companyCode, binding.tillCode, installation);
  const row = readTill(db);
  noteInstallation(db, row.installation);
  const { service_address: serviceAddress, company_code: companyCode, till_code: tillCode } = row;
  return isSameTill({ serviceAddress, companyCode, tillCode }, binding)
    ? ok(null)
    : err({ code: 'store_other_till', file: db.name });
}

export const installationOf = (db: Store): string => readTill(db).installation;

/** @throws if it does not have four characters. */
export function setInstallation(db: Store, installation: string): void {
  prepared(db, 'UPDATE till SET installation = ?').run(installation);
  noteInstallation(db, installation);
}

export function noteInstallation(db: Store, installation: string): void {
  prepared(db, 'INSERT INTO installation (prefix) VALUES (?) ON CONFLICT DO NOTHING').run(
    installation,
  );
}

/** Returns every installation that this file has been. */
export const installationsOf = (db: Store): readonly string[] =>
  readValues(db, v.string(), 'SELECT prefix FROM installation');

/** Returns the beginnings (`CF-XXXX-`) of all references that this file has ever given. */
export const referencePrefixes = (db: Store): readonly string[] =>
  installationsOf(db).map((prefix) => `CF-${prefix}-`);

/** Returns where this file was at its last opening; empty before the first. */
export const readFileIdentity = (db: Store): string => readTill(db).file_identity;

export function writeFileIdentity(db: Store, identity: string): void {
  prepared(db, 'UPDATE till SET file_identity = ?').run(identity);
}

export const highestDocumentIdSql = 'SELECT highest_document_id FROM till';

export const highestDocumentId = (db: Store): number =>
  readValue(db, tillRow.entries.highest_document_id, highestDocumentIdSql);

/** No service makes so many documents while nobody looks: such an id is somebody's mistake. */
const absurdLeap = 1_000_000_000;

/** Notes an id that a list has shown, unless it is far above everything that is known. */
export function noteDocumentId(db: Store, id: number): void {
  prepared(
    db,
    `UPDATE till SET highest_document_id = @id WHERE highest_document_id < @id
       AND (highest_document_id = 0 OR highest_document_id + ${absurdLeap} > @id)`,
  ).run({ id });
}

/** Notes the id of a document of the till's own. */
export function raiseDocumentId(db: Store, id: number): void {
  prepared(db, 'UPDATE till SET highest_document_id = ? WHERE highest_document_id < ?').run(id, id);
}

/** Notes that the service has begun its ids anew, and how far it has come. */
export function lowerDocumentId(db: Store, id: number): void {
  prepared(db, 'UPDATE till SET highest_document_id = ? WHERE highest_document_id > ?').run(id, id);
}
