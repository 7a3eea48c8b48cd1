// Has a helper read a large till's file whole, and rebuild it where it is damaged: with a million
// sales that takes a minute, in which the window must stay alive.
import { constants, getPriority, setPriority } from 'node:os';
import { askHelper, type StartHelper } from '../helper-process/ask-helper.ts';
import { ok, type AppError, type Result } from '../contract/errors.ts';
import { sync } from './durable-files.ts';
import { isWholeFile } from './open.ts';
import { openTillStore } from './open-or-rebuild.ts';
import { newInstallation } from './references.ts';
import type { TillFile } from './till.ts';

/** A smaller file is read before a helper has even begun. */
export const largeBytes = 32 * 2 ** 20;

export type FirstReading = Pick<TillFile, 'file' | 'binding' | 'nowMs'>;

export interface FirstRead {
  /** What the cashier must know; or why the till cannot be opened. */
  readonly notices: Result<readonly AppError[]>;
  /** The damaged files that were set aside. */
  readonly aside: readonly string[];
}

/**
 * The helper's work: opens the till as whole as it can be made, and closes it. `readAheadProgram`
 * is as in `TillFile`.
 */
export function readFirst(reading: FirstReading, readAheadProgram?: string): FirstRead {
  const aside: string[] = [];
  const onSetAside = (name: string) => aside.push(name);
  const program = readAheadProgram !== undefined && { readAheadProgram };
  const opened = openTillStore({ ...reading, ...program, newInstallation, onSetAside });
  if (!opened.ok) return { notices: opened, aside };
  const { db, notices, unlock } = opened.value;
  try {
    db.close();
  } finally {
    unlock();
  }
  return { notices: ok(notices), aside };
}

/**
 * Returns what a helper found of a till that is closed, and left behind as this till closes it.
 * @throws if the helper fails: then nobody but the caller is there to read the file.
 */
export const readFirstByHelper = (start: StartHelper, reading: FirstReading): Promise<FirstRead> =>
  askHelper<(reading: FirstReading) => FirstRead>(start, 'open', reading);

/** The helper's work while the till sells, which has the processor first. */
export function readMeanwhile(job: { readonly file: string; readonly isCopy: boolean }): boolean {
  const { file, isCopy } = job;
  // A till with less of it may not take more.
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  const isWhole = isWholeFile(file);
  // Main would wait for the disk as long as the copy is large.
  if (isCopy) sync(file, 'r+');
  return isWhole;
}
