// Who works at the till, what was sent to its printer, when its drawer was opened, and settings that belong to its company.
// A sale's commit is one statement now.
export const peopleAndPaper = `
-- A sale at the counter ends the cart under way; a document leaves it as it is.
CREATE TRIGGER open_cart_sold AFTER INSERT ON sale WHEN NEW.sold ->> '$.payment' IS NOT NULL BEGIN
  DELETE FROM open_cart WHERE only_row = 1;
END;

CREATE TABLE cashier (
  cashier_id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('cashier', 'manager')),
  -- scrypt, with its cost and its salt.
  pin_hash TEXT NOT NULL,
  failed_tries INTEGER NOT NULL DEFAULT 0,
  wait_until_ms INTEGER NOT NULL DEFAULT 0
) STRICT;

-- JSON by name: what moves with the till's file and not with the computer.
CREATE TABLE till_setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE print_job (
  job_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  -- What is printed: a document of the service, or the slip of a sale.
  document_id INTEGER,
  reference TEXT,
  language TEXT NOT NULL,
  is_copy INTEGER NOT NULL CHECK (is_copy IN (0, 1)),
  asked_by TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'printing', 'printed', 'failed', 'uncertain', 'given_up')),
  -- Why it failed or is uncertain, as JSON.
  error TEXT
) STRICT;
CREATE INDEX print_job_by_document ON print_job (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX print_job_open ON print_job (state) WHERE state NOT IN ('printed', 'given_up');

CREATE TABLE drawer_opening (
  opening_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  opened_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- Of the sale that was paid in cash.
  reference TEXT
) STRICT;
`;
