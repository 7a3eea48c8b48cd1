// npm run bench: measures the till.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

const options = argumentsOf(
  `Usage: npm run bench [-- [--only PREFIX,PREFIX] [--long] [--json FILE]]
Measures the till beside baselines: test/bench/README.md.`,
  0,
);

await setUp({ alwaysWithChromium: true });
const args = [join(root, 'test/bench/main.ts'), ...options];
await runToTheEnd(projectNode, args, { showsTill: true });
