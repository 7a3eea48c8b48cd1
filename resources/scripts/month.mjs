// npm run month: plays a month of a shop by a script, and prints a summary that a person can check.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

const options = argumentsOf(
  `Usage: npm run month [-- [--days N] [--per-day N] [--seed S]]
A month of a shop on the till's own modules: a row for each Z report, and whether the sums hold.`,
  0,
);

await setUp();
await runToTheEnd(projectNode, [join(root, 'test/month/main.ts'), ...options]);
