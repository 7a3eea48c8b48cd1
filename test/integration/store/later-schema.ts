// A schema that no till has yet: the newest with one change more, which rewrites every sale.
import { migrations } from '../../../src-main/store/migrations.ts';

export const laterSchema: readonly string[] = [
  ...migrations,
  `ALTER TABLE sale ADD COLUMN colour TEXT NOT NULL DEFAULT '';
   UPDATE sale SET colour = hex(body_sha256) || hex(body);
   CREATE TABLE colour (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
   INSERT INTO colour SELECT DISTINCT colour FROM sale;
   CREATE INDEX sale_by_colour ON sale (colour, sale_id);`,
];

/** Where a file of today is kept before it is brought up to that schema. */
export const backupOf = (file: string): string => `${file}.version-${migrations.length}`;
