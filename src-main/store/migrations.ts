// The ordered list of schema changes. A database's `user_version` counts its own.
import { firstSchema } from './schema.ts';

/** What a person has to be told of a sale, one proof for every answer, and no journal. */
const saleNotices = `
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

/** SQL for the label of a sale's payment method. Null for what was not sold at the counter. */
export const methodOfSale = `iif(json_valid(content), content ->> '$.payment.method.label', NULL)`;

/** Figures are read from the sales themselves. */
const figuresOfSales = `
-- The way to the sales by their state. It also has what figures ask of every sale, whatever its
-- date, so that they need not read the sales: an index of its own would be one more page of each
-- commit.
DROP INDEX sale_by_state;
CREATE INDEX sale_by_state ON sale (state, sale_id, committed_at_ms, total_cents,
  ${methodOfSale});
`;

/** SQL for the key of the document that a return takes back from; null for every other sale. */
export const originOfReturn = `iif(json_valid(content), content ->> '$.returned.origin.docKey', NULL)`;

/** What came back of a document is found by the document's key. */
const returnsByOrigin = `
-- The way to the returns of one document; a sale that is no return costs nothing.
CREATE INDEX sale_return ON sale (${originOfReturn}) WHERE ${originOfReturn} IS NOT NULL;
`;

/** SQL for the key of the document that another one names as its own reference; null for none. */
export const namedDocument = `iif(json_valid(content), content ->> '$.particulars.documentReference', NULL)`;

/** What was made of a document here is found by the key that it names. */
const documentsByNamed = `
-- The way to what was made of one document; a sale that names none costs nothing.
CREATE INDEX sale_named ON sale (${namedDocument}) WHERE ${namedDocument} IS NOT NULL;
`;

/** The list only grows: a released migration is never edited. */
export const migrations: readonly string[] = [
  firstSchema,
  saleNotices,
  figuresOfSales,
  returnsByOrigin,
  documentsByNamed,
];
