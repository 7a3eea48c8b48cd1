// The memory's own database file. It lies beside that of the sales, so that what was seen burdens
// neither the check of the sales nor their backups.

/**
 * The version of the file, as `user_version`. A file of another version is replaced, as what was in
 * it can be seen again.
 */
export const schemaVersion = 2;

export const schema = `
CREATE TABLE document (
  id INTEGER PRIMARY KEY,
  doc_key TEXT NOT NULL,
  document_date TEXT NOT NULL,
  document_time TEXT NOT NULL,
  nature_id INTEGER NOT NULL,
  status_id INTEGER NOT NULL,
  -- What a search looks in, in lower case without accents, each field on a line of its own.
  search_text TEXT NOT NULL,
  -- Of a sale of this till's: never forgotten.
  is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
  seen_at_ms INTEGER NOT NULL,
  summary TEXT NOT NULL
) STRICT;
CREATE INDEX document_by_key ON document (doc_key, id);
CREATE INDEX document_by_date ON document (document_date, id);
CREATE INDEX document_by_time ON document (document_time, id);
CREATE INDEX document_by_age ON document (seen_at_ms, id) WHERE is_own = 0;

-- Documents that were opened on a page of their own.
CREATE TABLE detail (
  id INTEGER PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
  seen_at_ms INTEGER NOT NULL,
  detail TEXT NOT NULL
) STRICT;

CREATE TABLE nature (
  nature_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  -- The list besides the one of all that shows it; null until such a list has.
  list TEXT
) STRICT;

CREATE TABLE status (
  status_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

-- The step of a sale up to which the till's own sales are filled in.
CREATE TABLE last_step (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  step_id INTEGER NOT NULL,
  -- What tells it from a step of that number in another till's file.
  at_ms INTEGER NOT NULL,
  reference TEXT NOT NULL
) STRICT;
`;
