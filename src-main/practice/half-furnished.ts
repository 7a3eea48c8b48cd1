// Notes in a file beside its service's that a practice is being furnished. A start that finds the
// note begins practice anew. Nobody has sold at its till, which opens once the note is gone.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { folderOfTill } from '../account/profiles.ts';
import { publish, syncFolder } from '../store/durable-files.ts';
import { discardPractice, type PracticeFolders } from './discarding.ts';

const noteOf = ({ service }: PracticeFolders): string => join(service, 'being-furnished');

/**
 * A till's key as `keyOf` makes it. A note that a power cut has left incomplete names no other
 * path.
 */
const tillKeySchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** From here on the till is to be thrown away, even after a power cut. */
export function noteFurnishing(folders: PracticeFolders, tillKey: string): void {
  const note = noteOf(folders);
  writeFileSync(`${note}.partial`, tillKey);
  publish(`${note}.partial`, note);
}

/** From here on the till is kept. */
export function noteFurnished(folders: PracticeFolders): void {
  rmSync(noteOf(folders));
  syncFolder(folders.service);
}

/** Both must be closed. @throws when the files cannot be moved or deleted. */
export function discardHalfFurnished(folders: PracticeFolders): void {
  const note = noteOf(folders);
  if (!existsSync(note)) return;
  const tillKey = v.parse(tillKeySchema, readFileSync(note, 'utf8'));
  discardPractice(folders, folderOfTill(folders.folder, tillKey));
}
