// npm test: every test but the long ones, or those that the arguments choose; npm run test:long:
// the long ones. The last line counts them.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';

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
