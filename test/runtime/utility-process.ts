// Electron's utility process, on Node: messages are structured clones here too.
import { fork } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Emitter, partOf } from './contract.ts';
import { isReady } from './lifecycle.ts';

const registerHelper = fileURLToPath(new URL('register-helper.mjs', import.meta.url));

class HelperProcess extends Emitter {
  readonly #child;

  constructor(modulePath: string, args: readonly string[]) {
    super('UtilityProcess', ['spawn', 'message', 'exit']);
    this.#child = fork(modulePath, args, {
      execArgv: ['--import', registerHelper],
      serialization: 'advanced',
    });
    this.#child.on('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code, signal) => {
      this.emit('exit', code ?? (signal ? constants.signals[signal] : 1));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  postMessage(message: unknown): void {
    // Electron takes what is sent to a process that has gone.
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

/** For those who have no app. */
export const forkOnNode = (modulePath: string, args: readonly string[] = []): HelperProcess =>
  new HelperProcess(modulePath, args);

function forkOnceReady(modulePath: string, args: string[] = []): Electron.UtilityProcess {
  if (!isReady()) throw new Error('utilityProcess cannot be created before app is ready.');
  return forkOnNode(modulePath, args) as unknown as Electron.UtilityProcess;
}

export const utilityProcess = partOf<typeof Electron.utilityProcess>('utilityProcess', {
  fork: forkOnceReady,
});
