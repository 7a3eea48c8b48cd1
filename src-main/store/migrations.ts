// The ordered list of schema changes. A database's `user_version` tells how many of them it has
// been through.
import { firstSchema } from './schema.ts';

/** The list only grows: a released migration is never edited. */
export const migrations: readonly string[] = [firstSchema];
