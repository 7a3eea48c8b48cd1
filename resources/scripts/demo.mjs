// npm run demo: the till at work, in pictures.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';
import { filesOf } from './usage.mjs';

const folders = filesOf(
  `Usage: npm run demo [-- FOLDER]
The till at work, in pictures and a PDF in that folder, or a new one.`,
  1,
);

await setUp();
const args = [join(root, 'test/e2e/demo.ts'), ...folders];
await runToTheEnd(projectNode, args, { showsTill: true });
