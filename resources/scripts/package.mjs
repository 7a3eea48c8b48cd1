// npm run package: makes the installers, if Electron's program is here.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUpBuild } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

const args = argumentsOf(
  `Usage: npm run package [-- --dir] [--smoke-test]
Builds the till, and packages it into dist/ where Electron's program is here.
  --dir         the program in a folder, without installers
  --smoke-test  a package that takes a debugger, for tests alone, into dist/smoke-test/`,
  0,
);
await setUpBuild({ forSmokeTest: args.includes('--smoke-test') });
await runToTheEnd(projectNode, [join(root, 'resources/scripts/package-till.ts'), ...args]);
