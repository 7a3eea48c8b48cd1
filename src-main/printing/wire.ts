// A connection to a printer: what has come from it, what has gone to it, and waiting for either.
import { connect, type Socket } from 'node:net';
import { after, inTime, systemClock } from '../clock.ts';
import { codeOf } from '../contract/errors.ts';
import type { UnreachablePrinterReason } from '../contract/print-jobs.ts';

/** More bytes than any status has: whatever sends more is no printer. */
const mostHeardBytes = 4096;

const reasons: Readonly<Record<string, UnreachablePrinterReason>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'no_such_host',
  EAI_AGAIN: 'no_such_host',
  ENETUNREACH: 'no_network',
  ENETDOWN: 'no_network',
  EHOSTUNREACH: 'no_network',
};

export class Wire {
  readonly #socket: Socket;
  #heard = Buffer.alloc(0);
  #hasEnded = false;
  #isBroken = false;
  #changed = Promise.withResolvers<undefined>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => {
      this.#heard = Buffer.concat([this.#heard, bytes]);
      if (this.#heard.length > mostHeardBytes) socket.destroy();
      this.#tell();
    });
    socket.on('end', () => {
      this.#hasEnded = true;
      this.#tell();
    });
    socket.on('error', () => {
      this.#isBroken = true;
    });
    socket.on('close', () => {
      this.#isBroken ||= !this.#hasEnded;
      this.#tell();
    });
  }

  /** Returns the connection, or why there is none. */
  static open(
    { host, port }: { readonly host: string; readonly port: number },
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<Wire | UnreachablePrinterReason> {
    const socket = connect({ host, port, allowHalfOpen: true });
    const over = new AbortController();
    return new Promise((resolve) => {
      const giveUp = (reason: UnreachablePrinterReason) => {
        over.abort();
        socket.destroy();
        resolve(reason);
      };
      const stop = () => giveUp('timeout');
      after(systemClock, timeoutMs, over.signal, stop);
      // The listener ends with the connection, as the signal outlives a great many.
      signal.addEventListener('abort', stop);
      socket.once('close', () => signal.removeEventListener('abort', stop));
      if (signal.aborted) stop();
      socket.on('error', (error) => giveUp(reasons[codeOf(error) ?? ''] ?? 'timeout'));
      socket.once('connect', () => {
        over.abort();
        socket.removeAllListeners('error');
        resolve(new Wire(socket));
      });
    });
  }

  /** True once the other side has closed, or the connection is gone. */
  get hasEnded(): boolean {
    return this.#hasEnded || this.#isBroken;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Returns what `read` makes of the bytes since the last call; its `rest` comes first then. */
  take<Heard extends { readonly rest: Uint8Array }>(
    read: (bytes: Uint8Array) => Heard | undefined,
  ): Heard | undefined {
    const heard = read(this.#heard);
    if (heard) this.#heard = Buffer.from(heard.rest);
    return heard;
  }

  /** Returns whether the check came true in time, and before the signal aborted. */
  async until(check: () => boolean, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    const endsAtMs = systemClock.monotonicMs() + timeoutMs;
    while (!check()) {
      const restMs = endsAtMs - systemClock.monotonicMs();
      if (restMs <= 0 || this.#isBroken || signal?.aborted === true) return false;
      await inTime(systemClock, this.#changed.promise, Math.ceil(restMs) + 1, signal);
    }
    return true;
  }

  /** Returns whether all was sent. Sending ends after `timeoutMs` without progress. */
  async send(bytes: Uint8Array, timeoutMs: number): Promise<boolean> {
    const chunkBytes = 4096;
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      let isGone = false;
      this.#socket.write(bytes.subarray(at, at + chunkBytes), (error) => {
        isGone = !error;
        this.#tell();
      });
      if (!(await this.until(() => isGone, timeoutMs))) return false;
    }
    return true;
  }

  /** Tells the printer that nothing more will come. */
  finish(): void {
    this.#socket.end();
  }

  close(): void {
    this.#socket.destroy();
  }

  #tell(): void {
    this.#changed.resolve(undefined);
    this.#changed = Promise.withResolvers();
  }
}
