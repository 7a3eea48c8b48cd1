// Starts, drives, kills and starts again the process of one till, and keeps what it said.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SaleState } from '../../src-main/contract/outbox-states.ts';
import type { FromTill, TillSetup, ToTill } from './till-process.ts';

const script = fileURLToPath(new URL('till-process.ts', import.meta.url));

/** When a sale first was in doubt, and when and how that doubt last ended; `performance.now()`. */
export interface Doubted {
  readonly sinceMs: number;
  readonly endedAtMs: number | undefined;
  readonly state: SaleState;
}

export class TillDriver {
  readonly promised: { readonly reference: string; readonly totalCents: number }[] = [];
  readonly doubted = new Map<string, Doubted>();
  readonly failures: string[] = [];
  #setup: TillSetup;
  #process: ChildProcess | undefined;
  #isEnding = false;
  #answerCount: ((sales: number) => void) | undefined;

  constructor(setup: TillSetup) {
    this.#setup = setup;
  }

  async start(): Promise<void> {
    this.#isEnding = false;
    const started = Promise.withResolvers<undefined>();
    const child = fork(script, [JSON.stringify(this.#setup)], { execArgv: [] });
    this.#process = child;
    child.on('message', (message: FromTill) => {
      if (message.said === 'started') started.resolve(undefined);
      else this.#hear(message);
    });
    child.on('exit', (code, signal) => {
      if (!this.#isEnding) this.failures.push(`the till ended by itself: ${code ?? signal ?? ''}`);
      started.reject(new Error('the till did not start'));
      this.#answerCount?.(Infinity);
    });
    await started.promise;
  }

  sell(lines: number): void {
    this.#tell({ do: 'sell', lines });
  }

  tryNow(): void {
    this.#tell({ do: 'try_now' });
  }

  setToken(token: string): void {
    this.#setup = { ...this.#setup, token };
    this.#tell({ do: 'set_token', token });
  }

  setClock(offsetMs: number): void {
    this.#setup = { ...this.#setup, clockOffsetMs: offsetMs };
    this.#tell({ do: 'set_clock', offsetMs });
  }

  /** Sales that the till has still to send or to look up. */
  async countOpen(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#answerCount = resolve;
    this.#tell({ do: 'count_open' });
    return promise;
  }

  async kill(): Promise<void> {
    await this.#end((child) => child.kill('SIGKILL'));
  }

  async stop(): Promise<void> {
    await this.#end(() => {
      this.#tell({ do: 'stop' });
    });
  }

  async #end(how: (child: ChildProcess) => void): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    this.#isEnding = true;
    const closed = once(child, 'close');
    how(child);
    await closed;
  }

  #tell(message: ToTill): void {
    // What a till that is not running is told is lost, as what is typed into it would be.
    if (this.#process?.connected === true) this.#process.send(message);
  }

  #hear(message: Exclude<FromTill, { said: 'started' }>): void {
    switch (message.said) {
      case 'sold':
        this.promised.push({ reference: message.reference, totalCents: message.totalCents });
        return;
      case 'changed':
        this.#noteChange(message.reference, message.state);
        return;
      case 'open':
        this.#answerCount?.(message.sales);
        return;
      case 'failed':
        this.failures.push(message.problem);
        return;
    }
  }

  #noteChange(reference: string, state: SaleState): void {
    const known = this.doubted.get(reference);
    const nowMs = performance.now();
    if (state === 'in_doubt') {
      const sinceMs = known?.sinceMs ?? nowMs;
      this.doubted.set(reference, { sinceMs, endedAtMs: undefined, state });
    } else if (known) {
      this.doubted.set(reference, { ...known, endedAtMs: nowMs, state });
    }
  }
}
