// The settings outside Electron: its package is the path to its program there, and looks for the
// program where it is told to.
import { tmpdir } from 'node:os';

const given = process.env.ELECTRON_OVERRIDE_DIST_PATH;
process.env.ELECTRON_OVERRIDE_DIST_PATH ??= tmpdir();
export const { openSettings } = await import('../src-main/settings.ts');
// Other files are tested by the same process.
if (given === undefined) delete process.env.ELECTRON_OVERRIDE_DIST_PATH;
