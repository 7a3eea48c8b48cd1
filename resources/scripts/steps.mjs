// How the set-up runs its steps, tells of them, and asks.
import { spawn } from 'node:child_process';
import { accessSync, constants as access } from 'node:fs';
import { constants } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { isOnPath, Remediable, root, thisMachine } from './programs.mjs';

/** Says what is being set up. It writes to stderr, which leaves stdout to the command itself. */
export function tell(text) {
  process.stderr.write(`${text}\n`);
}

/** Tells at times how long something takes that may say nothing itself; returns what ends it. */
export function tellTheTime(tellMs = 20_000) {
  const startedMs = performance.now();
  const telling = setInterval(() => {
    tell(`  ${Math.round((performance.now() - startedMs) / 1000)} s so far`);
  }, tellMs);
  return () => clearInterval(telling);
}

/** The shell of npm, which dies of a signal and passes none on. */
const parent = process.ppid;

/**
 * Returns how a program ends that this one has started: its exit code or signal, and the signal
 * that came meanwhile, after which this one may end. A signal is passed on, unless a terminal has
 * sent it to the whole group, or as `killSignal`.
 */
export async function endOf(child, killSignal) {
  let stoppedBy;
  const stop = (signal) => {
    stoppedBy = signal;
    if (killSignal || signal === 'SIGTERM' || !process.stdin.isTTY)
      child.kill(killSignal ?? signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 1000);
  const how = await new Promise((resolve) => {
    child.on('error', (error) => {
      const mayNotRun = `${child.spawnfile} may not be run: where its disk is mounted noexec, take a clone elsewhere.`;
      tell(error.code === 'EACCES' ? mayNotRun : error.message);
      resolve({ status: 1 });
    });
    child.on('close', (code, signal) => {
      resolve({ status: code ?? 128 + constants.signals[signal], signal });
    });
  });
  clearInterval(watch);
  for (const signal of signals) process.off(signal, stop);
  return { ...how, stoppedBy };
}

/** Ends this program as the signal would have, if one came. */
export function endIfStopped(stoppedBy) {
  if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
}

/**
 * Runs a step of the set-up in view, and returns its exit code: 0 if it succeeded. A signal that
 * came meanwhile ends everything after it.
 */
export async function runStep(program, args, options = {}) {
  const stdio = ['ignore', process.stderr, process.stderr];
  const endTelling = tellTheTime();
  const child = spawn(program, args, { cwd: root, stdio, ...options });
  const { status, stoppedBy } = await endOf(child, options.killSignal);
  endTelling();
  endIfStopped(stoppedBy);
  return status;
}

/**
 * Runs the npm that started this, or the one on the PATH. Of any other signal it would go on for a
 * minute, and then remove what the next try has installed.
 */
export function runNpm(args, options = {}) {
  const npm = process.env.npm_execpath;
  const how = { killSignal: 'SIGKILL', ...options };
  if (npm) return runStep(process.execPath, [npm, ...args], how);
  return runStep('npm', args, { shell: process.platform === 'win32', ...how });
}

/** Returns whether this is root, on Debian or one of its relatives. */
export const canInstallPackages = () => thisMachine.isRoot() && isOnPath('apt-get');

/** Installs the distribution's packages, and returns apt-get's exit code. */
export async function installPackages(packages) {
  tell(`Installing ${packages.join(', ')} with apt-get…`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  // Another installation may be running, as on a machine that has just been started.
  const quietly = ['-qq', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Use-Pty=0'];
  // If one list of packages cannot be fetched, what is wanted may be in another, or here already.
  await runStep('apt-get', [...quietly, 'update'], options);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  // In a group of its own it gets no Ctrl-C, of which dpkg would leave packages half unpacked.
  return runStep('apt-get', [...quietly, ...install], { ...options, detached: true });
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
