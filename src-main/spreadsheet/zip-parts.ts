// The archive that a spreadsheet is: its parts by name, unpacked as a stream. Neither the sizes
// that the archive states nor what comes is trusted: sizes are checked before, and bytes are
// counted.
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { checkBound, damage, unusable } from './trouble.ts';

const oneMebibyte = 1024 ** 2;
/** Smaller parts may grow more: they may be nothing but repetitions. */
const largeBytes = 8 * oneMebibyte;

export class ZipParts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  /** The most that was unpacked of each part: reading a part again adds nothing. */
  readonly #unpackedBytes = new Map<Entry, number>();
  #allUnpackedBytes = 0;

  /** @throws trouble, and what the file system throws. */
  static async open(file: string): Promise<ZipParts> {
    const zip = await openPromise(file, { autoClose: false }).catch(throwDamage);
    try {
      return new ZipParts(zip, await entriesOf(zip));
    } catch (error) {
      zip.close();
      throw damage(error);
    }
  }

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** The size that the archive states: for progress alone. */
  sizeOf(name: string): number {
    return this.#entries.get(name.toLowerCase())?.uncompressedSize ?? 0;
  }

  /** Yields nothing if there is no such part. @throws trouble, and what the file system throws. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) return;
    if (entry.isEncrypted()) throw unusable('protected');
    checkBound('unpackedMegabytes', entry.uncompressedSize / oneMebibyte);
    if (entry.uncompressedSize > largeBytes) {
      checkBound('growth', entry.uncompressedSize / Math.max(1, entry.compressedSize));
    }
    let sum = 0;
    let bytesRead = 0;
    try {
      // The stream fails if it is longer or shorter than the entry says.
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        const bytes = chunk as Buffer;
        bytesRead += bytes.length;
        this.#count(entry, bytesRead);
        sum = crc32(bytes, sum);
        yield bytes;
      }
      if (sum !== entry.crc32) throw unusable('damaged');
    } catch (error) {
      throw damage(error);
    }
  }

  #count(entry: Entry, bytesRead: number): void {
    const earlier = this.#unpackedBytes.get(entry) ?? 0;
    if (bytesRead <= earlier) return;
    this.#unpackedBytes.set(entry, bytesRead);
    this.#allUnpackedBytes += bytesRead - earlier;
    checkBound('unpackedMegabytes', this.#allUnpackedBytes / oneMebibyte);
  }

  close(): void {
    this.#zip.close();
  }
}

/** Returns the entries by their names in small letters, as the package format compares them. */
async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  checkBound('parts', zip.entryCount);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    // With two parts of one name, two readers would read two different things.
    if (entries.has(name)) throw unusable('damaged');
    entries.set(name, entry);
  }
  return entries;
}

function throwDamage(error: unknown): never {
  throw damage(error);
}

/** Passes the pieces on, and tells the length of each. */
export async function* counted(
  source: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    count(bytes.length);
    yield bytes;
  }
}
