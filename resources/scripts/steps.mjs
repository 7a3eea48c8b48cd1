// How the set-up runs its steps, tells of them, and asks.
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { root } from './programs.mjs';

/** Says what is being set up. It writes to stderr, which leaves stdout to the command itself. */
export function tell(text) {
  process.stderr.write(`${text}\n`);
}

/** Runs a step of the set-up in view, and returns its exit code: 0 if it succeeded. */
export function runStep(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    ...options,
  });
  if (error) tell(error.message);
  return status ?? 1;
}

/** Runs the npm that started this, or the one on the PATH. */
export function runNpm(args, options = {}) {
  const npm = process.env.npm_execpath;
  if (npm) return runStep(process.execPath, [npm, ...args], options);
  return runStep('npm', args, { shell: process.platform === 'win32', ...options });
}

/** Ends everything if a step failed that has no other way round. */
export function mustSucceed(status) {
  if (status !== 0) process.exit(status);
}

/**
 * Asks the person at the terminal; Enter is yes. Where nobody can be asked, the answer is yes too:
 * two commands are all that a fresh machine needs.
 */
export async function isAgreed(question, input = process.stdin, output = process.stderr) {
  if (process.env.CI || !input.isTTY || !output.isTTY) return true;
  const asking = createInterface({ input, output });
  // Whoever presses Ctrl+C wants nothing more of it.
  asking.once('SIGINT', () => process.exit(128 + constants.signals.SIGINT));
  const answer = await Promise.race([
    asking.question(`${question} [Y/n] `),
    // End of input is no answer, and not a yes.
    new Promise((resolve) => asking.once('close', () => resolve('no'))),
  ]);
  asking.close();
  return /^(y|yes)?$/i.test(answer.trim());
}
