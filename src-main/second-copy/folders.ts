// How the folders of a second copy are named. Nothing here looks at a medium, so main may use it.
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';

/** Holds one folder for each till. */
export const allCopies = 'Counterfoil second copy';

const text = v.pipe(v.string(), v.maxLength(500));

/** Whose copy it is, in words that a person knows. Nothing of it is secret. */
export const copiedTillSchema = v.object({
  kind: v.picklist(['practice', 'sandbox', 'service']),
  way: text,
  serviceAddress: text,
  companyCode: text,
  companyName: text,
  tillCode: text,
  tillName: text,
});
export type CopiedTill = v.InferOutput<typeof copiedTillSchema>;

/** The folder of one till's copy on the medium that somebody has chosen. `key` is the till's. */
export const copyFolder = (chosen: string, till: CopiedTill, key: string): string =>
  join(chosen, allCopies, `${plain(till.companyCode)}-${plain(till.tillCode)}-${key}`);

const plain = (code: string): string => code.replace(/[^A-Za-z0-9]+/g, '').slice(0, 20) || 'till';

/** What somebody has chosen, so that a copy lies in this folder. */
export const chosenOf = (folder: string): string =>
  basename(dirname(folder)) === allCopies ? dirname(dirname(folder)) : dirname(folder);

/** Where the till's encrypted backups lie on the medium. */
export const backupsOf = (folder: string): string => join(folder, 'backups');
