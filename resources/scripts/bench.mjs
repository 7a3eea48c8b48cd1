// npm run bench: measures the till.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';

await setUp({ alwaysWithChromium: true, showsTill: true });
const args = [join(root, 'test/bench/main.ts'), ...process.argv.slice(2)];
runToTheEnd(projectNode, args, { showsTill: true });
