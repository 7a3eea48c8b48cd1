// npm run sign-update: signs what is to lie at the address of the updates.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { installDependencies, runToTheEnd } from './setup.mjs';
import { filesOf } from './usage.mjs';

const args = filesOf(
  `Usage: npm run sign-update -- --new-key KEY
       npm run sign-update -- KEY FOLDER [NOTES.JSON]
--new-key writes a new private key to KEY, and the public one to
resources/packaging/update-key.pem, which the next build takes in. Keep KEY where nobody else can
read it: who has it can put another program into every shop.
Otherwise it writes FOLDER/update-linux.json and update-win32.json, for what npm run package left
there. NOTES.JSON says what is new: {"en": "…", "pt-PT": "…"}.`,
  3,
);
await installDependencies();
await runToTheEnd(projectNode, [join(root, 'resources/scripts/sign-update.ts'), ...args]);
