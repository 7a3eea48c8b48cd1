// A helper process on Node, whose messages are structured clones as in Electron.
import { fork } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Emitter } from './contract.ts';

const registerHelper = fileURLToPath(new URL('register-helper.mjs', import.meta.url));

const v8Options = (option: string): readonly string[] =>
  option.startsWith('--js-flags=') ? option.slice('--js-flags='.length).split(' ') : [];

class HelperProcess extends Emitter {
  readonly #child;
  #isStarted = false;
  #isKilled = false;

  constructor(modulePath: string, args: readonly string[], options: readonly string[]) {
    super('UtilityProcess', ['spawn', 'message', 'error', 'exit']);
    this.#child = fork(modulePath, args, {
      // Electron hands V8 what stands in this one, and nothing else.
      execArgv: ['--import', registerHelper, ...options.flatMap(v8Options)],
      serialization: 'advanced',
    });
    // If it cannot be started, nobody is told.
    this.#child.on('error', () => undefined);
    this.#child.on('spawn', () => {
      this.#isStarted = true;
      this.emit('spawn');
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code, signal) => {
      // An end on request is no failure.
      const failed = signal ? constants.signals[signal] : 1;
      this.emit('exit', this.#isKilled ? 0 : (code ?? failed));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  postMessage(message: unknown): void {
    // Electron accepts messages to a process that has gone.
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }

  kill(): boolean {
    // Before it has started nothing happens.
    if (!this.#isStarted) return false;
    this.#isKilled = true;
    return this.#child.kill();
  }
}

/** For code without an app. */
export const forkOnNode = (
  modulePath: string,
  args: readonly string[] = [],
  options: readonly string[] = [],
): HelperProcess => new HelperProcess(modulePath, args, options);
