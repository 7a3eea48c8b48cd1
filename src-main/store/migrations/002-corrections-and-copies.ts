// What a corrected sale was before, how quickly documents can be found, and where this file belongs.
export const correctionsAndCopies = `
-- What a correction replaced: the bytes that were sent and refused are kept for ever.
CREATE TABLE former_sale (
  former_sale_id INTEGER PRIMARY KEY,
  sale_id INTEGER NOT NULL REFERENCES sale (sale_id),
  replaced_at_ms INTEGER NOT NULL,
  body BLOB NOT NULL,
  body_sha256 BLOB NOT NULL CHECK (length(body_sha256) = 32),
  total_cents INTEGER NOT NULL,
  sold TEXT NOT NULL
) STRICT;
CREATE INDEX former_sale_by_sale ON former_sale (sale_id, former_sale_id);

-- How long fresh documents took until the service's search found them.
CREATE TABLE findable (
  findable_id INTEGER PRIMARY KEY,
  lag_ms INTEGER NOT NULL CHECK (lag_ms >= 0)
) STRICT;

-- The distance to the next look counts from here; how far it is, is the outbox's setting.
ALTER TABLE later_look RENAME COLUMN due_at_ms TO since_ms;
DROP INDEX later_look_by_due;
CREATE INDEX later_look_by_looks ON later_look (looks, since_ms);

-- Where this file lives: a copy finds itself elsewhere. Empty until the first opening.
ALTER TABLE till ADD COLUMN home TEXT NOT NULL DEFAULT '';
`;
