// What a sale's commit need not write: the first step of its history, which its own row tells, and counts, which are kept in
// memory while the till is open.
export const lessToWrite = `
DELETE FROM sale_step WHERE event = 'committed';

DROP TRIGGER sale_counted;
DROP TRIGGER sale_recounted;
DROP TABLE sale_count;
`;
