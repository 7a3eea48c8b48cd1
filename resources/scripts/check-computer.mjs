// npm run check-computer: tells whether this computer is fit for a till.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

const args = argumentsOf(
  `Usage: npm run check-computer [-- --user-data-dir=DIR] [--service=ADDRESS]
Checks this computer, and ends as a report that you may read and send: without tokens, tax numbers
or names of customers. The exit code is 1 where something is bad.`,
  0,
);
runToTheEnd(projectNode, [join(root, 'resources/scripts/check-computer.ts'), ...args]);
