// Imports the settings outside Electron. There the package gives the path of Electron's program,
// and throws unless the program is installed or a folder is named.
import { tmpdir } from 'node:os';

const givenPath = process.env.ELECTRON_OVERRIDE_DIST_PATH;
process.env.ELECTRON_OVERRIDE_DIST_PATH ??= tmpdir();
export const { openSettings } = await import('../src-main/settings.ts');
// The same process runs other test files, so the environment is put back.
if (givenPath === undefined) delete process.env.ELECTRON_OVERRIDE_DIST_PATH;
