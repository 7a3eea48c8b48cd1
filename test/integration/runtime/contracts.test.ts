// What an app has of Electron besides its windows and its life, on Electron and on the stand-in.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppProcess } from '../../runtime/launch.ts';
import { launchFixture, runtime } from './fixture-app.ts';

const userData = mkdtempSync(join(tmpdir(), 'fixture-app-'));
let app: AppProcess;

beforeAll(async () => {
  app = await launchFixture(userData, ['--lang=pt-PT'], { LC_ALL: 'pt_PT.UTF-8', LANGUAGE: '' });
});

afterAll(async () => {
  await app.close();
  rmSync(userData, { recursive: true, force: true });
});

const inPage = (code: string): Promise<unknown> => app.page.evaluate(code);
/** The version of Electron; NaN on the stand-in. */
const electron = (): Promise<unknown> => inPage("fixture.ask('electron')");
const log = async (): Promise<unknown[][]> => (await inPage("fixture.ask('log')")) as unknown[][];

describe('the custom protocol', () => {
  test('serves pages and frames with their headers', async () => {
    expect(await inPage('document.querySelector("h1").textContent')).toBe('Fixture');
    expect(app.page.frames().map((frame) => new URL(frame.url()).pathname)).toEqual([
      '/',
      '/frame',
    ]);
    expect(await log()).toContainEqual(['request', 'GET', 'till://app/frame']);
  });

  test('obeys its content security policy, which may name the scheme', async () => {
    expect(await inPage('typeof inlineRan')).toBe('undefined');
    const outcome = (url: string) =>
      inPage(`fetch('${url}').then((answer) => answer.text(), (error) => error.name)`);
    expect(await outcome('/data')).toBe('/data');
    expect(await outcome('https://example.com/')).toBe('TypeError');
  });

  test.each([
    ['/a/../b/./c', '/b/c'],
    ['/%2e%2E/x', '/x'],
    ['/y/%2e%2e%2fmain', '/y/..%2fmain'],
    ['/page%2ehtml?at=%2e', '/page.html?at=%2e'],
    ['/a\\b', '/a/b'],
    ['/%7Ea%41%2f', '/%7Ea%41%2f'],
    ['/"<>`{}|^[] é', '/%22%3C%3E%60%7B%7D%7C%5E[]%20%C3%A9'],
    ['/%', '/%'],
    ['/%e0%a4%a', '/%e0%a4%a'],
    ['/ta\tb\n', '/tab'],
  ])('hears of an address as Chromium writes it: %j', async (writtenText, heard) => {
    await inPage(`fetch(${JSON.stringify(writtenText)}).then((answer) => answer.text())`);
    expect((await log()).at(-1)).toEqual(['request', 'GET', `till://app${heard}`]);
  });

  test('is a secure context', async () => {
    expect(await inPage('isSecureContext')).toBe(true);
  });

  test('passes webRequest, which may cancel a request', async () => {
    expect(await inPage("fetch('/forbidden').catch((error) => error.name)")).toBe('TypeError');
    expect(await log()).not.toContainEqual(['request', 'GET', 'till://app/forbidden']);
  });
});

