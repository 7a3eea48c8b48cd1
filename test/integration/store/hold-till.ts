// A till process for copies.test.ts: it opens the till, says so, and holds the till until it is
// killed. Argument: the database file.
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { binding } from './samples.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('a file is needed');
const opened = openTillStore({ file, binding, newInstallation: () => 'HELD', nowMs: 0 });
if (!opened.ok) throw new Error(opened.error.code);
process.stdout.write('opened\n');
setInterval(() => undefined, 1_000);
