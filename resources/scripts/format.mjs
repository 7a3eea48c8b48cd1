// npm run format: formats everything.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { installDependencies, runToTheEnd } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('Usage: npm run format\nFormats everything.', 0);
await installDependencies();
await runToTheEnd(projectNode, [join(root, 'node_modules/oxfmt/bin/oxfmt'), root]);
