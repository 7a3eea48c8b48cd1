// Starts an app in a process group of its own and attaches to its page as a debugger does.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';

export interface AppProcess {
  page: Page;
  pid: number;
  /** Everything that the app has printed so far. */
  output: () => string;
  /** Kills the whole process group, as a crash or a power switch would. */
  kill9: () => Promise<void>;
  /**
   * Asks the app to quit and waits for it. Fails if it does not end, or ends with another code than
   * 0.
   */
  close: () => Promise<void>;
  /** Resolves with the exit code or the name of the signal when the app ends. */
  ended: Promise<number | string>;
}

/** How long each stage of a start may take; nobody would wait longer. */
const stagesMs = { 'a debugging port': 30_000, 'a connection to it': 10_000, 'a page': 30_000 };
const quitMs = 15_000;

class MissedDeadline extends Error {}

async function within<T>(ms: number, what: () => string, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new MissedDeadline(`Not within ${String(ms)} ms: ${what()}`));
  }, ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks until there is an answer. A start that comes to no answer in time has missed a deadline. */
export async function answered<T>(
  ms: number,
  what: () => string,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs) {
    const answer = await within(ms, what, ask());
    if (answer !== undefined) return answer;
    await delay(20);
  }
  throw new MissedDeadline(`Not within ${String(ms)} ms: ${what()}`);
}

async function findPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (!context) throw new Error('The app has no browser context.');
  const page = context.pages()[0] ?? (await context.waitForEvent('page'));
  await page.waitForURL((url) => !/^(about|data):/.test(url.href), { waitUntil: 'load' });
  return page;
}

/**
 * Starts the app, and returns once its first page has loaded.
 * @param command and its arguments; they must include `--remote-debugging-port=0`.
 */
export const launchApp = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<AppProcess> => launchReady(command, args, env, (app) => Promise.resolve(app));

/**
 * Does the same, and waits until the app is ready. A start that misses a deadline is tried once
 * more, since on a busy machine a browser sometimes hangs.
 * @param ready waits for what else belongs to the start, with deadlines of its own.
 */
export async function launchReady<App>(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: (app: AppProcess) => Promise<App>,
): Promise<App> {
  const start = async (): Promise<App> => {
    const app = await startApp(command, args, env);
    try {
      return await ready(app);
    } catch (error) {
      // Nobody else would end it.
      await app.kill9();
      throw error;
    }
  };
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof MissedDeadline)) throw error;
    process.stderr.write(`Starts once more. ${error.message}\n`);
    return start();
  }
}

/** They have process groups of their own, and would outlive whoever started them. */
const running = new Set<number>();
process.on('exit', () => {
  for (const pid of running) {
    try {
      killTree(pid);
    } catch {
      // It has just ended.
    }
  }
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(128 + constants.signals[signal]));

/** Windows has neither process groups nor signals. */
const taskkill = (...args: readonly string[]) => spawnSync('taskkill', args);

export function killTree(pid: number): void {
  if (process.platform === 'win32') taskkill('/PID', String(pid), '/T', '/F');
  else process.kill(-pid, 'SIGKILL');
}

/** Asks as a system that shuts down does, or on Windows as closing the window does. */
export function askToQuit(child: ChildProcess): void {
  if (process.platform === 'win32') taskkill('/PID', String(child.pid));
  else child.kill('SIGTERM');
}

async function startApp(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<AppProcess> {
  const child = spawn(command, args, {
    // A process group of its own, so that all of it can be killed at once.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let printed = '';
  const { promise: address, resolve: announce } = Promise.withResolvers<string>();
  const read = (chunk: Buffer): void => {
    printed += chunk.toString('utf8');
    const found = /DevTools listening on (ws:\S+)\s/.exec(printed)?.[1];
    if (found !== undefined) announce(found);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  child.on('exit', () => running.delete(pid ?? 0));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const endedEarly = ended.then((how): never => {
    throw new Error(`The app ended with ${String(how)} before it showed a page:\n${printed}`);
  });
  endedEarly.catch(() => undefined); // The race below tells, or nobody needs to know any more.

  async function kill9(): Promise<void> {
    if (pid !== undefined && child.exitCode === null && child.signalCode === null) killTree(pid);
    await ended;
  }

  try {
    const stage = <T>(name: keyof typeof stagesMs, reached: Promise<T>): Promise<T> =>
      within(stagesMs[name], () => `${name}.\n${printed}`, Promise.race([reached, endedEarly]));
    const url = await stage('a debugging port', address);
    const browser = await stage('a connection to it', chromium.connectOverCDP(url));
    const page = await stage('a page', findPage(browser));
    return {
      page,
      pid: pid ?? 0,
      output: () => printed,
      kill9,
      ended,
      close: async () => {
        askToQuit(child);
        const how = await within(quitMs, () => `the end of the app.\n${printed}`, ended);
        if (how !== 0) throw new Error(`The app ended with ${String(how)}:\n${printed}`);
      },
    };
  } catch (error) {
    await kill9();
    throw error;
  }
}
