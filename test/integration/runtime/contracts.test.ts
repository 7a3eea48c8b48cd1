import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppProcess } from '../../runtime/launch.ts';
import { launchFixture } from './fixture-app.ts';

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
const log = async (): Promise<unknown[][]> => (await inPage("fixture.ask('log')")) as unknown[][];

describe('messages between page and main process', () => {
  test.each([
    ['undefined', 'undefined'],
    ['null', 'null'],
    ['-0', '-0'],
    ['NaN', 'NaN'],
    ['-Infinity', '-Infinity'],
    ['a large integer', '12345678901234567890n'],
    ['text with half a surrogate pair', "'a\\ud800b'"],
    ['a date', 'new Date(86400000)'],
    ['an invalid date', 'new Date(NaN)'],
    ['a map of sets', "new Map([['a', new Set([1, undefined])], [{ b: 1 }, null]])"],
    ['bytes', 'new Uint8Array([0, 127, 255])'],
    ['numbers in a typed array', 'new Float64Array([0.1, -1])'],
    ['a pattern', '/a+/gi'],
    ['an object with a dangerous key', 'JSON.parse(\'{"__proto__": 1}\')'],
    ['nested arrays', '[[], [undefined, [1]]]'],
  ])('%s comes back the same', async (_what, value) => {
    const [, received] = (await inPage(
      `fixture.echo(0, ${value}).then((all) => [all.length, all[1]])`,
    )) as unknown[];
    const sent = await inPage(value);
    expect(received).toStrictEqual(sent);
    const type = (of: string) => `Object.prototype.toString.call(${of})`;
    expect(await inPage(`fixture.echo(${value}).then(([it]) => ${type('it')})`)).toBe(
      await inPage(type(value)),
    );
  });

  test('an object that refers to itself comes back referring to itself', async () => {
    const code = `(() => { const me = { name: 'a' }; me.me = me; return fixture.echo(me); })()
      .then(([it]) => it.me === it && it.name)`;
    expect(await inPage(code)).toBe('a');
  });

  test('a function cannot be an argument', async () => {
    const caught = 'fixture.invokeWithFunction().catch((error) => error.message)';
    expect(await inPage(caught)).toContain('An object could not be cloned.');
  });

  test('a function cannot be an answer', async () => {
    const caught = "fixture.ask('function').catch((error) => error.message)";
    expect(await inPage(caught)).toBe(
      "Error invoking remote method 'ask': Error: An object could not be cloned.",
    );
  });

  test('only the message of a thrown error reaches the page', async () => {
    const caught = `fixture.ask('nothing').catch((error) =>
      [error.constructor === Error, error.message, 'code' in error])`;
    expect(await inPage(caught)).toEqual([
      true,
      "Error invoking remote method 'ask': TypeError: No answer to nothing",
      false,
    ]);
  });

  test('a channel without a handler is an error', async () => {
    expect(await inPage('fixture.unknown().catch((error) => error.message)')).toBe(
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    );
  });

  test('the main process sees the asking page under the app’s own scheme', async () => {
    expect(await inPage('fixture.sender()')).toEqual(['till://app/', 1]);
  });

  test('pushes arrive in order until the page unsubscribes', async () => {
    const code = `(async () => {
      const got = [];
      const stop = fixture.subscribe((...args) => got.push(args));
      fixture.ping('a'); fixture.ping('b');
      while (got.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
      stop();
      fixture.ping('c');
      await fixture.echo();
      return got;
    })()`;
    expect(await inPage(code)).toEqual([
      ['a', 1],
      ['a', 2],
      ['b', 1],
      ['b', 2],
    ]);
  });
});

