// npm start: shows the till in a window, on Electron if its program is here, else on Chromium.
import { tillCommand } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

// Any other switch is the program's own.
if (process.argv.some((arg) => arg === '--help' || arg === '-h'))
  argumentsOf(`Usage: npm start [-- --user-data-dir=DIR] [--headless --remote-debugging-port=PORT]
Opens the till; every switch is passed on to it.`);
const args = process.argv.slice(2);
const { DISPLAY, WAYLAND_DISPLAY } = process.env;
const hasDisplay = process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY;

if (!hasDisplay && !args.includes('--headless')) {
  process.stderr.write(`There is no display here to show the till on. Instead, try
  npm start -- --headless --remote-debugging-port=9333   to open the till in a browser's inspector
  npm run demo                                           to watch it work in pictures
  xvfb-run -a npm start                                  to run it on a virtual display
`);
  process.exit(1);
}

await setUp({ showsTill: true });
const { runtime, program, args: tillArgs } = tillCommand(args);
if (runtime === 'stand-in')
  process.stderr.write("Electron's program is not here; the till runs on Chromium instead.\n");
runToTheEnd(program, tillArgs, { showsTill: true });
