// npm run test:electron: the tests of the whole till on a real Electron, on X11 and on Wayland.
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUpBuild } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

const args = argumentsOf(`Usage: npm run test:electron [-- PART_OF_A_PATH …]
The tests that start the till, on the Electron that is installed or one that is fetched; Linux only.
  --display KIND  x11, wayland or both, which is what is played otherwise
  --long          of the long tests alone, and all of them
  --shard N/M     a part of the files`);
// npm dies of a signal, and its shell passes none on.
const npm = process.ppid;
const watch = () => {
  if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM');
};
setInterval(watch, 1000).unref();
setUpBuild();
setUpBuild({ forSmokeTest: true });
runToTheEnd(projectNode, [join(root, 'test/real-electron/main.ts'), ...args]);
