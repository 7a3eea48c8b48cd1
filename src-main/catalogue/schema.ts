// The catalogue's own database file: beside the sales', so that a million products burden neither
// its check nor its backups.

/**
 * Of the file, as `user_version`. An older or newer one is not read: the catalogue can be imported
 * again.
 */
export const schemaVersion = 1;

export const schema = `
CREATE TABLE about (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  products INTEGER NOT NULL CHECK (products >= 0),
  -- No product's number is given a second time: lists of numbers may still hold those of products that are gone.
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
  colour TEXT
) STRICT;
CREATE UNIQUE INDEX product_by_code ON product (code_key, code);

CREATE TABLE barcode (
  barcode_key TEXT PRIMARY KEY,
  product_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The words of code and description, folded and parted by spaces: the tokenizer has nothing left to decide.
CREATE VIRTUAL TABLE word USING
  fts5(words, content = '', columnsize = 0, detail = none, tokenize = 'ascii');

-- Beginnings of words that many products share, each with the numbers of those products.
CREATE TABLE common_beginning (
  beginning TEXT PRIMARY KEY,
  -- See id-lists.ts.
  form TEXT NOT NULL,
  ids BLOB NOT NULL
) STRICT;
`;

/** Built once the products are in: sorting them at the end is faster than keeping them sorted. */
export const lateIndexes = `
CREATE INDEX product_by_description ON product (description_key);
CREATE INDEX product_by_quick_key ON product (quick_key) WHERE quick_key IS NOT NULL;
`;
