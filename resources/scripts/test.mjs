// npm test: every test, or those that the arguments choose. The last line counts them.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';

setUp({ alwaysWithChromium: true });
runToTheEnd(projectNode, [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  join(root, 'test/vitest.config.ts'),
  ...process.argv.slice(2),
]);
