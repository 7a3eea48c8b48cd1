// npm run package: the installers, as far as Electron's program is here.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findElectron, projectNode, root } from './programs.mjs';
import { runToTheEnd, setUpBuild } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf(
  `Usage: npm run package
Builds the till, and packages it into dist/ where Electron's program is here.`,
  0,
);
setUpBuild();
const program = findElectron();
if (program === undefined) {
  process.stderr.write(
    "Built into out/, and not packaged: Electron's program is not here (npx install-electron fetches it, ELECTRON_OVERRIDE_DIST_PATH names one).\n",
  );
  process.exit(1);
}
const builder = fileURLToPath(import.meta.resolve('electron-builder/cli.js'));
const config = join(root, 'resources/packaging/electron-builder.json');
const distribution = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? distributionOf(program);
runToTheEnd(projectNode, [
  ...[builder, '--config', config, '--publish', 'never'],
  `-c.electronDist=${distribution}`,
]);

/** On macOS the program lies within the application. */
function distributionOf(path) {
  const folder = dirname(path);
  return existsSync(join(folder, 'version')) ? folder : join(root, 'node_modules/electron/dist');
}
