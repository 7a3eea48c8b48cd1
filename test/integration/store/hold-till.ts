// A till process for copies.test.ts: it opens the till, prints the result, and holds the till until
// it is killed. Argument: the database file.
import { openTillStore } from '../../../src-main/store/open-till.ts';
import { binding } from './samples.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('a file is needed');
const opened = openTillStore({ file, binding, newInstallation: () => 'HELD', nowMs: 0 });
process.stdout.write(opened.ok ? 'opened\n' : `${JSON.stringify(opened.error)}\n`);
setInterval(() => undefined, 1_000);
