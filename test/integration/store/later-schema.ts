// A schema that no till has yet: the newest one, and a change that rewrites every sale.
import { migrations } from '../../../src-main/store/migrations.ts';

export const laterSchema: readonly string[] = [
  ...migrations,
  `ALTER TABLE sale ADD COLUMN colour TEXT NOT NULL DEFAULT '';
   UPDATE sale SET colour = hex(body_sha256) || hex(body);
   CREATE TABLE colour (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
   INSERT INTO colour SELECT DISTINCT colour FROM sale;
   CREATE INDEX sale_by_colour ON sale (colour, sale_id);`,
];

/** The name of the copy that is made before a file of today is migrated to that schema. */
export const backupOf = (file: string): string => `${file}.version-${migrations.length}`;
