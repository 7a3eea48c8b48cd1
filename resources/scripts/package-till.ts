// npm run package, once the till is built.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtFolder, packageTill, prepare } from '../packaging/package-till.ts';
import { findElectron, root } from './programs.mjs';
import { endWithSentence } from './steps.mjs';

const packaging = { folder: root, forSmokeTest: process.argv.includes('--smoke-test') };
prepare(packaging);
const program = findElectronOrEnd();
if (program === undefined) {
  process.stderr.write(
    `Built into ${builtFolder(packaging)}/, and not packaged: Electron's program is not here (npx install-electron fetches it, ELECTRON_OVERRIDE_DIST_PATH names one).\n`,
  );
  process.exit(1);
}
await packageTill(
  packaging,
  process.env.ELECTRON_OVERRIDE_DIST_PATH ?? distributionOf(program),
  process.argv.includes('--dir') ? { dir: true } : {},
);

/** On macOS the program lies within the application. */
function distributionOf(path: string): string {
  const folder = dirname(path);
  return existsSync(join(folder, 'version')) ? folder : join(root, 'node_modules/electron/dist');
}

function findElectronOrEnd(): string | undefined {
  try {
    return findElectron();
  } catch (error) {
    return endWithSentence(error);
  }
}
