// npm run mutants: makes small mistakes in the sources, one at a time, and prints the share that
// the tests notice.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

const options = argumentsOf(
  `Usage: npm run mutants [-- [--mutants N] [--seed S] [--of PART_OF_A_PATH] [--known]]
The share of small mistakes in the sources that the tests notice.`,
  0,
);

await setUp();
await runToTheEnd(projectNode, [join(root, 'test/mutants/main.ts'), ...options]);
