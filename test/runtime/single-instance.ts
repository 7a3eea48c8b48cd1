// The single-instance lock of a user data folder, and the messages of instances that did not get
// it.
import {
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

/** Holds the lock as long as it is referenced. */
let held: Database.Database | undefined;

/** The lock also ends with the process. */
export function releaseSingleInstanceLock(): void {
  held?.close();
  held = undefined;
}

/**
 * Takes the lock, or tells the instance that holds it with what this one was started. SQLite's lock
 * is the operating system's: it is taken and refused synchronously, and a killed process cannot
 * leave it behind.
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
  mkdirSync(messages, { recursive: true });
  const lock = new Database(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    const name = `${String(process.pid)}-${String(Date.now())}`;
    writeFileSync(join(folder, name), serialize(second));
    renameSync(join(folder, name), join(messages, name));
    return false;
  }
  held = lock;

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
