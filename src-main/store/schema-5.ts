// The fifth schema: what was made of a document here is found by the key that it names.

/** SQL for the key of the document that another one names as its own reference; null for none. */
export const namedDocument = `iif(json_valid(content), content ->> '$.particulars.documentReference', NULL)`;

export const documentsByNamed = `
-- The way to what was made of one document; a sale that names none costs nothing.
CREATE INDEX sale_named ON sale (${namedDocument}) WHERE ${namedDocument} IS NOT NULL;
`;
