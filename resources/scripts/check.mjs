// npm run check: everything that can be said of the sources without running them. Each finding is
// an error.
import { spawn } from 'node:child_process';
import { root } from './programs.mjs';
import { setUp } from './setup.mjs';
import { tell, tellTheTime } from './steps.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf(
  `Usage: npm run check
Format, types and lint, Svelte, who imports whom, unused code: each finding is an error.`,
  0,
);

const atATime = 2;

await setUp();
/** The longest checks come first, so that none of them is left to run alone. */
const waiting = ['lint-svelte', 'format', 'lint', 'svelte', 'imports', 'unused'];
/** @type {string[]} */
const failed = [];

/** Runs a check, and prints its output in one piece however many run. @param {string} name */
const check = (name) =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', `check:${name}`], {
      cwd: root,
      shell: process.platform === 'win32',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (said += text));
    }
    child.on('error', reject);
    child.on('close', (status) => {
      tell(`check:${name}\n${said.trimEnd()}`);
      if (status !== 0) failed.push(name);
      resolve(undefined);
    });
  });

async function checkInTurn() {
  for (let name = waiting.shift(); name; name = waiting.shift()) await check(name);
}

tell(`Checking ${waiting.join(', ')}: some minutes…`);
const endTelling = tellTheTime();
await Promise.all(Array.from({ length: atATime }, checkInTurn));
endTelling();
tell(failed.length > 0 ? `Not clean: ${failed.join(', ')}` : 'Clean.');
process.exit(failed.length > 0 ? 1 : 0);
