/** Reads zeros past the end, and remembers that it did. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  wentPastEnd = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#at];
    this.#at += 1;
    if (byte === undefined) this.wentPastEnd = true;
    return byte ?? 0;
  }

  /** Reads the low byte first. */
  word(): number {
    const low = this.byte();
    return low + this.byte() * 256;
  }

  bytes(count: number): Uint8Array {
    const bytes = this.#bytes.subarray(this.#at, this.#at + count);
    if (bytes.length < count) this.wentPastEnd = true;
    this.#at += count;
    return bytes;
  }

  until(end: number): Uint8Array {
    const length = this.#bytes.subarray(this.#at).indexOf(end);
    if (length === -1) this.wentPastEnd = true;
    const bytes = this.#bytes.subarray(this.#at, length === -1 ? undefined : this.#at + length);
    this.#at += bytes.length + 1;
    return bytes;
  }
}

export const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

export const hex = (...bytes: readonly number[]): string =>
  bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
