// Starts a process with `interpose.c` between itself and libc, and gives the library its orders.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why this machine cannot compile and load the library; null if it can. */
export const notHere: string | null =
  process.platform !== 'linux'
    ? 'only Linux preloads a library this way'
    : spawnSync('cc', ['--version']).status === 0
      ? null
      : 'there is no C compiler (cc)';

/**
 * Makes a folder in memory if the machine has such a place: what a disk would hold is computed, so
 * a real one only costs time.
 */
export function temporaryFolder(): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  return mkdtempSync(join(parent, 'counterfoil-disk-'));
}

/** The file in the folder that a script gets as its first argument. */
export const outputFile = 'output';

/**
 * Runs one of our scripts with the library, and returns what it wrote as its output. The script's
 * second argument is the options as JSON.
 * @throws if it does not end with 0.
 */
export async function runInterposed(script: string, options: unknown): Promise<Buffer> {
  const folder = temporaryFolder();
  const orders = openSync(join(folder, 'orders'), 'w+');
  try {
    const library = join(folder, 'interpose.so');
    const source = join(import.meta.dirname, 'interpose.c');
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source]);
    const [file, given] = [join(import.meta.dirname, script), JSON.stringify(options)];
    // A forked process has only the thread that forked, so V8 must not rely on others.
    const child = spawn(process.execPath, ['--single-threaded', file, folder, given], {
      env: { ...process.env, LD_PRELOAD: library },
      stdio: ['ignore', 'inherit', 'inherit', orders],
    });
    await once(child, 'close');
    if (child.exitCode !== 0) throw new Error(`${script} ${given} failed`);
    return readFileSync(join(folder, outputFile));
  } finally {
    closeSync(orders);
    rmSync(folder, { recursive: true });
  }
}

const ordersFd = 3;
const answerLength = 20;

/**
 * Must be called in a process that `runInterposed` started. See the head of `interpose.c` for the
 * orders.
 */
export function order(words: string): number {
  writeSync(ordersFd, words);
  const answer = Buffer.alloc(answerLength);
  readSync(ordersFd, answer, 0, answerLength, 0);
  return Number(answer.toString('latin1'));
}

/**
 * Does the work in a forked process, which never returns from it, and returns how that process
 * ended. The work may wait for promises, but for nothing outside the process.
 */
export async function inFork(work: () => void | Promise<void>): Promise<'killed' | 'ended'> {
  const answer = order('fork');
  if (answer === 0) {
    try {
      await work();
      order('exit 0');
    } catch (error) {
      writeSync(2, `${error instanceof Error ? String(error.stack) : String(error)}\n`);
      order('exit 1');
    }
  }
  const status = answer - 1;
  const killedBySigkill = 9;
  if (status !== 0 && status !== killedBySigkill) throw new Error(`wait status ${status}`);
  return status === 0 ? 'ended' : 'killed';
}
