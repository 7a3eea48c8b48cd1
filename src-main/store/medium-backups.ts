// Keeps the newest daily backups on another medium as well, without anybody's pressing. It is a
// helper's work: a medium may be slow, and a share whose computer is off hangs whoever touches it.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../contract/errors.ts';
import { publish } from './durable-files.ts';
import { encryptedContent } from './encryption.ts';

export interface MediumBackupJob {
  /** A finished backup beside the till's file. */
  readonly source: string;
  /** The folder on the medium. The folder that it lies in must be there: it proves the medium. */
  readonly folder: string;
  /** Whom it is encrypted for; null if the owner wants no encryption. */
  readonly recipient: string | null;
}

/** What was written reads back differently, as from a stick that claims to be larger than it is. */
export const readsDifferently = 'READS_DIFFERENTLY';

const mostBackups = 3;
const backupName = /^till-[\dT.-]+Z(\.[\da-f]{8})?\.db(\.age)?$/;

/** What the name of a backup ends with: a file does not say itself which key opens it. */
export const endingFor = (recipient: string | null): string =>
  recipient === null
    ? '.db'
    : `.${createHash('sha256').update(recipient).digest('hex').slice(0, 8)}.db.age`;

/**
 * Keeps the backup there, unless it is there already for this key, and the newest three. Once
 * backups are encrypted, none stays that anybody can read, or that another key opens. A backup gets
 * its name once it is whole, on the medium, and was read back as it was written. Returns the names
 * there, the newest first. @throws what the file system throws, and an error with the code
 * `readsDifferently`.
 */
export async function keepOnMedium(job: MediumBackupJob): Promise<readonly string[]> {
  const { source, folder, recipient } = job;
  const ending = endingFor(recipient);
  const name = `${basename(source, '.db')}${ending}`;
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  // A link may lead to the till's own backups, of which nothing may be removed.
  if (!(await lstat(folder)).isDirectory())
    throw Object.assign(new Error('the folder is a link'), { code: 'ENOTDIR' });
  if (!(await namesIn(folder)).includes(name)) await keep(job, name);
  const names = await namesIn(folder);
  const others = names.filter(
    (one) => one !== name && (recipient === null || one.endsWith(ending)),
  );
  const keptNames = [name, ...others].slice(0, mostBackups);
  for (const old of names)
    if (!keptNames.includes(old)) await rm(join(folder, old), { force: true });
  return names.filter((one) => keptNames.includes(one));
}

async function keep({ source, folder, recipient }: MediumBackupJob, name: string): Promise<void> {
  const partial = join(folder, 'partial');
  try {
    const content =
      recipient === null ? createReadStream(source) : encryptedContent(source, recipient);
    await write((await content) as AsyncIterable<Buffer>, partial);
    // The order of backups is that of the originals, whatever a clock said.
    const { mtime } = await stat(source);
    await utimes(partial, mtime, mtime);
    publish(partial, join(folder, name));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Writes the file onto the medium, and reads it back. */
async function write(content: AsyncIterable<Buffer>, partial: string): Promise<void> {
  const written = createHash('sha256');
  // A link in its place leads nowhere.
  await rm(partial, { force: true });
  const handle = await open(partial, 'wx', 0o600);
  try {
    for await (const part of content) {
      written.update(part);
      await handle.writeFile(part);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  const read = createHash('sha256');
  await pipeline(createReadStream(partial), read);
  if (!written.digest().equals(read.digest()))
    throw Object.assign(new Error('the backup reads back differently'), { code: readsDifferently });
}

/** Returns the backups in the folder, the newest first. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => backupName.test(name));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, atMs: (await stat(join(folder, name))).mtimeMs })),
  );
  return dated
    .toSorted((one, other) => other.atMs - one.atMs || (one.name < other.name ? 1 : -1))
    .map(({ name }) => name);
}
