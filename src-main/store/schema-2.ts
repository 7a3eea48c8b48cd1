// The second schema: what a person has to be told of a sale, one proof for every answer that a
// creation may get, and no journal.
export const saleNotices = `
-- What a person must have seen of a sale, each kind once.
CREATE TABLE sale_notice (
  notice_id INTEGER PRIMARY KEY,
  sale_id INTEGER NOT NULL REFERENCES sale (sale_id),
  kind TEXT NOT NULL CHECK (kind IN ('differs', 'not_carried_out')),
  at_ms INTEGER NOT NULL,
  -- The differences, or the decision that was asked for, as JSON.
  what TEXT NOT NULL,
  -- Null until somebody has ticked it off.
  seen_at_ms INTEGER,
  seen_by TEXT,
  UNIQUE (sale_id, kind)
) STRICT;
CREATE INDEX sale_notice_unseen ON sale_notice (at_ms) WHERE seen_at_ms IS NULL;
-- The way to the sales that were sent more than once.
CREATE INDEX sale_sent_again ON sale (attempted_at_ms) WHERE attempts > 1;
-- From now on it is raised with each document of the till's own.
UPDATE till SET highest_document_id = max(highest_document_id,
  coalesce((SELECT max(document_id) FROM sale WHERE document_id IS NOT NULL), 0));
UPDATE sale SET proof = 'absence' WHERE proof = 'look';
DROP TABLE journal;
DROP TABLE journal_seal;
`;
