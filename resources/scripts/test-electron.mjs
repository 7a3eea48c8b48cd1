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
await setUpBuild();
await setUpBuild({ forSmokeTest: true });
await runToTheEnd(projectNode, [join(root, 'test/real-electron/main.ts'), ...args]);
