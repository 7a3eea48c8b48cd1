// What a disk may hold after a power cut, from the changes that a process made to one folder and
// those within it.
//
// The model: what was synced is there. Of what was written to a file since, each 512-byte sector
// may be there or not, in any order, even where the file's size has already grown (then there are
// zeros). Names that were created, renamed or removed are certain once their folder itself was
// synced, with those before them; before that, only the first few of them are there, as a journal
// keeps them. A file's own sync does not keep its name: this is stricter than ext4, as POSIX
// allows.
import { posix } from 'node:path';
import type { Seeded } from '../seeded.ts';

/** One line of the record; see `interpose.c`. */
export interface Change {
  readonly kind: 'create' | 'write' | 'truncate' | 'sync' | 'remove' | 'rename';
  /** As seen from the folder; empty for the folder itself. */
  readonly name: string;
  /** The place of a write, or the size of a truncation. */
  readonly offset: number;
  /** The bytes of a write, or the new name of a renaming. */
  readonly bytes: Buffer;
}

const kinds: Readonly<Record<string, Change['kind']>> = {
  c: 'create',
  w: 'write',
  t: 'truncate',
  s: 'sync',
  u: 'remove',
  r: 'rename',
};

export function parseRecord(record: Buffer): readonly Change[] {
  const changes: Change[] = [];
  for (let start = 0; start < record.length;) {
    const end = record.indexOf('\n', start);
    const [letter = '', offset, length, ...words] = record.toString('utf8', start, end).split(' ');
    const kind = kinds[letter];
    if (!kind) throw new Error(`not a record at ${start}`);
    start = end + 1 + Number(length);
    const bytes = record.subarray(end + 1, start);
    changes.push({ kind, name: words.join(' '), offset: Number(offset), bytes });
  }
  return changes;
}

export const sectorBytes = 512;

/** A file's bytes, which grow without being copied each time. */
class Content {
  #room: Buffer;
  #size: number;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#room = bytes;
    this.#size = bytes.length;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }

