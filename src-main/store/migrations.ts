// The ordered list of schema changes. A database's `user_version` is how many of them it has been
// through.
import { firstSchema } from './schema.ts';

/** Only ever added to: a released migration is never edited. */
export const migrations: readonly string[] = [firstSchema];
