// The first schema: who the till is, its sales with their whole history, the cart under way, products and payment methods.
export const salesAndCart = `
CREATE TABLE till (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  service_address TEXT NOT NULL,
  company_code TEXT NOT NULL,
  till_code TEXT NOT NULL,
  -- Begins every reference of this installation.
  installation TEXT NOT NULL CHECK (length(installation) = 4),
  -- The highest document id seen in any answer: what an attempt creates has a higher one.
  highest_document_id INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE sale (
  sale_id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  cart_id TEXT NOT NULL UNIQUE,
  committed_at_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'sending', 'in_doubt', 'incomplete', 'rejected', 'conflict', 'confirmed', 'cancelled')),
  nature_code TEXT NOT NULL,
  -- The exact bytes that are sent, and what they must hash to.
  body BLOB NOT NULL,
  body_sha256 BLOB NOT NULL CHECK (length(body_sha256) = 32),
  total_cents INTEGER NOT NULL,
  sold TEXT NOT NULL,
  document_id INTEGER,
  doc_key TEXT,
  service_total_cents INTEGER,
  -- What the service answered of its document, as far as the till reads it: the receipt is printed from it.
  document TEXT,
  last_evidence TEXT NOT NULL,
  next_step_at_ms INTEGER
) STRICT;
CREATE INDEX sale_by_state ON sale (state, sale_id);
CREATE INDEX sale_by_document ON sale (document_id) WHERE document_id IS NOT NULL;

-- Counted as they change, so that the status line costs the same with ten sales waiting as with a hundred thousand.
CREATE TABLE sale_count (
  state TEXT PRIMARY KEY,
  sales INTEGER NOT NULL CHECK (sales >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO sale_count (state, sales) VALUES
  ('queued', 0), ('sending', 0), ('in_doubt', 0), ('incomplete', 0),
  ('rejected', 0), ('conflict', 0), ('confirmed', 0), ('cancelled', 0);
CREATE TRIGGER sale_counted AFTER INSERT ON sale BEGIN
  UPDATE sale_count SET sales = sales + 1 WHERE state = NEW.state;
END;
CREATE TRIGGER sale_recounted AFTER UPDATE OF state ON sale WHEN OLD.state <> NEW.state BEGIN
  UPDATE sale_count SET sales = sales - 1 WHERE state = OLD.state;
  UPDATE sale_count SET sales = sales + 1 WHERE state = NEW.state;
END;
-- No sale is ever dropped.
CREATE TRIGGER sale_kept BEFORE DELETE ON sale BEGIN
  SELECT RAISE(ABORT, 'a sale is kept for ever');
END;

CREATE TABLE sale_step (
  step_id INTEGER PRIMARY KEY,
  sale_id INTEGER NOT NULL REFERENCES sale (sale_id),
  at_ms INTEGER NOT NULL,
  event TEXT NOT NULL,
  state TEXT NOT NULL,
  evidence TEXT NOT NULL
) STRICT;
CREATE INDEX sale_step_by_sale ON sale_step (sale_id, step_id);

CREATE TABLE attempt (
  attempt_id INTEGER PRIMARY KEY,
  sale_id INTEGER NOT NULL REFERENCES sale (sale_id),
  started_at_ms INTEGER NOT NULL,
  -- Null while the request may be on the wire, and after a crash until the next start.
  ended_at_ms INTEGER,
  highest_document_id INTEGER NOT NULL
) STRICT;
CREATE INDEX attempt_by_sale ON attempt (sale_id, attempt_id);

-- Sales that may yet turn out to have a second document: sent more than once, or given up after being sent.
CREATE TABLE later_look (
  sale_id INTEGER PRIMARY KEY REFERENCES sale (sale_id),
  looks INTEGER NOT NULL,
  due_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX later_look_by_due ON later_look (due_at_ms);

CREATE TABLE open_cart (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  cart TEXT NOT NULL
) STRICT;

CREATE TABLE product (
  code TEXT PRIMARY KEY,
  description TEXT NOT NULL,
  barcode TEXT,
  unit_price_micros INTEGER NOT NULL,
  unit TEXT NOT NULL,
  -- Code, description and barcode in lower case without accents.
  search_text TEXT NOT NULL
) STRICT;
CREATE INDEX product_by_barcode ON product (barcode) WHERE barcode IS NOT NULL;

CREATE TABLE payment_method (
  payment_method_id INTEGER PRIMARY KEY,
  label TEXT NOT NULL,
  position INTEGER NOT NULL
) STRICT;

-- Every receipt that left the till on paper or as a file: all but the first of a document are marked as copies.
CREATE TABLE receipt_print (
  print_id INTEGER PRIMARY KEY,
  document_id INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX receipt_print_by_document ON receipt_print (document_id);
`;
