// How the program ends: by a person, for an update, or by a bug, after which it starts again.
import type { App } from 'electron';
import { after, systemClock, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { onX11, programOf, relaunchOptions } from './relaunch.ts';

/** How long closing may still take after a bug while the program ends. */
const longestClosingMs = 10_000;

export interface ProgramEndOptions {
  readonly app: Pick<App, 'quit' | 'exit' | 'relaunch'> & {
    readonly on: (
      event: 'before-quit',
      listener: (event: { readonly preventDefault: () => void }) => void,
    ) => unknown;
  };
  readonly log: Log;
  /** How the program was started. */
  readonly started: Pick<NodeJS.Process, 'argv' | 'env' | 'execPath' | 'platform'>;
  readonly nowMs: () => number;
  readonly clock?: Pick<Clock, 'sleep'>;
}

export class ProgramEnd {
  readonly #options: ProgramEndOptions;
  #isUnderWay = false;
  #hasFailed = false;

  constructor(options: ProgramEndOptions) {
    this.#options = options;
    options.app.on('before-quit', () => {
      this.#isUnderWay = true;
    });
  }

  /** True once the program ends: a window that closes then must not come back. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Handles a bug: writes it down, ends the program and starts it again. */
  readonly fail = (error: unknown): void => {
    const { app, log, clock = systemClock } = this.#options;
    log.error('the program failed', error);
    // What goes wrong while the program ends must not keep it from ending.
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    if (this.#isUnderWay) {
      // Nobody wants the program to start again.
      after(clock, longestClosingMs, new AbortController().signal, () => app.exit(1));
      return;
    }
    // Otherwise a kiosk whose window closes would be started once more.
    this.#isUnderWay = true;
    this.startAgain();
    app.exit(1);
  };

  /** Starts the program again once it has ended. After repeated bugs it waits longer and longer. */
  startAgain(): void {
    const { app, started, nowMs } = this.#options;
    app.relaunch(relaunchOptions(started.argv.slice(1), nowMs(), started));
  }

  /** Ends at once, and starts again with these arguments. With null somebody else starts it. */
  forUpdate(args: readonly string[] | null): void {
    const { app, started } = this.#options;
    this.#isUnderWay = true;
    if (args) app.relaunch({ args: [...onX11(args, started)], execPath: programOf(started) });
    app.exit(0);
  }

  /**
   * Ends at once, because the system does so as soon as its message is handled, and waits for
   * nothing. `close` must be done when it returns.
   */
  atOnce(close: () => void): void {
    const { app, log } = this.#options;
    // What is under way fails without its files, and must not start the program again.
    this.#isUnderWay = true;
    try {
      close();
    } catch (error) {
      log.error('closing failed', error);
    }
    app.exit(0);
  }

  /** Makes quitting wait until the outbox has written down what it was told. */
  waitFor(close: () => Promise<unknown>): void {
    const { app, log } = this.#options;
    let isClosed = false;
    let closing: Promise<unknown> | undefined;
    app.on('before-quit', (event) => {
      if (isClosed) return;
      event.preventDefault();
      closing ??= close()
        .catch((error: unknown) => log.error('closing failed', error))
        .finally(() => {
          isClosed = true;
          app.quit();
        });
    });
  }
}
