// Whether a database is as this till closed it, so that a start need not read the whole of it again
// to find damage.
import { readFileSync, statSync, writeFileSync, type BigIntStats } from 'node:fs';
import * as v from 'valibot';

const noteSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ file: v.string(), checkedAtMs: v.number() }),
);

const dayMs = 24 * 60 * 60 * 1000;

const noteOf = (file: string): string => `${file}.closed`;

/**
 * Returns a text that changes with every write to the file; a replacement or a copy of the file has
 * another one.
 */
export function identify(file: string): string {
  const { ino, size, mtimeNs, ctimeNs }: BigIntStats = statSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}

/** Returns the same for the file and its write-ahead log. */
export function identifyWithLog(file: string): string {
  const log = statSync(`${file}-wal`, { bigint: true, throwIfNoEntry: false });
  return [identify(file), log?.size ?? 0, log?.mtimeNs ?? 0].join(' ');
}

/**
 * Notes the closed file; call it once the database is closed. `checkedAtMs` is when it was last
 * read whole.
 */
export function noteClosed(file: string, checkedAtMs: number): void {
  try {
    writeFileSync(noteOf(file), JSON.stringify({ file: identify(file), checkedAtMs }));
  } catch {
    // Without the note the next start reads the file whole; nothing else depends on it.
  }
}

/**
 * Returns when the file was last read whole, if that is less than a day ago and nobody has touched
 * the file since this till closed it. Undefined means that it must be read: decay on the disk
 * changes no date.
 */
export function trustedSinceMs(file: string, nowMs: number): number | undefined {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined;
  const note = readNote(file);
  if (note?.file !== identifyIfThere(file)) return undefined;
  return note && Math.abs(nowMs - note.checkedAtMs) < dayMs ? note.checkedAtMs : undefined;
}

function readNote(file: string): v.InferOutput<typeof noteSchema> | undefined {
  try {
    return v.parse(noteSchema, readFileSync(noteOf(file), 'utf8'));
  } catch {
    // A note that is not there, or lies on a bad sector, only means that the file is read whole.
    return undefined;
  }
}

const identifyIfThere = (file: string): string | undefined =>
  statSync(file, { throwIfNoEntry: false }) === undefined ? undefined : identify(file);
