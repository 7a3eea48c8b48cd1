// A program for half-furnished.test.ts: it begins practice and is killed while the till is
// furnished. Arguments: the folder of its data, and the number of the document at whose creation it
// ends. After the last document it ends before it is noted that furnishing is done.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { openSession } from './open-session.ts';
import { onCreation } from './on-creation.ts';

const [folder, last] = process.argv.slice(2);
if (folder === undefined || last === undefined) throw new Error('folder and document are needed');

const end = () => process.kill(process.pid, 'SIGKILL');
const { rmSync } = fs;
Object.assign(fs, {
  rmSync: (...args: Parameters<typeof rmSync>) => {
    if (String(args[0]).endsWith('being-furnished')) end();
    rmSync(...args);
  },
});
syncBuiltinESMExports();

const { session, practice } = openSession(folder);
let documents = 0;
onCreation(practice, async (answer) => {
  documents += 1;
  const answered = await answer();
  if (documents === Number(last)) end();
  return answered;
});
await session.practise();