  write(offset: number, bytes: Buffer): void {
    this.resize(Math.max(this.#size, offset + bytes.length));
    bytes.copy(this.#room, offset);
  }

  resize(size: number): void {
    if (size > this.#room.length) {
      const larger = Buffer.alloc(2 * size);
      this.bytes.copy(larger);
      this.#room = larger;
    }
    if (size < this.#size) this.#room.fill(0, size, this.#size);
    this.#size = size;
  }
}

type Pending = Pick<Change, 'offset' | 'bytes'> & { readonly kind: 'write' | 'truncate' };

function carryOut(content: Content, { kind, offset, bytes }: Pending): void {
  if (kind === 'truncate') content.resize(offset);
  else content.write(offset, bytes);
}

class DiskFile {
  readonly #synced = new Content();
  #pending: Pending[] = [];

  change(pending: Pending): void {
    this.#pending.push(pending);
  }

  sync(): void {
    for (const pending of this.#pending) carryOut(this.#synced, pending);
    this.#pending = [];
  }

  /** Returns contents that may be there after a cut. */
  image(random: Seeded): Buffer {
    const content = new Content(Buffer.from(this.#synced.bytes));
    for (const pending of surviving(this.#pending, random)) carryOut(content, pending);
    return content.bytes;
  }
}

const manners = ['none', 'all', 'first', 'any'] as const;

/** Nothing, all, the first few with a part of the next, or any sectors of all of them. */
function surviving(pending: readonly Pending[], random: Seeded): readonly Pending[] {
  switch (random.pick(manners)) {
    case 'none':
      return [];
    case 'all':
      return pending;
    case 'first': {
      const whole = random.between(0, pending.length);
      const sectors = pending.slice(whole, whole + 1).flatMap(sectorsOf);
      return [...pending.slice(0, whole), ...sectors.slice(0, random.between(0, sectors.length))];
    }
    case 'any': {
      const share = random.next();
      const sectors = pending.flatMap(sectorsOf).filter(() => random.chance(share));
      // A file system may have noted the new size before the bytes.
      return random.chance(0.5) ? sectors : [...grown(pending), ...sectors];
    }
  }
}

function sectorsOf(pending: Pending): readonly Pending[] {
  if (pending.kind === 'truncate') return [pending];
  const { kind, offset, bytes } = pending;
  const sectors: Pending[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = start + sectorBytes - ((offset + start) % sectorBytes);
    sectors.push({ kind, offset: offset + start, bytes: bytes.subarray(start, end) });
    start = end;
  }
  return sectors;
}

const nothing = Buffer.alloc(0);

const grown = (pending: readonly Pending[]): readonly Pending[] =>
  pending
    .filter(({ kind }) => kind === 'write')
    .map(({ kind, offset, bytes }) => ({ kind, offset: offset + bytes.length, bytes: nothing }));

/** Files by name. */
export type Image = ReadonlyMap<string, Buffer>;

type Names = Map<string, DiskFile>;

interface Renaming {
  readonly names: readonly string[];
  readonly rename: (names: Names) => void;
}

const folderOf = (name: string): string => posix.join('/', name, '..');

class Disk {
  /** The names as the process sees them. */
  readonly #names: Names = new Map<string, DiskFile>();
  readonly #syncedNames: Names = new Map<string, DiskFile>();
  #pendingNames: Renaming[] = [];

  change(change: Change): void {
    const { kind, name, bytes } = change;
    switch (kind) {
      case 'create': {
        const file = new DiskFile();
        this.#rename([name], (names) => names.set(name, file));
        return;
      }
      case 'remove':
        this.#rename([name], (names) => names.delete(name));
        return;
      case 'rename': {
        const file = this.#file(name);
        const to = bytes.toString('utf8');
        this.#rename([name, to], (names) => {
          names.set(to, file);
          names.delete(name);
        });
        return;
      }
      case 'write':
      case 'truncate':
        this.#file(name).change({ kind, offset: change.offset, bytes });
        return;
      case 'sync':
        if (this.#names.has(name)) this.#file(name).sync();
        else this.#syncNames(posix.join('/', name));
    }
  }

  /** Returns an image that may be there after a cut now. */
  image(random: Seeded): Image {
    const names: Names = new Map(this.#syncedNames);
    const surviving = random.between(0, this.#pendingNames.length);
    for (const { rename } of this.#pendingNames.slice(0, surviving)) rename(names);
    return new Map([...names].map(([name, file]) => [name, file.image(random)]));
  }

  #rename(names: readonly string[], rename: Renaming['rename']): void {
    rename(this.#names);
    this.#pendingNames.push({ names, rename });
  }

  #syncNames(folder: string): void {
    const last = this.#pendingNames.findLastIndex(({ names }) =>
      names.some((name) => folderOf(name) === folder),
    );
    for (const { rename } of this.#pendingNames.splice(0, last + 1)) rename(this.#syncedNames);
  }

  #file(name: string): DiskFile {
    const file = this.#names.get(name);
    if (!file) throw new Error(`no file ${name}`);
    return file;
  }
}

/**
 * Cuts so many times at random between two places among the changes, and yields what may then be
 * there, in the order of the cuts. What is no part of the disk is left out of the images.
 */
export function* cutAtRandom(
  changes: readonly Change[],
  images: number,
  random: Seeded,
  {
    from = 0,
    to = changes.length,
    isOnDisk = () => true,
  }: {
    readonly from?: number;
    readonly to?: number;
    readonly isOnDisk?: (change: Change) => boolean;
  } = {},
): Generator<{ readonly cut: number; readonly image: Image }> {
  const cuts = Array.from({ length: images }, () => random.between(from, to));
  const disk = new Disk();
  let done = 0;
  for (const cut of cuts.sort((one, other) => one - other)) {
    for (; done < cut; done += 1) {
      const change = changes[done];
      if (change && isOnDisk(change)) disk.change(change);
    }
    yield { cut, image: disk.image(random) };
  }
}
