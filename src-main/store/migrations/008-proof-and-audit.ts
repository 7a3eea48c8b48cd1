// What must be shown before a sale in doubt is sent again, what a person has asked of it, and what the audits have found.
export const proofAndAudit = `
-- The newest document id known when it was committed: whatever is created for it has a higher one.
UPDATE sale SET mark = coalesce(mark, 0);
-- The newest one known at its last attempt.
ALTER TABLE sale ADD COLUMN known_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sale ADD COLUMN attempted_at_ms INTEGER;
ALTER TABLE sale ADD COLUMN proof TEXT NOT NULL DEFAULT 'none';
-- Attempts that count against it.
ALTER TABLE sale ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
-- Since when it has been in doubt.
ALTER TABLE sale ADD COLUMN doubted_at_ms INTEGER;
-- The ids of its documents that a person has been shown or an answer has named, as JSON.
ALTER TABLE sale ADD COLUMN documents TEXT;
UPDATE sale SET proof = 'absence', doubted_at_ms = committed_at_ms, attempted_at_ms = committed_at_ms
  WHERE attempts > 0 OR state IN ('in_doubt', 'rejected');
DROP TABLE later_look;
DROP TABLE findable;

-- What a person has asked of a sale in doubt, until the service is proven not to hold it.
CREATE TABLE asked_decision (
  sale_id INTEGER PRIMARY KEY REFERENCES sale (sale_id),
  decision TEXT NOT NULL
) STRICT;

-- Every installation that this file has been: what begins the references that it has given.
CREATE TABLE installation (prefix TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO installation SELECT DISTINCT substr(reference, 4, 4) FROM sale UNION SELECT installation FROM till;

CREATE TABLE audit (
  audit_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  newest_id INTEGER NOT NULL,
  report TEXT NOT NULL
) STRICT;

-- References of documents that this file does not know: each is acted upon once.
CREATE TABLE unknown_reference (reference TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- Controls that looks have not found, since when.
CREATE TABLE missed_control (control TEXT PRIMARY KEY, since_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;
