// npm run restore: puts a backup in the place of a till's file.
import { join, resolve } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { installDependencies, runToTheEnd } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

// Files are named from the folder where npm was called.
const { INIT_CWD = process.cwd() } = process.env;
const files = argumentsOf(
  `Usage: npm run restore -- BACKUP TILL.DB
It asks for the recovery key of an encrypted backup, says what would be lost, and asks again before
it changes anything.`,
  2,
).map((file) => resolve(INIT_CWD, file));
installDependencies();
runToTheEnd(projectNode, [join(root, 'resources/scripts/restore-backup.ts'), ...files]);
