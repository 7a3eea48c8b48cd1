// The fourth schema: what came back of a document is found by the document's key.

/** SQL for the key of the document that a return takes back from; null for every other sale. */
export const originOfReturn = `iif(json_valid(content), content ->> '$.returned.origin.docKey', NULL)`;

export const returnsByOrigin = `
-- The way to the returns of one document; a sale that is no return costs nothing.
CREATE INDEX sale_return ON sale (${originOfReturn}) WHERE ${originOfReturn} IS NOT NULL;
`;
