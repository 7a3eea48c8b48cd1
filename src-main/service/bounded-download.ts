// Reads what others serve up to a bound: an answer of the invoicing service (`client.ts`), a proxy
// script, the description of a newer version.

/**
 * The bytes that have come so far. The pieces themselves are not kept: each would keep all that was
 * received together with it.
 */
export class GatheredBytes {
  #room = Buffer.alloc(0);
  #size = 0;

  /** Returns false, and takes nothing, if there would be more than `mostBytes`. */
  add(piece: Buffer, mostBytes: number): boolean {
    const size = this.#size + piece.length;
    if (size > mostBytes) return false;
    if (size > this.#room.length) {
      this.#room = Buffer.concat([this.#room], Math.max(size, 2 * this.#room.length));
    }
    this.#room.set(piece, this.#size);
    this.#size = size;
    return true;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }
}

/** @throws if the text is longer. */
export async function boundedText(body: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const gathered = new GatheredBytes();
  for await (const piece of body) {
    if (!gathered.add(piece, mostBytes)) throw new Error('it is too large');
  }
  return gathered.bytes.toString('utf8');
}
