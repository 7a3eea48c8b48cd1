// Notes in a file beside its service's that a practice is being furnished. A start that finds the
// note begins practice anew. Nobody has sold at its till, which opens once the note is gone.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfTill } from '../account/profiles.ts';
import { publish, syncFolder } from '../store/durable-files.ts';
import { discardPractice, type PracticeFolders } from './discarding.ts';

const noteOf = ({ service }: PracticeFolders): string => join(service, 'being-furnished');

/** From here on the till is to be thrown away, even after a power cut. */
export function noteFurnishing(folders: PracticeFolders): void {
  const note = noteOf(folders);
  writeFileSync(`${note}.partial`, '');
  publish(`${note}.partial`, note);
}

/** From here on the till is kept. */
export function noteFurnished(folders: PracticeFolders): void {
  rmSync(noteOf(folders));
  syncFolder(folders.service);
}

/**
 * The till of that key and the service must be closed. The note is not read, as it may lie on a bad
 * sector. @throws when the files cannot be moved or deleted.
 */
export function discardHalfFurnished(folders: PracticeFolders, tillKey: string): void {
  if (!existsSync(noteOf(folders))) return;
  discardPractice(folders, folderOfTill(folders.folder, tillKey));
}
