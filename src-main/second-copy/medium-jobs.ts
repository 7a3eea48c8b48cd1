// What a helper does on a medium that somebody has just chosen: prepare it for a copy, find copies
// on it, and say what one holds.
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { MediumProblem } from '../contract/second-copy.ts';
import type { BuildJob } from './build-file.ts';
import { copyFolder, type CopiedTill } from './folders.ts';
import {
  copiesIn,
  isMadeUp,
  isOnDiskOf,
  journalFiles,
  makeFolder,
  MediumError,
  onMedium,
  placeOf,
  problemOf,
  readOwner,
  writeOwner,
  writeWhole,
  type Owner,
} from './medium.ts';
import { heldOf, readCopy } from './read-copy.ts';

export interface PrepareJob {
  readonly chosen: string;
  readonly till: CopiedTill;
  /** The till's own, which names its folder. */
  readonly key: string;
  readonly file: string;
  readonly installation: string;
  /** Every installation that the till's file has been. */
  readonly installations: readonly string[];
  readonly nowMs: number;
}

export type Prepared =
  | {
      readonly outcome: 'ready';
      readonly folder: string;
      readonly medium: string;
      readonly generation: number;
      readonly installation: string;
      readonly isOnSameDisk: boolean;
    }
  | { readonly outcome: MediumProblem };

/** Makes the folder of the copy, unless another computer writes there, and tries it. */
export function prepareMedium(job: PrepareJob): Prepared {
  try {
    return prepare(job);
  } catch (error) {
    return { outcome: problemOf(error) };
  }
}

function prepare(job: PrepareJob): Prepared {
  const { chosen, till, key, file, installation, installations, nowMs } = job;
  const folder = copyFolder(chosen, till, key);
  makeFolder(folder);
  tryToWrite(folder);
  const before = readOwner(folder);
  const isOurs =
    before && (installations.includes(before.installation) || before.place === placeOf(file));
  if (before && !isOurs) throw new MediumError('other_computer');
  // Files may be there of which no owner is known any more: the newest are those that count.
  const written = journalFiles(folder).at(-1)?.generation ?? 0;
  const isKnown = before && before.generation >= written && !isMadeUp(before.generation);
  const owner: Owner = isKnown
    ? before
    : {
        ...{ format: 1, till, medium: randomUUID(), generation: written + 1, installation },
        ...{ atMs: nowMs, computer: hostname(), place: placeOf(file) },
        ...{ encrypts: true, isEncrypted: false },
      };
  if (!isKnown) writeOwner(folder, owner);
  return {
    ...{ outcome: 'ready', folder, isOnSameDisk: isOnDiskOf(folder, file), medium: owner.medium },
    ...{ generation: owner.generation, installation: owner.installation },
  };
}

/** @throws what the file system throws, or if the medium reads back otherwise. */
function tryToWrite(folder: string): void {
  const file = join(folder, 'trial.partial');
  const bytes = Buffer.from(randomUUID());
  try {
    writeWhole(file, bytes);
    if (!readFileSync(file).equals(bytes)) throw new MediumError('spoilt');
  } finally {
    rmSync(file, { force: true });
  }
}

export const findCopies = ({ chosen }: Pick<PrepareJob, 'chosen'>) =>
  onMedium(() => ({ outcome: 'found' as const, copies: copiesIn(chosen) }));

export const lookAtCopy = ({ folder, key }: Pick<BuildJob, 'folder' | 'key'>) =>
  onMedium(async () => {
    const copy = await readCopy(folder, key);
    if ('outcome' in copy) return copy;
    const heldCopy = heldOf(folder, copy);
    return 'outcome' in heldCopy
      ? heldCopy
      : { outcome: 'held' as const, held: heldCopy, digest: copy.digest };
  });
