// npm run journal: says whether a till's file still holds what its journal says.
import { resolve, join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

// Files are named from the folder where npm was called.
const { INIT_CWD = process.cwd() } = process.env;
const files = argumentsOf(
  `Usage: npm run journal -- TILL.DB
Whether a till's file still holds what its journal says.`,
  1,
).map((file) => resolve(INIT_CWD, file));
runToTheEnd(projectNode, [join(root, 'resources/scripts/check-journal.ts'), ...files]);
