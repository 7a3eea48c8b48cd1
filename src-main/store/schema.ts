// The first schema: who the till is, its sales with their whole history, its people, its paper, and
// what selling needs.
export const firstSchema = `
CREATE TABLE till (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  service_address TEXT NOT NULL,
  company_code TEXT NOT NULL,
  till_code TEXT NOT NULL,
  -- Begins every reference of this installation.
  installation TEXT NOT NULL CHECK (length(installation) = 4),
  -- The highest document id seen in any answer: what an attempt creates has a higher one.
  highest_document_id INTEGER NOT NULL DEFAULT 0,
  -- Where this file lives: a copy finds itself elsewhere. Empty until the first opening.
  file_identity TEXT NOT NULL DEFAULT ''
) STRICT;

-- Every installation that this file has been: what begins the references that it has given.
CREATE TABLE installation (prefix TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- A working day of the drawer. Its last column apart nothing of it changes.
CREATE TABLE shift (
  shift_id INTEGER PRIMARY KEY,
  -- On which it was opened, as yyyy-mm-dd: it bears that date, whenever it ends.
  date TEXT NOT NULL,
  opened_at_ms INTEGER NOT NULL,
  opened_by TEXT,
  float_cents INTEGER NOT NULL CHECK (float_cents >= 0),
  -- What was counted of it, as JSON; null where the amount was typed.
  float_count TEXT,
  -- What the closing before left in the drawer; null where there was none.
  left_before_cents INTEGER,
  -- The manager who allowed a float that is not what was left.
  approved_by TEXT,
  -- The last of everything that had been written down before, as JSON: what came later is of the
  -- day, whatever the clock says.
  marks TEXT NOT NULL,
  closed_at_ms INTEGER
) STRICT;
-- One drawer, one day.
CREATE UNIQUE INDEX shift_open ON shift ((closed_at_ms IS NULL)) WHERE closed_at_ms IS NULL;
CREATE TRIGGER shift_kept BEFORE DELETE ON shift BEGIN
  SELECT RAISE(ABORT, 'a day is kept for ever');
END;

CREATE TABLE sale (
  sale_id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  cart_id TEXT NOT NULL UNIQUE,
  committed_at_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'sending', 'in_doubt', 'incomplete', 'rejected', 'conflict', 'confirmed', 'cancelled')),
  -- What the service is asked to make: as \`requestedKindText\` writes it.
  requested_kind TEXT NOT NULL,
  -- The exact bytes that are sent, and what they must hash to.
  body BLOB NOT NULL,
  body_sha256 BLOB NOT NULL CHECK (length(body_sha256) = 32),
  total_cents INTEGER NOT NULL,
  content TEXT NOT NULL,
  document_id INTEGER,
  doc_key TEXT,
  service_total_cents INTEGER,
  -- What the service answered of its document, as far as the till reads it: the receipt is printed
  -- from it.
  document TEXT,
  last_evidence TEXT NOT NULL,
  next_step_at_ms INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- The newest document id known when it was committed: whatever is created for it has a higher
  -- one.
  high_water_mark INTEGER NOT NULL,
  -- The newest document id known at its last attempt.
  known_id INTEGER NOT NULL DEFAULT 0,
  attempted_at_ms INTEGER,
  -- What must be shown before it is sent again.
  proof TEXT NOT NULL DEFAULT 'none',
  -- Attempts that count against it.
  failed_attempts INTEGER NOT NULL DEFAULT 0,
  -- Since when it has been in doubt.
  doubted_at_ms INTEGER,
  -- The ids of its documents that a person has been shown or an answer has named, as JSON.
  documents TEXT,
  -- What a manager wants to see of it, as it was known when it was finished, as JSON; null for
  -- nothing.
  exceptions TEXT,
  -- The day that was open when it was finished, for ever; null where none was.
  shift_id INTEGER REFERENCES shift (shift_id),
  -- What was promised in cash when it was finished; null where it was not paid in cash.
  cash_cents INTEGER,
  -- Whether the latest correction is paid into the drawer, 0 or 1; null where nothing was
  -- corrected.
  corrected_in_cash INTEGER
) STRICT;
CREATE INDEX sale_by_state ON sale (state, sale_id);
CREATE INDEX sale_by_document ON sale (document_id) WHERE document_id IS NOT NULL;
-- The way to the documents that are no sale at the counter, of which there are few.
CREATE INDEX sale_by_kind ON sale (requested_kind, sale_id) WHERE requested_kind <> 'FS';
-- The way to a day's; a sale without any costs nothing.
CREATE INDEX sale_with_exceptions ON sale (committed_at_ms) WHERE exceptions IS NOT NULL;
-- The way to a day's; a sale of no day costs nothing.
CREATE INDEX sale_by_shift ON sale (shift_id, sale_id) WHERE shift_id IS NOT NULL;
-- What an open day has taken, by payment method: summed without a look at the sales themselves.
CREATE INDEX sale_by_method ON sale (shift_id, content ->> '$.payment.method.label', state,
  total_cents, cash_cents, corrected_in_cash) WHERE shift_id IS NOT NULL;
-- No sale is ever dropped.
CREATE TRIGGER sale_kept BEFORE DELETE ON sale BEGIN
  SELECT RAISE(ABORT, 'a sale is kept for ever');
END;

-- The first step, the commit, is told by the sale's own row.
CREATE TABLE sale_step (
  step_id INTEGER PRIMARY KEY,
  sale_id INTEGER NOT NULL REFERENCES sale (sale_id),
  at_ms INTEGER NOT NULL,
  event TEXT NOT NULL,
  state TEXT NOT NULL,
  evidence TEXT NOT NULL
) STRICT;
CREATE INDEX sale_step_by_sale ON sale_step (sale_id, step_id);
-- The way to a day's decisions of people, of which there are few.
CREATE INDEX sale_step_by_person ON sale_step (at_ms)
  WHERE event IN ('cancelled', 'settled_cancelled', 'corrected');

-- What a correction replaced: the bytes that were sent and refused are kept for ever.
CREATE TABLE former_sale (
  former_sale_id INTEGER PRIMARY KEY,
  sale_id INTEGER NOT NULL REFERENCES sale (sale_id),
  replaced_at_ms INTEGER NOT NULL,
  body BLOB NOT NULL,
  body_sha256 BLOB NOT NULL CHECK (length(body_sha256) = 32),
  total_cents INTEGER NOT NULL,
  content TEXT NOT NULL,
  -- As the sale had it until then.
  corrected_in_cash INTEGER
) STRICT;
CREATE INDEX former_sale_by_sale ON former_sale (sale_id, former_sale_id);

-- What a person has decided of a sale in doubt, until the service is proven not to hold it.
CREATE TABLE pending_decision (
  sale_id INTEGER PRIMARY KEY REFERENCES sale (sale_id),
  decision TEXT NOT NULL
) STRICT;

-- What was decided at the till that the row of no sale tells: lines that were taken out, approvals.
CREATE TABLE decision (
  decision_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  -- Null where the till knew nobody's name.
  done_by TEXT,
  approved_by TEXT,
  -- Its kind with what there is to say of it, as JSON.
  what TEXT NOT NULL
) STRICT;
CREATE INDEX decision_by_time ON decision (at_ms);
-- The way to what is noted of one sale's money.
CREATE INDEX decision_of_money ON decision (iif(json_valid(what), what ->> '$.sale', NULL))
  WHERE iif(json_valid(what), what ->> '$.kind', '') IN ('money_given_back', 'money_not_booked');
CREATE TRIGGER decision_kept BEFORE DELETE ON decision BEGIN
  SELECT RAISE(ABORT, 'a decision is kept for ever');
END;
CREATE TRIGGER decision_unchanged BEFORE UPDATE ON decision BEGIN
  SELECT RAISE(ABORT, 'a decision stays as it was');
END;

-- What was sold and decided as one chain: each hash is over the one before it and the row that is
-- named.
CREATE TABLE journal (
  entry_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN
    ('shift', 'decision', 'sale', 'former_sale', 'sale_step', 'drawer_opening', 'recovery',
     'cash_movement', 'drawer_count', 'z_report', 'z_addendum')),
  row_id INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE UNIQUE INDEX journal_by_row ON journal (kind, row_id);
CREATE TRIGGER journal_kept BEFORE DELETE ON journal BEGIN
  SELECT RAISE(ABORT, 'the journal is kept for ever');
END;
CREATE TRIGGER journal_unchanged BEFORE UPDATE ON journal BEGIN
  SELECT RAISE(ABORT, 'the journal stays as it was');
END;

-- The entry that was sealed last, by a key that is not in this file.
CREATE TABLE journal_seal (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  entry_id INTEGER NOT NULL,
  seal BLOB NOT NULL CHECK (length(seal) = 32)
) STRICT;

CREATE TABLE audit (
  audit_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  newest_id INTEGER NOT NULL,
  report TEXT NOT NULL
) STRICT;

-- References of documents that this file does not know: each is acted upon once.
CREATE TABLE unknown_reference (reference TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- Controls that look-ups have not found, since when.
CREATE TABLE missed_control (
  control TEXT PRIMARY KEY,
  since_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE open_cart (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  cart_id TEXT NOT NULL,
  cart TEXT NOT NULL
) STRICT;

CREATE TABLE held_cart (
  held_cart_id INTEGER PRIMARY KEY,
  cart_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  held_at_ms INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  total_cents INTEGER NOT NULL,
  cart TEXT NOT NULL
) STRICT;

-- A cart that was sold is no longer under way or put aside, whichever way it came to be sold.
CREATE TRIGGER cart_sold AFTER INSERT ON sale BEGIN
  DELETE FROM open_cart WHERE cart_id = NEW.cart_id;
  DELETE FROM held_cart WHERE cart_id = NEW.cart_id;
END;

CREATE TABLE customer_seen (
  party_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  fiscal_number TEXT NOT NULL,
  -- Name and number in lower case without accents.
  search_text TEXT NOT NULL,
  -- To the day: seeing the same customer again and again is not worth a write each time.
  seen_on TEXT NOT NULL
) STRICT;
CREATE INDEX customer_seen_by_day ON customer_seen (seen_on);

CREATE TABLE payment_method_seen (
  payment_method_id INTEGER PRIMARY KEY,
  label TEXT NOT NULL
) STRICT;

CREATE TABLE payment_method (
  payment_method_id INTEGER PRIMARY KEY,
  label TEXT NOT NULL,
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE quick_key_page (
  page_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  keys TEXT NOT NULL
) STRICT;

CREATE TABLE cashier (
  cashier_id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('cashier', 'manager')),
  -- scrypt, with its cost and its salt.
  pin_hash TEXT NOT NULL,
  failed_attempts INTEGER NOT NULL DEFAULT 0,
  wait_until_ms INTEGER NOT NULL DEFAULT 0,
  -- The last recovery that they have read of.
  read_recovery_id INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Users of the service who may give a manager a new PIN.
CREATE TABLE recovery_user (
  recovery_user_id INTEGER PRIMARY KEY,
  -- As the service names them, and what they signed in with.
  user_id INTEGER,
  username TEXT,
  name TEXT NOT NULL,
  -- The manager; null for the user of the first sign-in, and of a recovery.
  added_by TEXT,
  added_at_ms INTEGER NOT NULL,
  -- Made with the till's key, where it has one.
  seal TEXT,
  CHECK (user_id IS NOT NULL OR username IS NOT NULL)
) STRICT;

-- Managers' PINs that were set anew without the former one.
CREATE TABLE recovery (
  recovery_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  cashier_id TEXT NOT NULL,
  name TEXT NOT NULL,
  way TEXT NOT NULL CHECK (way IN ('password', 'token')),
  service_user TEXT NOT NULL
) STRICT;
CREATE INDEX recovery_by_time ON recovery (at_ms);
CREATE TRIGGER recovery_kept BEFORE DELETE ON recovery BEGIN
  SELECT RAISE(ABORT, 'a recovery is kept for ever');
END;

-- JSON by name: what moves with the till's file and not with the computer.
CREATE TABLE till_setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Money that came into the drawer or went out of it without a sale. One is taken back by another.
CREATE TABLE cash_movement (
  movement_id INTEGER PRIMARY KEY,
  shift_id INTEGER NOT NULL REFERENCES shift (shift_id),
  at_ms INTEGER NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  reason TEXT NOT NULL,
  note TEXT NOT NULL,
  done_by TEXT,
  approved_by TEXT,
  -- Of the sale that was cancelled or corrected.
  reference TEXT,
  reverses INTEGER UNIQUE REFERENCES cash_movement (movement_id)
) STRICT;
CREATE INDEX cash_movement_by_shift ON cash_movement (shift_id, movement_id);
CREATE INDEX cash_movement_of_sale ON cash_movement (reference) WHERE reference IS NOT NULL;
CREATE TRIGGER cash_movement_kept BEFORE DELETE ON cash_movement BEGIN
  SELECT RAISE(ABORT, 'a movement of cash is kept for ever');
END;
CREATE TRIGGER cash_movement_unchanged BEFORE UPDATE ON cash_movement BEGIN
  SELECT RAISE(ABORT, 'a movement of cash stays as it was');
END;

-- The drawer as it was counted, and what was expected then.
CREATE TABLE drawer_count (
  count_id INTEGER PRIMARY KEY,
  shift_id INTEGER NOT NULL REFERENCES shift (shift_id),
  at_ms INTEGER NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('close', 'handover')),
  counted_by TEXT,
  count TEXT NOT NULL,
  counted_cents INTEGER NOT NULL,
  expected_cents INTEGER NOT NULL,
  -- The last sale in cash and the last movement then: whatever came later makes it void.
  last_cash_sale_id INTEGER NOT NULL,
  last_movement_id INTEGER NOT NULL
) STRICT;
CREATE INDEX drawer_count_by_shift ON drawer_count (shift_id, count_id);
CREATE TRIGGER drawer_count_kept BEFORE DELETE ON drawer_count BEGIN
  SELECT RAISE(ABORT, 'a count is kept for ever');
END;
CREATE TRIGGER drawer_count_unchanged BEFORE UPDATE ON drawer_count BEGIN
  SELECT RAISE(ABORT, 'a count stays as it was');
END;

-- A count that is under way, as it is typed.
CREATE TABLE count_draft (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  shift_id INTEGER NOT NULL REFERENCES shift (shift_id),
  typed TEXT NOT NULL,
  last_cash_sale_id INTEGER NOT NULL,
  last_movement_id INTEGER NOT NULL
) STRICT;

-- Closed days, each hash over the one before it.
CREATE TABLE z_report (
  z_id INTEGER PRIMARY KEY,
  shift_id INTEGER NOT NULL UNIQUE REFERENCES shift (shift_id),
  installation TEXT NOT NULL,
  -- Without gaps for each installation.
  number INTEGER NOT NULL CHECK (number > 0),
  previous_hash BLOB NOT NULL CHECK (length(previous_hash) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  snapshot TEXT NOT NULL,
  UNIQUE (installation, number)
) STRICT;
CREATE TRIGGER z_report_kept BEFORE DELETE ON z_report BEGIN
  SELECT RAISE(ABORT, 'a Z report is kept for ever');
END;
CREATE TRIGGER z_report_unchanged BEFORE UPDATE ON z_report BEGIN
  SELECT RAISE(ABORT, 'a Z report stays as it was');
END;

-- What became of a sale after its day was closed.
CREATE TABLE z_addendum (
  addendum_id INTEGER PRIMARY KEY,
  z_id INTEGER NOT NULL REFERENCES z_report (z_id),
  at_ms INTEGER NOT NULL,
  reference TEXT NOT NULL,
  state TEXT NOT NULL,
  doc_key TEXT,
  total_cents INTEGER NOT NULL,
  service_total_cents INTEGER
) STRICT;
CREATE INDEX z_addendum_by_report ON z_addendum (z_id, addendum_id);
CREATE TRIGGER z_addendum_kept BEFORE DELETE ON z_addendum BEGIN
  SELECT RAISE(ABORT, 'an addendum is kept for ever');
END;
CREATE TRIGGER z_addendum_unchanged BEFORE UPDATE ON z_addendum BEGIN
  SELECT RAISE(ABORT, 'an addendum stays as it was');
END;

-- How a closed day last compared with the service's lists, as JSON: a note, which no hash is over.
CREATE TABLE z_comparison (
  z_id INTEGER PRIMARY KEY REFERENCES z_report (z_id),
  note TEXT NOT NULL
) STRICT;

-- Every receipt and Z report that left the till on paper or as a file: all but the first of each
-- are marked as copies.
CREATE TABLE receipt_print (
  print_id INTEGER PRIMARY KEY,
  document_id INTEGER,
  z_id INTEGER REFERENCES z_report (z_id),
  at_ms INTEGER NOT NULL,
  CHECK ((document_id IS NULL) <> (z_id IS NULL))
) STRICT;
CREATE INDEX receipt_print_by_document ON receipt_print (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX receipt_print_by_report ON receipt_print (z_id) WHERE z_id IS NOT NULL;

CREATE TABLE print_job (
  job_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  -- What is printed: a document of the service, or (without one) the slip of a sale,
  document_id INTEGER,
  reference TEXT,
  -- or the report of a day, as JSON,
  day_paper TEXT,
  -- or labels for the shelf, as JSON.
  labels TEXT,
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
  CHECK (coalesce(document_id, reference, day_paper, labels) IS NOT NULL)
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
  -- The manager who allowed it, where one had to.
  approved_by TEXT,
  -- In a person's words, or
  reason TEXT,
  -- the sale that was paid in cash.
  reference TEXT,
  -- Null until it is known.
  outcome TEXT CHECK (outcome IN ('opened', 'failed', 'unclear')),
  CHECK (reason IS NOT NULL OR reference IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX drawer_opening_of_sale ON drawer_opening (reference) WHERE reference IS NOT NULL;
CREATE INDEX drawer_opening_without_sale ON drawer_opening (at_ms) WHERE reference IS NULL;
`;
