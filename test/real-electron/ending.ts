// Ends what a run of npm run test:electron has started, however it ends: displays, keyrings and
// tills have process groups of their own, and outlive the program that started them.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';

const patienceMs = 3_000;
const lookMs = 50;

/** Returns the processes whose environment has this entry, as far as this user may see it. */
function processesWith(entry: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && environmentOf(pid).split('\0').includes(entry));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/environ`, 'utf8');
  } catch {
    // It has ended, or is another user's.
    return '';
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Ends them, and returns once none is left: an exit handler cannot wait otherwise. */
export function endProcesses(entry: string): void {
  signalAll(processesWith(entry), 'SIGTERM');
  const untilMs = performance.now() + patienceMs;
  while (processesWith(entry).length > 0 && performance.now() < untilMs)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs);
  signalAll(processesWith(entry), 'SIGKILL');
}

/** On exit and on the signals that ask for it, ends the processes and removes the folders. */
export function leaveNothing(entry: string, folders: readonly string[]): void {
  process.on('exit', () => {
    endProcesses(entry);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
