// Begins practice anew. The folder of its till and the database of its service are put aside
// together, and then deleted. If anything cuts that short, the next start finishes it. No other
// path is touched.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { renamePatiently } from '../store/patient-rename.ts';

export interface PracticeFolders {
  /** The folder of the program's data. */
  readonly folder: string;
  /** The folder of the practice service. */
  readonly service: string;
}

const discardedIn = (folder: string) => {
  const all = join(folder, 'practice-discarded');
  return { all, till: join(all, 'till'), service: join(all, 'service') };
};

/** Both must be closed. @throws when the files cannot be moved or deleted. */
export function discardPractice(folders: PracticeFolders, tillFolder: string): void {
  finishDiscarding(folders);
  const discarded = discardedIn(folders.folder);
  mkdirSync(discarded.all, { recursive: true });
  // From here on the next start finishes it.
  if (existsSync(tillFolder)) renamePatiently(tillFolder, discarded.till);
  else mkdirSync(discarded.till);
  finishDiscarding(folders);
}

/** Loses the till's folder alone. It must be closed. @throws when it cannot be moved or deleted. */
export function loseTill({ folder }: PracticeFolders, tillFolder: string): void {
  const lost = join(folder, 'practice-lost');
  rmSync(lost, { recursive: true, force: true });
  renamePatiently(tillFolder, lost);
  rmSync(lost, { recursive: true, force: true });
}

/** Must be called before practice is opened. @throws when the files cannot be moved or deleted. */
export function finishDiscarding({ folder, service }: PracticeFolders): void {
  const discarded = discardedIn(folder);
  if (!existsSync(discarded.all)) return;
  if (existsSync(discarded.till) && !existsSync(discarded.service) && existsSync(service)) {
    renamePatiently(service, discarded.service);
  }
  // The till goes first: as long as it is there, its service must still be moved away as well.
  rmSync(discarded.till, { recursive: true, force: true });
  rmSync(discarded.all, { recursive: true, force: true });
}
