// What is known of a database that was not read whole to find damage: whether it is as this till
// closed it, and whether it has been sold on unread.
import {
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import * as v from 'valibot';

const noteSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ file: v.string(), checkedAtMs: v.number() }),
);

const dayMs = 24 * 60 * 60 * 1000;

const noteOf = (file: string): string => `${file}.closed`;

/** Returns a text that every write to the file changes; a copy of the file has another one. */
export function identify(file: string): string {
  const { ino, size, mtimeNs, ctimeNs }: BigIntStats = statSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}

/** Returns whether it was done. If it was not, the next start reads the file whole. */
function isDone(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/** Notes a file that is closed. `checkedAtMs` is when it was last read whole. */
export function noteClosed(file: string, checkedAtMs: number): void {
  isDone(() => writeFileSync(noteOf(file), JSON.stringify({ file: identify(file), checkedAtMs })));
}

const unreadMarkOf = (file: string): string => `${file}.unread`;

const foundHarmed = 'found harmed';

/**
 * Leaves a mark beside a file that is opened unread, until it was found whole or is closed. A start
 * that finds the mark reads the file before anything else: the last one came to a bad end before it
 * had read it, or found that it cannot be read, which the mark says. Returns whether the mark is
 * there.
 */
export const markUnread = (file: string, isHarmed = false): boolean =>
  isDone(() => writeFileSync(unreadMarkOf(file), isHarmed ? foundHarmed : ''));

export const isMarkedUnread = (file: string): boolean => existsSync(unreadMarkOf(file));

/** Returns whether the mark says that the file was found harmed; it must if nobody can read it. */
export function isMarkedHarmed(file: string): boolean {
  try {
    return readFileSync(unreadMarkOf(file), 'utf8') === foundHarmed;
  } catch {
    return isMarkedUnread(file);
  }
}

export function unmarkUnread(file: string): void {
  isDone(() => rmSync(unreadMarkOf(file), { force: true }));
}

/**
 * Returns when the file was last read whole, if that is less than a day ago and nobody has touched
 * the file since this till closed it. Undefined means that it must be read: decay on the disk
 * changes no date.
 */
export function trustedSinceMs(file: string, nowMs: number): number | undefined {
  if (isMarkedUnread(file)) return undefined;
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
