// The catalogue's own database file. It lies beside that of the sales, so that a million products
// burden neither the check of the sales nor their backups.

/**
 * The version of the file, as `user_version`. A newer one is not read. From an older one, barcodes
 * and words are indexed again: their keys had leading zeros and fewer spellings.
 */
export const schemaVersion = 3;

/**
 * The words of code and description, folded and parted by spaces: the tokenizer has nothing left to
 * decide. What somebody types first is in the indexes of beginnings.
 */
export const wordIndex = `
CREATE VIRTUAL TABLE word USING fts5(words, content = '', contentless_delete = 1, detail = none,
  tokenize = 'ascii', prefix = '1 2 3');
`;

/** What the last change has found, so that it can be undone. */
export const lastChange = `
CREATE TABLE last_change (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  change_id INTEGER NOT NULL,
  -- JSON of what was done to many at once by the last change; null where it was of one product.
  many TEXT,
  -- JSON of what an import has replaced besides the products: all of them then go when it is
  -- undone. Null where the change was no import.
  replaced TEXT
) STRICT;
INSERT INTO last_change VALUES (1, 0, NULL, NULL);
CREATE TABLE before_change (
  product_id INTEGER PRIMARY KEY,
  -- Null where there was no product of this number.
  row TEXT
) STRICT;
`;

export const schema = `
CREATE TABLE about (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  products INTEGER NOT NULL CHECK (products >= 0),
  -- No product's number is given a second time: a page may still hold that of one that is gone.
  last_id INTEGER NOT NULL,
  imported_at_ms INTEGER
) STRICT;
INSERT INTO about VALUES (1, 0, 0, NULL);

CREATE TABLE product (
  product_id INTEGER PRIMARY KEY,
  code TEXT NOT NULL,
  -- Keys are in lower case without accents.
  code_key TEXT NOT NULL,
  description TEXT NOT NULL,
  description_key TEXT NOT NULL,
  barcodes TEXT NOT NULL,
  unit_price_micros INTEGER NOT NULL,
  unit TEXT NOT NULL,
  sold_by TEXT CHECK (sold_by IN ('piece', 'measure')),
  vat_label TEXT NOT NULL,
  group_name TEXT NOT NULL,
  quick_key INTEGER,
  colour TEXT,
  source_id INTEGER,
  edited_at_ms INTEGER,
  -- What the import said of a product that was changed by hand since.
  imported TEXT,
  imported_code TEXT
) STRICT;
CREATE UNIQUE INDEX product_by_code ON product (code_key, code);

CREATE TABLE barcode (
  barcode_key TEXT PRIMARY KEY,
  product_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

${wordIndex}
-- Where products come from: a file that was imported, a person's hands, or a document of the
-- service.
CREATE TABLE source (
  source_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'typed', 'document')),
  -- The file's; else empty.
  name TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;

-- Codes of imported products that were removed by hand: an import that keeps edits leaves them out.
CREATE TABLE removed_code (code TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

${lastChange}
-- What a change by hand has to tell the till's own file, in JSON: written with the change, and
-- taken out once that file has it.
CREATE TABLE to_tell (tell_id INTEGER PRIMARY KEY, what TEXT NOT NULL) STRICT;
`;

/**
 * Dropped before very many products are put in and built once they are, as sorting them at the end
 * is faster than keeping them sorted.
 */
export const dropLateIndexes = `
DROP INDEX product_by_description;
DROP INDEX product_by_quick_key;
DROP INDEX product_by_group;
DROP INDEX product_by_imported_code;
DROP INDEX product_by_edit;
`;
export const lateIndexes = `
CREATE INDEX product_by_description ON product (description_key);
CREATE INDEX product_by_quick_key ON product (quick_key) WHERE quick_key IS NOT NULL;
CREATE INDEX product_by_group ON product (group_name, description_key);
CREATE INDEX product_by_imported_code ON product (imported_code) WHERE imported_code IS NOT NULL;
CREATE INDEX product_by_edit ON product (edited_at_ms) WHERE edited_at_ms IS NOT NULL;
`;
