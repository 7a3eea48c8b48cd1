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
  -- What is printed: a document of the service, or (without one) the slip of a sale.
  document_id INTEGER,
  reference TEXT,
  title TEXT NOT NULL,
  language TEXT NOT NULL,
  is_copy INTEGER NOT NULL CHECK (is_copy IN (0, 1)),
  -- The row that counts it as a print of its document, unless nothing has left the till.
  print_id INTEGER REFERENCES receipt_print (print_id),
  asked_by TEXT NOT NULL,
  is_automatic INTEGER NOT NULL CHECK (is_automatic IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'printing', 'printed', 'failed', 'uncertain', 'given_up')),
  -- Why it failed or is uncertain, as JSON.
  error TEXT,
  CHECK (document_id IS NOT NULL OR reference IS NOT NULL)
) STRICT;
-- By itself the till prints a sale once.
CREATE UNIQUE INDEX print_job_automatic ON print_job (reference) WHERE is_automatic = 1;
CREATE INDEX print_job_waiting ON print_job (job_id) WHERE state = 'waiting';
CREATE INDEX print_job_troubled ON print_job (job_id) WHERE state IN ('failed', 'uncertain');
CREATE INDEX print_job_counted ON print_job (print_id) WHERE print_id IS NOT NULL;

CREATE TABLE drawer_opening (
  opening_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  opened_by TEXT NOT NULL,
  -- In a person's words, or
  reason TEXT,
  -- the sale that was paid in cash.
  reference TEXT,
  -- Null until it is known.
  outcome TEXT CHECK (outcome IN ('opened', 'failed', 'unclear')),
  CHECK (reason IS NOT NULL OR reference IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX drawer_opening_of_sale ON drawer_opening (reference) WHERE reference IS NOT NULL;
`;
