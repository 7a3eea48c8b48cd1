// The single-instance lock of a user data folder, and the messages of instances that did not get
// it.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import Database from 'better-sqlite3';

export interface SecondInstance {
  argv: string[];
  workingDirectory: string;
  additionalData: unknown;
}

/** How long the first may let a second start wait before that one ends it, as Chromium does. */
const longestSilenceMs = 20_000;

/** Holds the lock as long as it is referenced. */
let held: Database.Database | undefined;

/** The lock also ends with the process. */
export function releaseSingleInstanceLock(): void {
  held?.close();
  held = undefined;
}

/** As nothing else runs before Electron has asked for the lock, nothing else is to run here. */
function waitHere(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** @returns undefined if another process has it. */
function tryToLock(folder: string): Database.Database | undefined {
  const lock = new Database(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    return undefined;
  }
}

/** Ends the process that has the lock, if it is still there. */
function endHolder(folder: string): void {
  const holder = Number(readFileSync(join(folder, 'holder'), 'utf8'));
  try {
    if (holder > 0) process.kill(holder, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Waits until the message is taken, and returns undefined then; or until the lock is free, since
 * its process has ended or, silent for too long, is ended here.
 */
function lockUnlessTaken(folder: string, message: string): Database.Database | undefined {
  const endMs = Date.now() + longestSilenceMs;
  let isEnded = false;
  while (existsSync(message)) {
    const lock = tryToLock(folder);
    if (lock) return lock;
    if (!isEnded && Date.now() > endMs) {
      endHolder(folder);
      isEnded = true;
    }
    waitHere(20);
  }
  return undefined;
}

/**
 * Takes the lock, or tells the instance that holds it with what this one was started; one that does
 * not take that in is killed. SQLite's lock is the operating system's: it is taken and refused
 * synchronously, and a killed process cannot leave it behind.
 * @returns whether this process is the first.
 */
export function takeSingleInstanceLock(
  userData: string,
  second: SecondInstance,
  onSecondInstance: (second: SecondInstance) => void,
): boolean {
  if (held) return true;
  const folder = join(userData, 'stand-in');
  const messages = join(folder, 'second-instances');
  try {
    mkdirSync(messages, { recursive: true });
  } catch {
    // Whoever cannot write the lock has not got it.
    return false;
  }
  let lock = tryToLock(folder);
  if (!lock) {
    const name = `${String(process.pid)}-${String(Date.now())}`;
    writeFileSync(join(folder, name), serialize(second));
    renameSync(join(folder, name), join(messages, name));
    lock = lockUnlessTaken(folder, join(messages, name));
    if (!lock) return false;
  }
  held = lock;
  writeFileSync(join(folder, 'holder'), String(process.pid));

  for (const stale of readdirSync(messages)) rmSync(join(messages, stale));
  const watcher = watch(messages, () => {
    for (const name of readdirSync(messages)) {
      const received = deserialize(readFileSync(join(messages, name))) as SecondInstance;
      rmSync(join(messages, name));
      onSecondInstance(received);
    }
  });
  watcher.unref();
  return true;
}
