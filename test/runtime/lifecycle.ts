// The life of the app: ready, the open windows, quitting and exiting.
import { realpathSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Emitter, electronEvent } from './contract.ts';

/** What quitting needs of a window. */
export interface OpenWindow {
  close: () => void;
  destroy: () => void;
  hide: () => void;
  emit: (name: string, event: object) => boolean;
  /** Whether a listener of 'close' kept it open at the last attempt. */
  refusedToClose: () => boolean;
  gone: Promise<void>;
}

export const appEvents = new Emitter('app', [
  ...['ready', 'activate', 'before-quit', 'quit', 'second-instance', 'web-contents-created'],
  ...['will-quit', 'window-all-closed'],
]);

export const openWindows = new Set<OpenWindow>();

let ready = false;
let state: 'running' | 'quitting' | 'exiting' = 'running';
let endBrowsers: () => Promise<void> = () => Promise.resolve();

// Electron lives until it is told to quit, even with nothing left to do.
const keepAlive = setInterval(() => undefined, 2 ** 31 - 1);

/** Electron waits for the end of the app's script, also for what that itself waits for. */
async function becomeReady(): Promise<void> {
  const script: unknown = import(pathToFileURL(realpathSync(process.argv[1] ?? '')).href);
  // A script that fails ends the process.
  await Promise.resolve(script).catch(() => undefined);
  await setImmediate();
  ready = true;
  appEvents.emit('ready', electronEvent({}), {});
}

const readiness = becomeReady();

export const isReady = (): boolean => ready;
export const whenReady = (): Promise<void> => readiness;

export function beforeExit(end: () => Promise<void>): void {
  endBrowsers = end;
}

/** Asks nobody: windows are destroyed, and 'before-quit' and 'will-quit' are not emitted. */
export function exit(exitCode = 0): void {
  if (state === 'exiting') return;
  state = 'exiting';
  for (const window of openWindows) window.destroy();
  appEvents.emit('quit', electronEvent({}), exitCode);
  clearInterval(keepAlive);
  void endBrowsers().then(() => process.exit(exitCode));
}

async function closeAllAndExit(): Promise<void> {
  const windows = [...openWindows];
  for (const window of windows) {
    window.close();
    if (window.refusedToClose()) {
      state = 'running';
      return;
    }
  }
  await Promise.all(windows.map((window) => window.gone));
  const willQuit = electronEvent({});
  appEvents.emit('will-quit', willQuit);
  if (willQuit.defaultPrevented) state = 'running';
  else exit(0);
}

export function quit(): void {
  if (state !== 'running') return;
  const beforeQuit = electronEvent({});
  appEvents.emit('before-quit', beforeQuit);
  if (beforeQuit.defaultPrevented) return;
  state = 'quitting';
  void closeAllAndExit();
}

/** Must be called once a window has gone, however it went. */
export function windowHasGone(window: OpenWindow): void {
  openWindows.delete(window);
  if (openWindows.size > 0 || state !== 'running') return;
  // Electron quits if nobody else decides.
  if (!appEvents.emit('window-all-closed')) quit();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quit);
