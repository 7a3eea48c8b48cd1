// What passes between a page, its preload and the main process, on Electron and on the stand-in.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppProcess } from '../../runtime/launch.ts';
import { launchFixture } from './fixture-app.ts';

const userData = mkdtempSync(join(tmpdir(), 'fixture-app-'));
let app: AppProcess;

beforeAll(async () => {
  app = await launchFixture(userData);
});

afterAll(async () => {
  await app.close();
  rmSync(userData, { recursive: true, force: true });
});

const inPage = (code: string): Promise<unknown> => app.page.evaluate(code);

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
    expect(await inPage('seenAtStart')).toBe(15);
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

describe('the context bridge', () => {
  /** Calls a function of the bridge with what the code makes, and returns how that ended. */
  const passed = (code: string, name = 'take'): Promise<unknown> =>
    inPage(`(async () => {
      try { return await fixture.${name}(${code}); }
      catch (error) { return [error.constructor.name, error.message]; }
    })()`);
  const nested = (depth: number, around: string) =>
    `(() => { let it = []; for (let i = 0; i < ${String(depth)}; i++) it = ${around}; return it; })()`;
  const tooDeep =
    'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.';
  const notCloned = 'An object could not be cloned.';

  test('passes on 999 nestings of arrays, and throws at a thousand', async () => {
    expect(await passed(nested(999, '[it]'))).toBe('object');
    expect(await passed(nested(1000, '[it]'))).toEqual(['TypeError', tooDeep]);
    expect(await passed(nested(100_000, '[it]'))).toEqual(['TypeError', tooDeep]);
  });

  test('counts each nesting of objects twice', async () => {
    expect(await passed(nested(499, '({ it })'))).toBe('object');
    expect(await passed(nested(500, '({ it })'))).toEqual(['TypeError', tooDeep]);
  });

  test('throws at an array that holds itself, and passes on an object that does', async () => {
    const array = '(() => { const me = []; me.push(me); return me; })()';
    expect(await passed(array)).toEqual(['TypeError', tooDeep]);
    expect(await passed('(() => { const me = {}; me.me = [me]; return me; })()')).toBe('object');
    expect(await passed('(() => { const me = new Map(); me.set(1, me); return me; })()')).toBe(
      'object',
    );
  });

  test('answers with an error where the answer cannot pass', async () => {
    expect(
      await inPage("(() => { const me = fixture.give('cycle'); return me.me === me; })()"),
    ).toBe(true);
    const uncaught = ['Error', `Uncaught TypeError: ${tooDeep}`];
    expect(await passed("'deep'", 'give')).toEqual(uncaught);
    expect(await passed("'deep'", 'promise')).toEqual(uncaught);
    expect(await passed("'weak'", 'give')).toEqual(['Error', `Uncaught Error: ${notCloned}`]);
  });

  test.each([
    'new WeakMap()',
    'new Proxy({}, {})',
    'new Proxy([], {})',
    '{ rows: [new Proxy({ a: 1 }, {})], done: () => 1 }',
    'new Map([[1, () => 1]])',
  ])('passes on nothing that cannot be cloned: %s', async (code) => {
    expect(await passed(code)).toEqual(['Error', notCloned]);
  });

  test.each([
    ['what an instance has of its own', 'new (class { a = 1; get b() { return 2; } })()', ['a']],
    ['what can be read', '{ get a() { throw new RangeError(); }, b: 1 }', ['b']],
    ['no prototype that a key names', 'JSON.parse(\'{"__proto__": { "a": 1 }, "b": 1}\')', ['b']],
    ['what no prototype is over', 'Object.assign(Object.create(null), { a: 1 })', ['a']],
  ])('passes on of an object %s', async (_what, code, keys) => {
    expect(await inPage(`fixture.echo(${code}).then(([it]) => Object.keys(it))`)).toEqual(keys);
  });

  test('hands over what is named twice once', async () => {
    const code = `(() => { const it = { a: 1 }; return fixture.echo([it, { it }], it); })()
      .then(([[one, { it }], other]) => [one === it, other === it])`;
    expect(await inPage(code)).toEqual([true, true]);
  });
});
