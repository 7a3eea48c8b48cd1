// The Chromium that shows the windows: starts it, gives out pages, and leaves no process behind.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  chromium as playwright,
  type BrowserContext,
  type CDPSession,
  type Page,
} from 'playwright-core';
import { findChromium, howToGetChromium } from '../../resources/scripts/programs.mjs';
import { getLocale, getPath } from './identity.ts';
import { answerRequests } from './network.ts';
import { chromiumSwitches, commandLine, isHeadless } from './switches.ts';

export interface PageRequest {
  width: number;
  height: number;
  /** The place on the screens; undefined for any. */
  place?: { left: number; top: number } | undefined;
  /** A page that nobody is to see, such as a receipt on its way to paper. */
  hidden: boolean;
}

interface Running {
  context: BrowserContext;
  browser: CDPSession;
  firstPage: Page | undefined;
}

/** With a display there are two: one with windows, and one without for the hidden pages. */
const running = new Map<'shown' | 'hidden', Promise<Running>>();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * A profile folder for this process alone. A Chromium that is still shutting down after a crash
 * holds the lock of its profile, and the next start must not wait for it.
 */
function profileFolder(name: string): string {
  const profiles = join(getPath('userData'), 'stand-in', 'profiles');
  mkdirSync(profiles, { recursive: true });
  for (const leftover of readdirSync(profiles))
    if (!isAlive(Number.parseInt(leftover, 10)))
      rmSync(join(profiles, leftover), { recursive: true, force: true, maxRetries: 20 });
  return join(profiles, `${String(process.pid)}-${name}`);
}

/**
 * Prints the line that Chromium would print itself if playwright-core did not read its output.
 * Chromium writes a port that it chose into its profile; it may not have got one that it was given.
 */
async function announceDebuggingPort(profile: string, port: string): Promise<void> {
  const file = join(profile, 'DevToolsActivePort');
  for (let attempt = 0; attempt < 100; attempt++) {
    if (port !== '0') {
      const version = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined);
      const description = (await version?.json()) as { webSocketDebuggerUrl: string } | undefined;
      if (description) {
        printDebuggingAddress(description.webSocketDebuggerUrl);
        return;
      }
    } else if (existsSync(file)) {
      const [chosen, path] = readFileSync(file, 'utf8').split('\n');
      if (path) {
        printDebuggingAddress(`ws://127.0.0.1:${chosen ?? ''}${path}`);
        return;
      }
    }
    await setTimeout(50);
  }
  throw new Error(`Chromium does not listen on the remote debugging port ${port}.`);
}

function printDebuggingAddress(address: string): void {
  process.stderr.write(`DevTools listening on ${address}\n`);
}

async function start(which: 'shown' | 'hidden', { width, height }: PageRequest): Promise<Running> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(howToGetChromium);
  // In this very turn the app sets what counts for a page when it is created.
  await Promise.resolve();
  const switches = chromiumSwitches().filter(
    (text) => which === 'shown' || !text.startsWith('--remote-debugging-'),
  );
  const profile = profileFolder(which);
  const context = await playwright.launchPersistentContext(profile, {
    executablePath,
    headless: which === 'hidden' || isHeadless(),
    // Chromium refuses to sandbox itself for root.
    chromiumSandbox: process.getuid?.() !== 0,
    viewport: null,
    colorScheme: null,
    locale: getLocale(),
    // Where the locale of the environment is not installed, Chromium reads names of folders as
    // ASCII, and a page whose profile lies in "Inês" hangs. Its languages are the locale above.
    env: process.platform === 'linux' ? { ...process.env, LC_ALL: 'C.UTF-8' } : process.env,
    // Electron gives a scheme no service workers unless it is registered with them; they would
    // also fetch past the routes.
    serviceWorkers: 'block',
    acceptDownloads: true,
    // The app answers signals (app.ts).
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // An app window, without tabs and address bar, in place of the blank tab; with scroll bars, as
    // a real window has them.
    ignoreDefaultArgs: ['about:blank', '--hide-scrollbars'],
    args: [
      '--app=data:text/html,',
      `--window-size=${String(width)},${String(height)}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
      // Keeps the bar that warns of a missing sandbox out of the window.
      '--test-type',
      ...switches,
    ],
  });
  const port = commandLine.getSwitchValue('remote-debugging-port');
  if (which === 'shown' && port !== '') await announceDebuggingPort(profile, port);
  await answerRequests(context);
  const browser = await context.browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('Chromium gave no connection to the browser itself.');
  return {
    context,
    browser,
    firstPage: context.pages()[0] ?? (await context.waitForEvent('page')),
  };
}

async function targetIdOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.targetId;
}

/** Opens a blank page, in a window of its own if it is to be seen. */
export async function openPage(request: PageRequest): Promise<Page> {
  const which = request.hidden && !isHeadless() ? 'hidden' : 'shown';
  const starting = running.get(which) ?? start(which, request);
  running.set(which, starting);
  const chromium = await starting;
  const { context, browser, firstPage } = chromium;
  if (firstPage) {
    chromium.firstPage = undefined;
    return firstPage;
  }
  const opened = context.waitForEvent('page', {
    predicate: async (page) => (await targetIdOf(page)) === (await created).targetId,
  });
  const { width, height, place } = request;
  const created = browser.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    width,
    height,
    ...place,
  });
  await created;
  return opened;
}

/** Ends every Chromium, and waits only until it is certain that it must be killed. */
export async function closeChromium(): Promise<void> {
  const closing = [...running.values()].map(async (starting) => (await starting).context.close());
  running.clear();
  await Promise.race([
    Promise.allSettled(closing),
    // What is left then is killed by playwright-core when the process ends.
    setTimeout(5000),
  ]);
}