describe('the isolated preload', () => {
  test('has exposed its object before the page’s first script runs', async () => {
    expect(await inPage('seenAtStart')).toBe(12);
  });

  test('leaves nothing else on the window', async () => {
    const names = `(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow));
      frame.remove();
      return Object.getOwnPropertyNames(window).filter((name) => !usual.has(name));
    })()`;
    const own = (await inPage(names)) as string[];
    // Chromium adds the rest: indexed frames, and what secure contexts have.
    expect(own).toContain('fixture');
    expect(own.filter((name) => /main|receive|electron|binding|only|require/i.test(name))).toEqual(
      [],
    );
    expect(await inPage('[typeof onlyHere, typeof postToMain, typeof require]')).toEqual([
      'undefined',
      'undefined',
      'undefined',
    ]);
  });

  test('exposes a frozen copy that cannot be replaced', async () => {
    const code = `(() => {
      'use strict';
      const attempts = [
        () => { fixture.ask = null; },
        () => { fixture.nested.list.push(3); },
        () => { window.fixture = {}; },
        () => { delete window.fixture; },
      ];
      return attempts.map((attempt) => { try { attempt(); return 'done'; } catch (error) { return error.name; } });
    })()`;
    expect(await inPage(code)).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
    expect(
      await inPage('[fixture.nested.when instanceof Date, fixture.nested.map.get("a") === 1n]'),
    ).toEqual([true, true]);
  });

  test('hands functions over without their properties or their world', async () => {
    expect(await inPage('fixture.ask.constructor === Function')).toBe(true);
    expect(await inPage("fixture.ask.constructor('return typeof onlyHere')()")).toBe('undefined');
  });

  test('throws plain errors across the bridge', async () => {
    const caught =
      'try { fixture.fail() } catch (error) { [error.constructor === Error, error.message] }';
    expect(await inPage(caught)).toEqual([true, 'too far']);
  });

  test('can require electron and nothing of Node', async () => {
    expect(await inPage('fixture.requireError')).toBe('module not found: node:fs');
  });
});

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

  test('is a secure context', async () => {
    expect(await inPage('isSecureContext')).toBe(true);
  });

  test('passes webRequest, which may cancel a request', async () => {
    expect(await inPage("fetch('/forbidden').catch((error) => error.name)")).toBe('TypeError');
    expect(await log()).not.toContainEqual(['request', 'GET', 'till://app/forbidden']);
  });
});

describe('guards', () => {
  test('a refused navigation leaves the page where it is', async () => {
    await app.page.click('#outside');
    await expect.poll(log).toContainEqual(['will-navigate', 'https://example.com/outside']);
    expect(await inPage('fixture.sender()')).toEqual(['till://app/', 1]);
  });

  test('no window opens, from script or from a link', async () => {
    expect(await inPage("window.open('https://example.com/script')")).toBeNull();
    await app.page.click('#blank');
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
    await app.page.click('#inside');
    await app.page.waitForURL(/inside$/);
    expect(await inPage('fixture.sender()')).toEqual(['till://app/inside', 1]);
    await app.page.goBack();
    expect(await inPage('fixture.sender()')).toEqual(['till://app/', 1]);
  });
});

describe('the app', () => {
  test('knows its name, version and folder from package.json', async () => {
    expect(await inPage("fixture.ask('identity')")).toEqual(['Fixture App', '1.2.3', true, false]);
  });

  test('speaks the language of the command line and the environment', async () => {
    expect(await inPage("fixture.ask('locale')")).toEqual(['pt-PT', ['pt-PT']]);
    expect(await inPage('navigator.language')).toBe('pt-PT');
  });

  test('keeps settings with electron-store', async () => {
    expect(await inPage("fixture.ask('store')")).toEqual([1, true]);
  });

  test('hears what the page writes to its console', async () => {
    await inPage("console.warn('mind', 'this')");
    await expect.poll(log).toContainEqual(['console', 'warning', 'mind this']);
  });

  test('sets the colour scheme of the page', async () => {
    expect(await inPage("fixture.ask('dark')")).toBe(true);
    await expect
      .poll(() => inPage("matchMedia('(prefers-color-scheme: dark)').matches"))
      .toBe(true);
  });

  // Chromium 156 itself behaves so: it uses a script that is handed over although no name resolves,
  // but not a script that it would have to fetch; then it takes no proxy.
  test('uses a proxy script that it is given, and none that it would have to fetch', async () => {
    const answers = await inPage("fixture.ask('proxies')");
    expect(answers).toEqual(['DIRECT', 'PROXY proxy:8080', 'DIRECT', 'DIRECT', 'DIRECT']);
  });

  test('prints a hidden page to PDF in the requested size', async () => {
    const pdf = (await inPage("fixture.ask('pdf')")) as string;
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect(Number(width)).toBeCloseTo((80 / 25.4) * 72, 0);
    expect(Number(height)).toBeCloseTo(5 * 72, 0);
  });

  test('is refused what the stand-in does not offer', async () => {
    expect(await inPage("fixture.ask('missing').catch((error) => error.message)")).toContain(
      'The stand-in for Electron has no app.getGPUFeatureStatus',
    );
  });
});

test('a debugger can set the size of the page and its colour scheme', async () => {
  await app.page.setViewportSize({ width: 480, height: 320 });
  await app.page.emulateMedia({ colorScheme: 'light' });
  const seen = "[innerWidth, innerHeight, matchMedia('(prefers-color-scheme: light)').matches]";
  await expect.poll(() => inPage(seen)).toEqual([480, 320, true]);
});

describe('a helper process', () => {
  test('gets what was sent before it listened, and ends when it is killed', async () => {
    const said = [{ when: new Date(0) }, 0, '--given'];
    expect(await inPage("fixture.ask('helper')")).toEqual([said, 0]);
  });

  test('that fails ends by itself, and ends nothing else', async () => {
    expect(await inPage("fixture.ask('helper-that-fails')")).toEqual([1, 1]);
  });
});
