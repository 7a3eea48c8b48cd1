// npm run faults: plays seeded histories of faults, outages and kills, and judges how each ends.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

const options = argumentsOf(
  `Usage: npm run faults [-- OPTIONS], one of these lines:
  [--histories N] [--seed S] [--kind KIND] [--till BAD_TILL] [--at-a-time N]
  --model N [--seed S]
  --bad-sources, --bad-source NAME, --scene NAME
  --kill-points N [--seed S]
  --power-cuts N [--seed S]
  --answers N [--seed S]
What each plays is in test/faults/README.md.`,
  0,
);

await setUp();
await runToTheEnd(projectNode, [join(root, 'test/faults/main.ts'), ...options]);
