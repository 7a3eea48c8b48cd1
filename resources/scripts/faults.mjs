// npm run faults: plays seeded histories of faults, outages and kills, and judges how each ends.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';

await setUp();
runToTheEnd(projectNode, [join(root, 'test/faults/main.ts'), ...process.argv.slice(2)]);
