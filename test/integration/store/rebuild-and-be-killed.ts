// Rebuilds a till by two threads, and is killed meanwhile. Arguments: the database file, and the
// program of the second thread. Says when it begins.
import { rebuild } from '../../../src-main/store/salvage/rebuild.ts';
import { binding } from './samples.ts';

const [file = '', readAheadProgram = ''] = process.argv.slice(2);
process.stdout.write('begins', () => {
  const newInstallation = () => 'NEWW';
  rebuild({ file, binding, newInstallation, nowMs: 1_000_000, readAheadProgram });
});
