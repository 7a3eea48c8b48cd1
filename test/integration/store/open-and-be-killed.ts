// A till process for damage.test.ts: it opens the till, and is killed before one of the changes
// that this makes on the disk. Arguments: the database file, and the number of that change.
import '../../keep-compiled.ts';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { binding } from './samples.ts';

const [file, step] = process.argv.slice(2);
if (file === undefined || step === undefined) throw new Error('file and step are needed');

let changes = 0;
function killAtStep(): void {
  changes += 1;
  if (changes === Number(step)) process.kill(process.pid, 'SIGKILL');
}
const { renameSync, copyFileSync, rmSync, fsyncSync, writeFileSync } = fs;
Object.assign(fs, {
  renameSync: (...args: Parameters<typeof renameSync>) => {
    killAtStep();
    renameSync(...args);
  },
  copyFileSync: (...args: Parameters<typeof copyFileSync>) => {
    killAtStep();
    copyFileSync(...args);
  },
  rmSync: (...args: Parameters<typeof rmSync>) => {
    // Most removals are only a precaution, and find nothing.
    if (fs.existsSync(args[0])) killAtStep();
    rmSync(...args);
  },
  fsyncSync: (...args: Parameters<typeof fsyncSync>) => {
    killAtStep();
    fsyncSync(...args);
  },
  writeFileSync: (...args: Parameters<typeof writeFileSync>) => {
    killAtStep();
    writeFileSync(...args);
  },
});
syncBuiltinESMExports();

const opened = openTillStore({ file, binding, newInstallation: () => 'K111', nowMs: 0 });
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
opened.value.db.close();
opened.value.unlock();
