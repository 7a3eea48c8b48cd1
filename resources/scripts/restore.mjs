// npm run restore: puts a backup in the place of a till's file.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { installDependencies, runToTheEnd } from './setup.mjs';
import { filesOf } from './usage.mjs';

const files = filesOf(
  `Usage: npm run restore -- BACKUP TILL.DB
It asks for the recovery key of an encrypted backup, says what would be lost, and asks again before
it changes anything.`,
  2,
);
await installDependencies();
await runToTheEnd(projectNode, [join(root, 'resources/scripts/restore-backup.ts'), ...files]);
