// npm run build: builds the till, whatever was built before.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './programs.mjs';
import { setUpBuild } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('Usage: npm run build\nBuilds the till into out/.', 0);
rmSync(join(root, 'out/.sources-hash'), { force: true });
await setUpBuild();
