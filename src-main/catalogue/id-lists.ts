// Lists of product numbers that are kept as bytes, and the numbers that are in all of several
// lists. A list of more than an eighth of all numbers is smallest, and fastest, as one bit for each
// number. Any other is kept as the distance of each number from the one before: seven bits to a
// byte, the lowest first, the highest bit set in all bytes but the last.

export const idForms = ['bits', 'distances'] as const;
export interface IdList {
  readonly form: (typeof idForms)[number];
  readonly bytes: Uint8Array;
}

const moreFollows = 0x80;
const sevenBits = 0x7f;

/** `ids` are ascending. */
export function distancesOf(ids: Iterable<number>): IdList {
  const bytes: number[] = [];
  let last = 0;
  for (const id of ids) {
    pushDistance(bytes, id - last);
    last = id;
  }
  return { form: 'distances', bytes: Uint8Array.from(bytes) };
}

function pushDistance(bytes: number[], distance: number): void {
  let left = distance;
  for (; left >= moreFollows; left >>>= 7) bytes.push((left & sevenBits) | moreFollows);
  bytes.push(left);
}

/**
 * A set of numbers up to a known highest one, added in any order. It is made once and emptied
 * often.
 */
export class IdSet {
  readonly #bits: Uint8Array;
  /** A set that stays small is emptied number by number. */
  readonly #small: number;
  #firstAdded: number[] = [];
  #size = 0;

  constructor(highest: number, small: number) {
    this.#bits = new Uint8Array((highest >>> 3) + 1);
    this.#small = small;
  }

  get size(): number {
    return this.#size;
  }

  add(id: number): void {
    const at = id >>> 3;
    const before = this.#bits[at] ?? 0;
    const after = before | (1 << (id & 7));
    if (after === before) return;
    this.#bits[at] = after;
    this.#size += 1;
    if (this.#size <= this.#small) this.#firstAdded.push(id);
  }

  toList(): IdList {
    return this.#size > this.#bits.length
      ? { form: 'bits', bytes: this.#bits.slice() }
      : distancesOf(numbersOf(this.#bits));
  }

  clear(): void {
    if (this.#size > this.#small) this.#bits.fill(0);
    else for (const id of this.#firstAdded) this.#bits[id >>> 3] = 0;
    this.#firstAdded = [];
    this.#size = 0;
  }
}

/** Yields the numbers that every list has, ascending. */
export function* inAll(lists: readonly IdList[]): Generator<number> {
  const ofForm = (form: IdList['form']) =>
    lists.filter((list) => list.form === form).map(({ bytes }) => bytes);
  const bits = ofForm('bits').reduce<Uint8Array | undefined>(
    (all, each) => (all ? bitsInBoth(all, each) : each),
    undefined,
  );
  const [shortest, ...others] = ofForm('distances').sort((one, other) => one.length - other.length);
  const walks = others.map((bytes) => new Walk(bytes));
  for (const id of shortest ? numbersIn(shortest) : numbersOf(bits ?? new Uint8Array())) {
    if (bits && ((bits[id >>> 3] ?? 0) & (1 << (id & 7))) === 0) continue;
    if (walks.every((walk) => walk.skipTo(id) === id)) yield id;
  }
}

/** Combines four bytes at a time. */
function bitsInBoth(one: Uint8Array, other: Uint8Array): Uint8Array {
  const length = Math.ceil(Math.min(one.length, other.length) / 4) * 4;
  const both = new Uint8Array(length);
  both.set(one.subarray(0, length));
  const padded = new Uint8Array(length);
  padded.set(other.subarray(0, length));
  const left = new Int32Array(both.buffer);
  const right = new Int32Array(padded.buffer);
  for (let at = 0; at < left.length; at += 1) left[at] = (left[at] ?? 0) & (right[at] ?? 0);
  return both;
}

function* numbersOf(bits: Uint8Array): Generator<number> {
  for (let at = 0; at < bits.length; at += 1) {
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1) {
      yield at * 8 + 31 - Math.clz32(left & -left);
    }
  }
}

function* numbersIn(distances: Uint8Array): Generator<number> {
  const walk = new Walk(distances);
  for (let id = walk.skipTo(1); id < Infinity; id = walk.skipTo(id + 1)) yield id;
}

/** Walks from number to number along their distances. */
class Walk {
  readonly #bytes: Uint8Array;
  #at = 0;
  #id = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /**
   * Moves to the first number that is not below `wanted` and returns it; Infinity behind the last.
   */
  skipTo(wanted: number): number {
    const bytes = this.#bytes;
    let id = this.#id;
    let at = this.#at;
    while (id < wanted) {
      let byte = bytes[at++];
      if (byte === undefined) {
        id = Infinity;
        break;
      }
      let distance = byte & sevenBits;
      for (let shift = 7; byte >= moreFollows; shift += 7) {
        byte = bytes[at++] ?? 0;
        distance |= (byte & sevenBits) << shift;
      }
      id += distance;
    }
    this.#id = id;
    this.#at = at;
    return id;
  }
}
