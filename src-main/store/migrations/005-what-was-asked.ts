// What the service was asked for, now that it is not always a finalized nature by its code; and the way to the documents that
// are no sale at the counter, of which there are few.
export const whatWasAsked = `
ALTER TABLE sale RENAME COLUMN nature_code TO asked;
CREATE INDEX sale_by_asked ON sale (asked, sale_id) WHERE asked <> 'FS';
`;
