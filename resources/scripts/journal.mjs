// npm run journal: says whether a till's file still holds what its journal says.
import { resolve, join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd } from './setup.mjs';

// Named from where npm was called.
const { INIT_CWD = process.cwd() } = process.env;
const files = process.argv.slice(2).map((file) => resolve(INIT_CWD, file));
runToTheEnd(projectNode, [join(root, 'resources/scripts/check-journal.ts'), ...files]);
