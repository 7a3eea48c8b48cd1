// npm run restore: puts an encrypted backup in the place of a till's file.
import { join, resolve } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd } from './setup.mjs';

// Named from where npm was called.
const { INIT_CWD = process.cwd() } = process.env;
const files = process.argv
  .slice(2)
  .map((file) => (file.startsWith('-') ? file : resolve(INIT_CWD, file)));
runToTheEnd(projectNode, [join(root, 'resources/scripts/restore-backup.ts'), ...files]);
