// How the set-up runs its steps, tells of them, and asks.
import { spawnSync } from 'node:child_process';
import { accessSync, constants as access } from 'node:fs';
import { constants } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { isOnPath, Remediable, root, thisMachine } from './programs.mjs';

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

/** Returns whether this is root, on Debian or one of its relatives. */
export const canInstallPackages = () => thisMachine.isRoot() && isOnPath('apt-get');

/** Installs the distribution's packages, and returns apt-get's exit code. */
export function installPackages(packages) {
  tell(`Installing ${packages.join(', ')} with apt-get…`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  // Another installation may be running, as on a machine that has just been started.
  const quietly = ['-qq', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Use-Pty=0'];
  // If one list of packages cannot be fetched, what is wanted may be in another, or here already.
  runStep('apt-get', [...quietly, 'update'], options);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  return runStep('apt-get', [...quietly, ...install], options);
}

/** Ends everything if a step failed that has no other way round, with what a person can do. */
export function mustSucceed(status, whatToDo) {
  if (status === 0) return;
  if (whatToDo) tell(whatToDo);
  process.exit(status);
}

/** Ends everything with a sentence. */
export function endWith(sentence) {
  tell(sentence);
  process.exit(1);
}

/** Ends everything with the sentence of what a person can put right; any other error is a bug. */
export function endWithSentence(error) {
  if (!(error instanceof Remediable)) throw error;
  return endWith(error.message);
}

/** Returns whether this user may write into a folder. */
export function mayWriteInto(folder) {
  try {
    accessSync(folder, access.W_OK);
    return true;
  } catch {
    return false;
  }
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
