// The folder of all that the till keeps. Where it takes no files there is no till, and no log.
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';

/** Returns the folder, and whether it can be there at all: Electron makes it. */
export function dataFolder(app: Pick<App, 'getPath' | 'getName' | 'commandLine'>) {
  try {
    return { folder: app.getPath('userData'), isThere: true };
  } catch {
    const named = app.commandLine.getSwitchValue('user-data-dir');
    return { folder: named || join(app.getPath('appData'), app.getName()), isThere: false };
  }
}

export function takesFiles(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
