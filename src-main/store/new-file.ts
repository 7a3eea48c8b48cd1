// Files for people to keep: each is whole or not there, and replaces no other.
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { type AppError, codeOf, err, isOfSystem, ok, type Result } from '../contract/errors.ts';
import { writeDurably } from './durable-files.ts';
import { freeBytesOn } from './free-space.ts';
import { renameInTime } from './patient-rename.ts';

type Content =
  | Uint8Array
  | Iterable<string>
  | AsyncIterable<string>
  /** Writes the file, which is durable once the promise resolves. */
  | ((file: string) => Promise<void>);

/** What is left on the disk for sales, of which each takes a few thousand bytes. */
const keptForSalesBytes = 16 * 1024 * 1024;

/**
 * Writes a new file, whole or part by part, and returns its path. If `file` exists, `-2`, `-3` and
 * so on is added to its name. Files that are saved again and again, as by a page that was taken
 * over, must not keep a shop from selling, so none is begun in the last room on the disk.
 * Errors: `disk_full`, `file_not_written`; then nothing is left behind.
 */
export async function writeNewFile(
  file: string,
  content: Content,
): Promise<Result<{ readonly file: string }>> {
  try {
    await mkdir(dirname(file), { recursive: true });
    // Some file systems do not say.
    const freeBytes = await freeBytesOn(dirname(file)).catch(() => Infinity);
    if (freeBytes < keptForSalesBytes) return err({ code: 'disk_full' });
    // Such a function may write for minutes, and be cut off: the name is taken at its end.
    const isLong = typeof content === 'function';
    const early = isLong ? null : await reserve(file);
    const partial = isLong ? await reserve(`${file}.part`) : `${early}.part`;
    try {
      if (isLong) await content(partial);
      else await writeDurably(partial, content);
      const reserved = early ?? (await reserve(file));
      await renameInTime(partial, reserved);
      return ok({ file: reserved });
    } catch (error) {
      await rm(partial, { force: true });
      if (early !== null) await rm(early, { force: true });
      throw error;
    }
  } catch (error) {
    return err(writeError(error, file));
  }
}

const longestPart = 60;

/** Joins the parts to the name of a file that every system takes. */
export const fileNameOf = (
  parts: readonly string[],
  extension: 'csv' | 'pdf' | 'counterfoil' | 'db.age',
): string => {
  const named = parts.map((part) => part.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, longestPart));
  return `${named.join('-')}.${extension}`;
};

/** Takes the first free name by creating the file, empty, so that two writers get two names. */
async function reserve(file: string): Promise<string> {
  const { dir, name, ext } = parse(file);
  for (let number = 1; ; number += 1) {
    const candidate = join(dir, `${name}${number === 1 ? '' : `-${number}`}${ext}`);
    try {
      await (await open(candidate, 'wx')).close();
      return candidate;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** @throws an error that is not the file system's. */
function writeError(error: unknown, file: string): AppError {
  const code = codeOf(error);
  if (!isOfSystem(error)) throw error;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? { code: 'disk_full' }
    : { code: 'file_not_written', file };
}
