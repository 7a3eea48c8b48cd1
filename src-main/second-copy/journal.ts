// One file of the second copy while it is written. What `append` has returned from is on the
// medium: it was synced, and reads back as it was written.
import {
  constants,
  fsyncSync,
  ftruncateSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { isOfSystem } from '../contract/errors.ts';
import { publish, readStart, withFile } from '../store/durable-files.ts';
import { encrypterFor } from '../store/encryption.ts';
import { firstHash, frame, magic, readFrames, type Frame } from './frames.ts';
import { journalFile, journalFiles, MediumError, writeWhole } from './medium.ts';
import { headerSchema, type Batch, type CopyHeader } from './records.ts';

/** How many files stay, each of which begins with everything that was open. */
const mostFiles = 3;
/** The first frame of a file is far shorter. */
const longestHeader = 16_384;

/** Makes the payload of a frame: encrypted, where the shop has a key. */
export type Seal = (plain: Buffer) => Promise<Buffer>;

/** Encrypts for a recovery key; each frame is an age file of its own. */
const sealFor =
  (recipient: string | null): Seal =>
  async (plain) => {
    if (recipient === null) return plain;
    const encrypter = await encrypterFor(recipient);
    return Buffer.from(await encrypter.encrypt(plain));
  };

export class Journal {
  readonly file: string;
  readonly day: string;
  readonly #seal: Seal;
  #end: number;
  #hash: Buffer;

  private constructor(file: string, day: string, seal: Seal, end: number, hash: Buffer) {
    this.file = file;
    this.day = day;
    this.#seal = seal;
    this.#end = end;
    this.#hash = hash;
  }

  /**
   * Begins a file with everything that is open. It has its name once that is on the medium; then
   * those that are no longer needed are removed.
   */
  static async begin(folder: string, header: CopyHeader, batch: Batch): Promise<Journal> {
    const seal = sealFor(header.recipient);
    const last = journalFiles(folder).at(-1);
    // Whoever reads the copy would not even look at this file.
    if (last && last.generation > header.generation) throw new MediumError('other_contents');
    const file = journalFile(folder, header.generation, (last?.sequence ?? 0) + 1);
    const partial = `${file}.partial`;
    const first = frame(firstHash, Buffer.from(JSON.stringify(header)));
    const { bytes, hash } = await frameOf(first.hash, batch, seal);
    const content = Buffer.concat([magic, first.bytes, bytes]);
    try {
      writeWhole(partial, content);
      readBack(partial, 0, content);
      publish(partial, file);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
    removeNeedless(folder, file, header.recipient);
    return new Journal(file, header.day, seal, content.length, hash);
  }

  /** @throws if it is not as it was left: a clone of the stick from before has a shorter one. */
  check(): void {
    if (statSync(this.file).size !== this.#end) throw new MediumError('other_contents');
  }

  /** Adds what is new. If it fails, the file is as before, as far as the medium lets it. */
  async append(batch: Batch): Promise<void> {
    const { bytes, hash } = await frameOf(this.#hash, batch, this.#seal);
    // Windows has no such flag, and no such links.
    withFile(this.file, constants.O_RDWR | constants.O_NOFOLLOW, (fd) => {
      try {
        for (let at = 0; at < bytes.length;)
          at += writeSync(fd, bytes, at, bytes.length - at, this.#end + at);
        fsyncSync(fd);
      } catch (error) {
        // What was written of it would end the reading before what follows later.
        ftruncateSync(fd, this.#end);
        throw error;
      }
    });
    readBack(this.file, this.#end, bytes);
    this.#end += bytes.length;
    this.#hash = hash;
  }
}

const frameOf = async (previous: Buffer, batch: Batch, seal: Seal): Promise<Frame> =>
  frame(previous, await seal(Buffer.from(JSON.stringify(batch))));

/** @throws if the file does not read back as it was written. */
function readBack(file: string, at: number, written: Buffer): void {
  const read = Buffer.alloc(written.length);
  let length = 0;
  withFile(file, 'r', (fd) => {
    while (length < read.length) {
      const more = readSync(fd, read, length, read.length - length, at + length);
      if (more === 0) return;
      length += more;
    }
  });
  if (length < read.length || !read.equals(written)) throw new MediumError('spoilt');
}

/**
 * Removes what the new file has made needless: older files, those that another key opens or none
 * has to, and what was cut short. What the medium keeps all the same does no harm.
 */
function removeNeedless(folder: string, newest: string, recipient: string | null): void {
  try {
    const isKept = ({ file }: { readonly file: string }) =>
      file === newest || recipientOf(file) === recipient;
    const all = journalFiles(folder);
    const keptFiles = new Set(all.filter(isKept).slice(-mostFiles));
    for (const one of all) if (!keptFiles.has(one)) rmSync(one.file, { force: true });
    for (const name of readdirSync(folder))
      if (name.endsWith('.cfj.partial')) rmSync(join(folder, name), { force: true });
  } catch (error) {
    if (!isOfSystem(error)) throw error;
  }
}

const recipientSchema = v.pipe(v.string(), v.parseJson(), v.pick(headerSchema, ['recipient']));

/** Returns undefined if the file does not say whom it is for. */
function recipientOf(file: string): string | null | undefined {
  const { payloads } = readFrames(readStart(file, longestHeader));
  const header = v.safeParse(recipientSchema, payloads[0]?.toString('utf8'));
  return header.success ? header.output.recipient : undefined;
}
