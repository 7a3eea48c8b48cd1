// npm run mutants: makes small mistakes in the sources, one at a time, and prints the share that
// the tests notice.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';

await setUp();
runToTheEnd(projectNode, [join(root, 'test/mutants/main.ts'), ...process.argv.slice(2)]);
