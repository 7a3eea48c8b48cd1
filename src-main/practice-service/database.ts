// The practice service's one SQLite file: how it is opened, and its schema.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

export type PracticeDatabase = Database.Database;

const schemaVersion = 1;

/**
 * Opens the file, or creates it and its folder; `isNew` says that it has no schema yet.
 * @throws if another version of the schema wrote the file.
 */
export function openDatabase(file: string): { db: PracticeDatabase; isNew: boolean } {
  mkdirSync(dirname(file), { recursive: true });
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    // A reopened WAL file comes back with NORMAL, which may lose documents in a power cut.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    const version = db.pragma('user_version', { simple: true });
    if (version !== 0 && version !== schemaVersion) {
      throw new Error(
        `${file} has schema version ${String(version)}; this practice service reads ${schemaVersion}.`,
      );
    }
    return { db, isNew: version === 0 };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Makes the schema. Call it in the transaction that also seeds: a half-made file stays new. */
export function createSchema(db: PracticeDatabase): void {
  db.exec(schema);
  db.pragma(`user_version = ${schemaVersion}`);
}

// Amounts are cents; quantities, unit values and percentages are millionths; booleans are 0 or 1.
const schema = `
CREATE TABLE companies (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  company_name TEXT NOT NULL,
  demo_plan_id INTEGER UNIQUE
) STRICT;

CREATE TABLE tills (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES companies,
  code INTEGER NOT NULL,
  description TEXT NOT NULL,
  serie_letter TEXT NOT NULL,
  terminal_id INTEGER NOT NULL,
  terminal TEXT NOT NULL,
  location_id INTEGER NOT NULL,
  location TEXT NOT NULL,
  UNIQUE (company_id, code)
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL
) STRICT;

CREATE TABLE memberships (
  user_id INTEGER NOT NULL REFERENCES users,
  company_id INTEGER NOT NULL REFERENCES companies,
  is_staff INTEGER NOT NULL,
  is_salesman INTEGER NOT NULL,
  may_use_stocks INTEGER NOT NULL,
  last_till_id INTEGER NOT NULL REFERENCES tills,
  PRIMARY KEY (user_id, company_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  till_id INTEGER NOT NULL REFERENCES tills,
  FOREIGN KEY (user_id, company_id) REFERENCES memberships
) STRICT;

CREATE TABLE products (
  code TEXT PRIMARY KEY,
  description TEXT NOT NULL,
  unit TEXT NOT NULL,
  vat_rate INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE parties (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES companies,
  class INTEGER NOT NULL,
  code INTEGER NOT NULL,
  name TEXT NOT NULL,
  commercial_name TEXT NOT NULL DEFAULT '',
  fiscal_number TEXT NOT NULL,
  street1 TEXT NOT NULL DEFAULT '',
  street2 TEXT NOT NULL DEFAULT '',
  zip_code TEXT NOT NULL DEFAULT '',
  zip_locale TEXT NOT NULL DEFAULT '',
  UNIQUE (company_id, class, code),
  UNIQUE (company_id, class, fiscal_number)
) STRICT;

CREATE TABLE salesmen (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES companies,
  code INTEGER NOT NULL,
  salesman_name TEXT NOT NULL
) STRICT;

CREATE TABLE warehouses (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES companies,
  code INTEGER NOT NULL,
  description TEXT NOT NULL
) STRICT;

CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES companies,
  document_type_id INTEGER NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  last_number INTEGER NOT NULL DEFAULT 0,
  UNIQUE (company_id, document_type_id, code)
) STRICT;

CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES companies,
  till_id INTEGER NOT NULL REFERENCES tills,
  document_type_id INTEGER NOT NULL,
  nature_id INTEGER NOT NULL,
  serie_id INTEGER NOT NULL REFERENCES series,
  status_id INTEGER NOT NULL,
  at_report_status_id INTEGER NOT NULL,
  doc_key TEXT NOT NULL,
  document_number INTEGER NOT NULL,
  document_date TEXT NOT NULL,
  document_time TEXT NOT NULL,
  due_date TEXT NOT NULL,
  our_reference TEXT NOT NULL,
  document_reference TEXT NOT NULL,
  party_id INTEGER REFERENCES parties,
  warehouse_id INTEGER NOT NULL REFERENCES warehouses,
  salesman_id INTEGER REFERENCES salesmen,
  payment_term_id INTEGER NOT NULL,
  is_tax_included INTEGER NOT NULL,
  is_transport_document INTEGER NOT NULL,
  number_of_prints INTEGER NOT NULL,
  header_text TEXT NOT NULL,
  footer_text TEXT NOT NULL,
  discount_millionths INTEGER NOT NULL,
  gross_cents INTEGER NOT NULL,
  discount_cents INTEGER NOT NULL,
  net_cents INTEGER NOT NULL,
  taxes_cents INTEGER NOT NULL,
  total_cents INTEGER NOT NULL,
  round_cents INTEGER NOT NULL,
  due_cents INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX documents_number ON documents (serie_id, document_number)
  WHERE document_number > 0;
CREATE INDEX documents_by_nature ON documents (company_id, nature_id, status_id);
CREATE INDEX documents_by_id ON documents (company_id, id);
CREATE INDEX documents_by_key ON documents (company_id, doc_key);
CREATE INDEX documents_by_date ON documents (company_id, document_date);
CREATE INDEX documents_by_time ON documents (company_id, document_time);

CREATE TABLE document_lines (
  document_id INTEGER NOT NULL REFERENCES documents,
  position INTEGER NOT NULL,
  product_code TEXT NOT NULL REFERENCES products,
  quantity_millionths INTEGER NOT NULL,
  unit_value_millionths INTEGER NOT NULL,
  vat_rate INTEGER NOT NULL,
  line_cents INTEGER NOT NULL,
  PRIMARY KEY (document_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_taxes (
  document_id INTEGER NOT NULL REFERENCES documents,
  vat_rate INTEGER NOT NULL,
  net_cents INTEGER NOT NULL,
  tax_cents INTEGER NOT NULL,
  PRIMARY KEY (document_id, vat_rate)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_payments (
  document_id INTEGER NOT NULL REFERENCES documents,
  position INTEGER NOT NULL,
  payment_method_id INTEGER NOT NULL,
  PRIMARY KEY (document_id, position)
) STRICT, WITHOUT ROWID;

-- What search looks in, in lower case, apart from the wide rows so that a scan of it stays quick.
CREATE TABLE document_search (
  document_id INTEGER PRIMARY KEY REFERENCES documents,
  heading TEXT NOT NULL,
  heading_and_lines TEXT NOT NULL
) STRICT;
`;