describe('guards', () => {
  // A debugger's own click would wait for where a refused one leads.
  const click = (link: string): Promise<unknown> =>
    inPage(`void setTimeout(() => document.querySelector('${link}').click())`);

  test('a refused navigation leaves the page where it is', async () => {
    await click('#outside');
    await expect.poll(log).toContainEqual(['will-navigate', 'https://example.com/outside']);
    expect(await inPage('fixture.sender()')).toEqual(['till://app/', 1]);
  });

  test('no window opens, from script or from a link', async () => {
    expect(await inPage("window.open('https://example.com/script')")).toBeNull();
    await click('#blank');
    await expect.poll(log).toContainEqual(['open', 'https://example.com/blank']);
    expect(await log()).toContainEqual(['open', 'https://example.com/script']);
    await expect.poll(() => app.page.context().pages().length).toBe(1);
  });

  test('a frame’s navigation is reported under the app’s scheme', async () => {
    await inPage("document.querySelector('iframe').src = '/other-frame'");
    await expect.poll(log).toContainEqual(['will-frame-navigate', 'till://app/other-frame']);
  });

  test('a permission is denied unless the app grants it', async () => {
    const state = (name: string) =>
      inPage(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`);
    expect(await state('geolocation')).toBe('denied');
    expect(await state('notifications')).toBe('granted');
  });

  test('an allowed navigation gets a preload of its own', async () => {
    await click('#inside');
    const sender = () => inPage('fixture.sender()').catch(() => 'between two pages');
    await expect.poll(sender).toEqual(['till://app/inside', 1]);
    await inPage('void setTimeout(() => history.back())');
    await expect.poll(sender).toEqual(['till://app/', 1]);
  });
});

describe('the app', () => {
  test('knows its name, version and folder from package.json', async () => {
    expect(await inPage("fixture.ask('identity')")).toEqual(['Fixture App', '1.2.3', true, false]);
  });

  test('speaks the language of the command line and the environment', async () => {
    expect(await inPage("fixture.ask('locale')")).toEqual([
      'pt-PT',
      ['pt-PT', 'pt-PT', 'pt', 'pt'],
    ]);
    expect(await inPage('navigator.language')).toBe('pt-PT');
  });

  test('keeps settings with electron-store', async () => {
    expect(await inPage("fixture.ask('store')")).toEqual([1, true]);
  });

  test('hears what the page writes to its console', async ({ skip }) => {
    skip(Number(await electron()) < 35, 'Electron below 35 says it in other arguments');
    await inPage("console.warn('mind', 'this')");
    await expect.poll(log).toContainEqual(['console', 'warning', 'mind this']);
  });

  test('sets the colour scheme of the page', async () => {
    // A debugger has a scheme of its own at first.
    await app.page.emulateMedia({ colorScheme: null });
    expect(await inPage("fixture.ask('dark')")).toBe(true);
    await expect
      .poll(() => inPage("matchMedia('(prefers-color-scheme: dark)').matches"))
      .toBe(true);
  });

  // A script that is handed over is used although no name resolves. Where one fails, or would have
  // to be fetched, no way is known, and none that is direct either.
  test('uses a proxy script that it is given, and none that it would have to fetch', async () => {
    const answers = await inPage("fixture.ask('proxies')");
    expect(answers).toEqual(['DIRECT', 'PROXY proxy:8080', '', '', 'DIRECT']);
  });

  test('prints a hidden page to PDF in the requested size', async () => {
    const pdf = (await inPage("fixture.ask('pdf')")) as string;
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect(Number(width)).toBeCloseTo((80 / 25.4) * 72, 0);
    expect(Number(height)).toBeCloseTo(5 * 72, 0);
  });

  test('is refused what the stand-in does not offer', async ({ skip }) => {
    skip(runtime === 'electron', 'Electron offers it');
    expect(await inPage("fixture.ask('missing').catch((error) => error.message)")).toContain(
      'The stand-in for Electron has no app.getGPUFeatureStatus',
    );
  });
});

test('a debugger can set the size of the page and its colour scheme', async () => {
  await app.page.setViewportSize({ width: 480, height: 320 });
  await app.page.emulateMedia({ colorScheme: 'light' });
  const expression =
    "[innerWidth, innerHeight, matchMedia('(prefers-color-scheme: light)').matches]";
  await expect.poll(() => inPage(expression)).toEqual([480, 320, true]);
});

test('a page that is longer than its window has a scroll bar', async () => {
  const width = `(() => {
    document.body.style.height = '5000px';
    const { clientWidth } = document.documentElement;
    document.body.style.height = '';
    return innerWidth - clientWidth;
  })()`;
  expect(await inPage(width)).toBe(15);
});

describe('a helper process', () => {
  test('gets what was sent before it listened, and ends when it is killed', async () => {
    const argument = [{ when: new Date(0) }, 0, '--given'];
    expect(await inPage("fixture.ask('helper')")).toEqual([argument, 0]);
  });

  test('has as much memory as it is given', async () => {
    const [bytes] = (await inPage("fixture.ask('helper-heap')")) as [number];
    expect(bytes / 1024 ** 2).toBeGreaterThan(299);
    expect(bytes / 1024 ** 2).toBeLessThan(500);
  });

  test('that fails ends by itself, and ends nothing else', async () => {
    expect(await inPage("fixture.ask('helper-that-fails')")).toEqual([1, 1]);
  });
});
