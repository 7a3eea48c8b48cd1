// Starts, drives, kills and restarts the process of one till, and keeps what it said.
import { fork, type ChildProcess } from 'node:child_process';
import { statesForAPerson } from '../../src-main/contract/outbox-states.ts';
import type { ReturnFinish, ReturnSource } from '../../src-main/contract/returns.ts';
import type { Decided, Promised } from './checker.ts';
import type { DayWord } from './day-words.ts';
import type { DayStep, ReturnStep, ToGiveBack, ToSell } from './history-steps.ts';
import type { ReturnWord } from './return-words.ts';
import type { Decision, FromTill, OpenWork, TillSetup, ToTill } from './till-process.ts';
import { tillProgram } from './till-program.ts';
import { Waiting, type Seen } from './waiting.ts';
import type { Heard } from './resends.ts';

/** When a sale was first in doubt, and when that doubt last ended; by `performance.now()`. */
export interface Doubted {
  readonly sinceMs: number;
  readonly endedAtMs: number | undefined;
  readonly neededAPerson: boolean;
}

export class TillDriver {
  readonly file: string;
  readonly tillCode: string;
  readonly promised: Promised[] = [];
  readonly decided: Decided[] = [];
  /** What the till said of its days. */
  readonly dayWords: DayWord[] = [];
  /** What the till said of goods that came back, and when. */
  readonly returnWords: (ReturnWord & { readonly atMs: number })[] = [];
  #lastReturn: ReturnFinish | null = null;
  readonly doubted = new Map<string, Doubted>();
  readonly failures: string[] = [];
  readonly notices: string[] = [];
  readonly waiting = new Waiting();
  /** When the till was interrupted: it may not have recorded what it was told before. */
  readonly interruptedAtMs: number[] = [];
  /** When it had read that a sale's document was created. */
  readonly heard: Heard[] = [];
  /** Sales and decisions that were lost with a folder that another replaced. */
  readonly givenUp = new Set<string>();
  #seen: Seen | undefined;
  #setup: TillSetup;
  #process: ChildProcess | undefined;
  #isEnding = false;
  #answerOpen: ((open: OpenWork | 'ended') => void) | undefined;

  constructor(setup: TillSetup) {
    this.#setup = setup;
    this.file = setup.file;
    this.tillCode = setup.tillCode;
  }

  async start(): Promise<void> {
    const { script, compileCache } = await tillProgram(this.#setup.badSource);
    this.#isEnding = false;
    const started = Promise.withResolvers<undefined>();
    const child = fork(script, [JSON.stringify(this.#setup)], {
      execArgv: [],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    });
    this.#process = child;
    child.on('message', (message: FromTill) => {
      if (message.said === 'started') started.resolve(undefined);
      else this.#hear(message);
    });
    // A till that is killed resets the connection when it had not read all that it was told.
    child.on('error', (error) => {
      if (!this.#isEnding) this.failures.push(`the till cannot be told: ${error.message}`);
    });
    child.on('exit', (code, signal) => {
      if (!this.#isEnding) this.failures.push(`the till ended by itself: ${code ?? signal ?? ''}`);
      started.reject(new Error('the till did not start'));
      this.#answerOpen?.('ended');
    });
    await started.promise;
  }

  sell({ nature, lines, unknownProduct, poison, isCash = false }: ToSell): void {
    this.#tell({ do: 'sell', nature, lines, unknownProduct, poison, isCash });
  }

  actOnDay(step: DayStep): void {
    this.#tell({ do: 'act_on_day', step });
  }

  setUpReturns(step: Extract<ReturnStep, { do: 'set_up_returns' }>): void {
    this.#tell({ do: 'set_up_returns', step });
  }

  giveBack(source: ReturnSource, how: ToGiveBack): void {
    this.#tell({ do: 'give_back', given: { source, how, last: this.#lastReturn } });
  }

  /** What was last seen of the till. */
  get seen(): Seen | undefined {
    return this.#seen;
  }

  /**
   * Gives up what the till promised, decided or said of its days after the first so many of each.
   */
  giveUp({
    promised,
    decided,
    dayWords,
  }: Readonly<Record<'promised' | 'decided' | 'dayWords', number>>): void {
    for (const { reference } of this.promised.slice(promised)) this.givenUp.add(reference);
    this.decided.splice(decided);
    this.dayWords.splice(dayWords);
  }

  decide(decision: Decision): void {
    this.#tell({ do: 'decide', decision });
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

  isDoubtedFor(reference: string, ms: number): boolean {
    const known = this.doubted.get(reference);
    if (!known || known.endedAtMs !== undefined) return false;
    return performance.now() - known.sinceMs >= ms;
  }

  async countOpen(): Promise<OpenWork | 'ended'> {
    if (this.#process?.connected !== true) return 'ended';
    const { promise, resolve } = Promise.withResolvers<OpenWork | 'ended'>();
    this.#answerOpen = resolve;
    this.#tell({ do: 'count_open' });
    return promise;
  }

  async kill(): Promise<void> {
    this.interruptedAtMs.push(performance.now());
    await this.#end((child) => child.kill('SIGKILL'));
  }

  async stop(): Promise<void> {
    await this.#end(() => {
      this.#tell({ do: 'stop' });
    });
  }

  /** Returns the same till on another file. */
  copyTo(file: string): TillDriver {
    return new TillDriver({ ...this.#setup, file });
  }

  async #end(how: (child: ChildProcess) => void): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    this.#isEnding = true;
    const closed = Promise.withResolvers<undefined>();
    child.once('close', () => {
      closed.resolve(undefined);
    });
    how(child);
    await closed.promise;
  }

  #tell(message: ToTill): void {
    // A message to a till that is not running is lost, as typing would be.
    if (this.#process?.connected === true) this.#process.send(message);
  }

  #hear(message: Exclude<FromTill, { said: 'started' }>): void {
    switch (message.said) {
      case 'sold':
        this.promised.push(message.sale);
        return;
      case 'day':
        this.dayWords.push(message.word);
        return;
      case 'of_return':
        if (message.word.did === 'asked') this.#lastReturn = message.word.wanted;
        this.returnWords.push({ ...message.word, atMs: performance.now() });
        return;
      case 'heard':
        this.heard.push({ reference: message.reference, atMs: performance.now() });
        return;
      case 'decided':
        this.decided.push(message.decided);
        this.waiting.begunAnew(message.decided.reference);
        return;
      case 'seen':
        this.#seen = message.seen;
        this.waiting.see(message.seen, performance.now());
        return;
      case 'noticed':
        this.notices.push(message.notice);
        return;
      case 'changed':
        this.#noteChange(message);
        return;
      case 'open':
        this.#answerOpen?.(message.open);
        return;
      case 'failed':
        this.failures.push(message.problem);
        return;
    }
  }

  #noteChange({ reference, state, isDecision }: Extract<FromTill, { said: 'changed' }>): void {
    const known = this.doubted.get(reference);
    const nowMs = performance.now();
    if (state === 'in_doubt') {
      const sinceMs = known?.sinceMs ?? nowMs;
      this.doubted.set(reference, { sinceMs, endedAtMs: undefined, neededAPerson: false });
    } else if (known && known.endedAtMs === undefined) {
      const needing: readonly string[] = statesForAPerson;
      const neededAPerson = isDecision || needing.includes(state);
      this.doubted.set(reference, { ...known, endedAtMs: nowMs, neededAPerson });
    }
  }
}
