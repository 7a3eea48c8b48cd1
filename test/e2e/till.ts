// Starts the built till for end-to-end tests, on Electron if its program is here, else on the
// stand-in.
import type { Page } from 'playwright-core';
import type { TillBridge } from '../../src-main/contract/api.ts';
import { tillCommand, type Command } from '../../resources/scripts/programs.mjs';
import { answered, launchReady, type AppProcess } from '../runtime/launch.ts';

export interface Till extends AppProcess {
  runtime: Command['runtime'];
}

/**
 * The running tills, and what is done before one of them ends: a failed test leaves its traces
 * then.
 */
export const running = new Set<Till>();
export const ending: { before: (till: Till) => Promise<void> } = {
  before: () => Promise.resolve(),
};

export interface TillOptions {
  userDataDir: string;
  args?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** The language of the whole till as a BCP 47 tag: `pt-PT`. */
  locale?: string;
}

declare const window: { readonly till: TillBridge };

/** Returns the till's own page; a till with a customer display shows two pages at its start. */
async function tillPage(first: Page): Promise<Page> {
  const isTills = (page: Page) => page.url().includes('/index.html');
  return answered(
    30_000,
    () => 'the till’s own page',
    () => Promise.resolve([first, ...first.context().pages()].find(isTills)),
  );
}

/**
 * Starts the till on a screen that nobody sees, and returns once its page is loaded and the last
 * open till is open.
 */
export async function launchTill(options: TillOptions): Promise<Till> {
  const { userDataDir, args = [], env = {}, locale = 'en-US' } = options;
  const command = tillCommand([
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${userDataDir}`,
    `--lang=${locale}`,
    ...args,
  ]);
  const language = `${locale.replace('-', '_')}.UTF-8`;
  return launchReady(
    command.program,
    command.args,
    { LC_ALL: language, LANGUAGE: language, ...env },
    (app) => tillOf(app, command.runtime),
  );
}

/** Returns the till once it has started. */
async function tillOf(app: AppProcess, runtime: Till['runtime']): Promise<Till> {
  const beforeItEnds = async (end: () => Promise<void>) => {
    if (running.has(till)) await ending.before(till);
    running.delete(till);
    await end();
  };
  const till: Till = {
    ...app,
    page: await tillPage(app.page),
    runtime,
    kill9: () => beforeItEnds(app.kill9),
    close: () => beforeItEnds(app.close),
  };
  await answered(
    60_000,
    () => `the till of last time, opened.\n${app.output()}`,
    async () => {
      const state = await till.page.evaluate(() => window.till.request('app.state', undefined));
      return state.ok && state.value.isStarting ? undefined : true;
    },
  );
  running.add(till);
  return till;
}
