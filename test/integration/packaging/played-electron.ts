// A folder that looks to the packager like Electron's distribution, with fuses to set, and runs
// nothing.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In Electron's program the fuses follow this text: a version, their count, and each fuse. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Electron's own settings, which are nearly all the opposite of the till's. */
const fuses = '101100011';

/** Returns its folder on Linux. */
export function playElectron(): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-electron-'));
  mkdirSync(join(folder, 'resources'));
  mkdirSync(join(folder, 'locales'));
  const wire = Buffer.from([1, fuses.length]);
  const files: Record<string, string | Buffer> = {
    electron: Buffer.concat([
      Buffer.from(`program ${sentinel}`),
      wire,
      Buffer.from(`${fuses} end`),
    ]),
    version: '45',
    LICENSE: 'of Electron',
    'LICENSES.chromium.html': 'of Chromium',
    'resources/default_app.asar': '',
    'locales/en-US.pak': '',
    'locales/pt-PT.pak': '',
    'locales/fr.pak': '',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}
