// A process with `interpose.c` between itself and libc: how it is started, and how it gives the
// library its orders.
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

/** Why this machine cannot compile and load the library, or null where it can. */
export const notHere: string | null =
  process.platform !== 'linux'
    ? 'only Linux preloads a library this way'
    : spawnSync('cc', ['--version']).status === 0
      ? null
      : 'there is no C compiler (cc)';

/**
 * In memory where the machine has it: what a disk would hold is computed, so a real one only costs
 * time.
 */
export function temporaryFolder(): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  return mkdtempSync(join(parent, 'counterfoil-disk-'));
}

/** In the folder of its own that a script of ours is given as its first argument. */
export const outputFile = 'output';

/**
 * Runs a script of ours with the library, and answers what it has written as its output. The second
 * argument of the script is the options as JSON.
 * @throws when it does not end with 0.
 */
export async function runInterposed(script: string, options: unknown): Promise<Buffer> {
  const folder = temporaryFolder();
  const orders = openSync(join(folder, 'orders'), 'w+');
  try {
    const library = join(folder, 'interpose.so');
    const source = join(import.meta.dirname, 'interpose.c');
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source]);
    const [file, given] = [join(import.meta.dirname, script), JSON.stringify(options)];
    // A forked process has only the thread that forked, so V8 must not count on others.
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
 * To be called in a process that `runInterposed` has started. The orders: see the head of
 * `interpose.c`.
 */
export function order(words: string): number {
  writeSync(ordersFd, words);
  const answer = Buffer.alloc(answerLength);
  readSync(ordersFd, answer, 0, answerLength, 0);
  return Number(answer.toString('latin1'));
}

/**
 * Does the work in a process of its own, which never comes back from it, and answers how that
 * process ended.
 */
export function inFork(work: () => void): 'killed' | 'ended' {
  const answer = order('fork');
  if (answer === 0) {
    try {
      work();
      order('exit 0');
    } catch (error) {
      writeSync(
        process.stderr.fd,
        `${error instanceof Error ? String(error.stack) : String(error)}\n`,
      );
      order('exit 1');
    }
  }
  const status = answer - 1;
  const killedBySigkill = 9;
  if (status !== 0 && status !== killedBySigkill) throw new Error(`wait status ${status}`);
  return status === 0 ? 'ended' : 'killed';
}
