// The ordered list of schema changes. A database's `user_version` tells how many of them it has
// been through.
import { firstSchema } from './schema.ts';
import { saleNotices } from './schema-2.ts';
import { figuresOfSales } from './schema-3.ts';
import { returnsByOrigin } from './schema-4.ts';
import { documentsByNamed } from './schema-5.ts';

/** The list only grows: a released migration is never edited. */
export const migrations: readonly string[] = [
  firstSchema,
  saleNotices,
  figuresOfSales,
  returnsByOrigin,
  documentsByNamed,
];
