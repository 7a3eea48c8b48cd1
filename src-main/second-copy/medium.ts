// Where a copy lies on a medium, and whose it is: `owner.json` says which computer writes it. Each
// computer that starts again from it raises its generation. Only a helper may do what is in here: a
// share whose computer is off holds up even a look at its folder.
import { createHash } from 'node:crypto';
import {
  fsyncSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { codeOf, isOfSystem } from '../contract/errors.ts';
import type { MediumProblem } from '../contract/second-copy.ts';
import { computerId } from '../store/computer.ts';
import { publish, withFile } from '../store/durable-files.ts';
import { readsDifferently } from '../store/medium-backups.ts';
import { allCopies, copiedTillSchema } from './folders.ts';
import { timeSchema } from './records.ts';

const text = v.pipe(v.string(), v.maxLength(500));
const whole = v.pipe(v.number(), v.safeInteger());

const ownerSchema = v.object({
  format: v.number(),
  till: copiedTillSchema,
  /** Tells this medium from every other one. */
  medium: text,
  generation: v.pipe(whole, v.minValue(1)),
  installation: v.pipe(v.string(), v.length(4)),
  /** Since when this computer writes it. */
  atMs: timeSchema,
  computer: text,
  /** Which till's file of which computer, as a hash. */
  place: text,
  encrypts: v.boolean(),
  isEncrypted: v.boolean(),
});
export type Owner = v.InferOutput<typeof ownerSchema>;

const ownerFile = (folder: string): string => join(folder, 'owner.json');

export const placeOf = (file: string): string =>
  createHash('sha256').update(`${computerId()} ${file}`).digest('hex').slice(0, 32);

/** A problem with the medium that is known by name. */
export class MediumError extends Error {
  readonly problem: MediumProblem;

  constructor(problem: MediumProblem) {
    super(`the medium: ${problem}`);
    this.problem = problem;
  }
}

/** Returns undefined if there is no copy in the folder. @throws what the file system throws. */
export function readOwner(folder: string): Owner | undefined {
  let written: string;
  try {
    written = readFileSync(ownerFile(folder), 'utf8');
  } catch (error) {
    if (isNothing(error)) return undefined;
    throw error;
  }
  const owner = v.safeParse(v.pipe(v.string(), v.parseJson(), ownerSchema), written);
  return owner.success ? owner.output : undefined;
}

/** Writes whose the copy is. It is on the medium when this returns. */
export function writeOwner(folder: string, owner: Owner): void {
  const file = ownerFile(folder);
  const partial = `${file}.partial`;
  writeWhole(partial, Buffer.from(JSON.stringify(owner, null, 2)));
  publish(partial, file);
}

/**
 * Makes the folder of a copy, never the one that was chosen. One at a time: Node tries for ever to
 * make a folder and those above it where the system answers that there is none.
 */
export function makeFolder(folder: string): void {
  for (const one of [dirname(folder), folder]) {
    try {
      mkdirSync(one);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** Returns whether the folder would be lost with the disk of the file. */
export const isOnDiskOf = (folder: string, file: string): boolean =>
  statSync(folder).dev === statSync(dirname(file)).dev;

/** Writes a file of its own, and syncs it. A link in its place leads nowhere. */
export function writeWhole(file: string, bytes: Buffer): void {
  rmSync(file, { force: true });
  withFile(file, 'wx', (fd) => {
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  });
}

export interface CopyOnMedium {
  readonly folder: string;
  readonly owner: Owner;
}

/** Returns the copies in the chosen medium, or a folder in it. An unreadable one hides no other. */
export function copiesIn(chosen: string): readonly CopyOnMedium[] {
  const all = basename(chosen) === allCopies ? chosen : join(chosen, allCopies);
  const ownedOf = (folder: string) => {
    const owner = readOwner(folder);
    return owner ? [{ folder, owner }] : [];
  };
  const [one] = ownedOf(chosen);
  if (one) return [one];
  let trouble: unknown;
  const copies = list(all).flatMap((name) => {
    try {
      return ownedOf(join(all, name));
    } catch (error) {
      trouble = error;
      return [];
    }
  });
  if (copies.length === 0 && trouble !== undefined) throw trouble as Error;
  return copies;
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isNothing(error)) return [];
    throw error;
  }
}

/** There is no such thing, or a file stands in the place of its folder. */
const isNothing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');

/** No till is taken over so often: such a number is made up, or of a medium that is spoilt. */
export const isMadeUp = (generation: number): boolean => generation >= 999_999;

const journalName = /^journal-(\d{6,12})-(\d{6,12})\.cfj$/;

export interface JournalFile {
  readonly file: string;
  readonly generation: number;
  readonly sequence: number;
}

/** Returns the files of the journal, the oldest first. */
export const journalFiles = (folder: string): readonly JournalFile[] =>
  list(folder)
    .flatMap((name) => {
      const [, generation, sequence] = journalName.exec(name) ?? [];
      return generation === undefined || sequence === undefined || isMadeUp(+generation)
        ? []
        : [{ file: join(folder, name), generation: +generation, sequence: +sequence }];
    })
    .sort((one, other) => one.generation - other.generation || one.sequence - other.sequence);

/** @throws MediumError if nobody could find the file: then the numbers there are made up. */
export function journalFile(folder: string, generation: number, sequence: number): string {
  const digits = (count: number) => String(count).padStart(6, '0');
  const name = `journal-${digits(generation)}-${digits(sequence)}.cfj`;
  if (isMadeUp(generation) || !journalName.test(name)) throw new MediumError('other_contents');
  return join(folder, name);
}

const problems: Readonly<Record<string, MediumProblem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
  ENOENT: 'not_there',
  ENOTDIR: 'not_there',
  ENODEV: 'not_there',
  ENXIO: 'not_there',
  EIO: 'not_there',
  ENOTCONN: 'not_there',
  ESTALE: 'not_there',
  EHOSTDOWN: 'not_there',
  EHOSTUNREACH: 'not_there',
  ETIMEDOUT: 'silent',
  ERR_FS_FILE_TOO_LARGE: 'unreadable',
  [readsDifferently]: 'spoilt',
};

/** Does something on a medium, and returns what is wrong with it if that fails. */
export async function onMedium<Done>(
  act: () => Done | Promise<Done>,
): Promise<Done | { readonly outcome: MediumProblem }> {
  try {
    return await act();
  } catch (error) {
    return { outcome: problemOf(error) };
  }
}

/** Returns what is wrong with the medium. @throws an error that is not the file system's. */
export function problemOf(error: unknown): MediumProblem {
  if (error instanceof MediumError) return error.problem;
  const code = codeOf(error);
  const known = problems[code ?? ''];
  if (known) return known;
  if (!isOfSystem(error)) throw error;
  return 'failed';
}
