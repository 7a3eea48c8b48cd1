// npm test runs every test but the long ones, or those that the arguments choose; npm run test:long
// runs the long ones. The last line counts them.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

// Any other option is vitest's own.
if (process.argv.some((arg) => arg === '--help' || arg === '-h'))
  argumentsOf(`Usage: npm test [-- PART_OF_A_PATH …], npm run test:long [-- PART_OF_A_PATH …]
The last line counts the tests; options are vitest's.`);
const [first, ...others] = process.argv.slice(2);
const isLong = first === '--long';
if (isLong) process.env.TESTS = 'long';

await setUp({ alwaysWithChromium: true, showsTill: true });
runToTheEnd(
  projectNode,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    join(root, 'test/vitest.config.ts'),
    ...(isLong ? others : process.argv.slice(2)),
  ],
  { showsTill: true },
);
