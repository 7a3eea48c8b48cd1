// npm start: shows the till in a window, on Electron if it can run here, else on Chromium. Where no
// window can be shown, it plays the main job.
import { join } from 'node:path';
import { projectNode, root, tillCommand, usableElectron, whyNoWindow } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';
import { tell } from './steps.mjs';
import { argumentsOf } from './usage.mjs';

// Any other switch is the program's own.
if (process.argv.some((arg) => arg === '--help' || arg === '-h'))
  argumentsOf(`Usage: npm start [-- --user-data-dir=DIR] [--headless --remote-debugging-port=PORT]
Opens the till; every switch is passed on to it. Without a display it plays the main job, in
pictures, unless --headless is given.`);
const args = process.argv.slice(2);

await setUp();
const { obstacle } = usableElectron();
if (obstacle) tell(`${obstacle}\nThe till runs on Chromium instead.`);
const noWindow = args.includes('--headless') ? undefined : whyNoWindow();
if (noWindow === undefined) {
  const command = tillCommand(args);
  await runToTheEnd(command.program, command.args, { showsTill: true });
} else {
  const inspected = [...args, '--headless', '--remote-debugging-port=9333'];
  tell(`${noWindow} Instead, the till plays its main job by itself, in pictures.
(To open it for a browser's inspector: npm start -- ${inspected.join(' ')})`);
  await runToTheEnd(projectNode, [join(root, 'test/e2e/demo.ts')], { showsTill: true });
}
