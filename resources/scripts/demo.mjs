// npm run demo: the till at work, in pictures.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';

await setUp({ alwaysWithChromium: true, showsTill: true });
const args = [join(root, 'test/e2e/demo.ts'), ...process.argv.slice(2)];
runToTheEnd(projectNode, args, { showsTill: true });
