// The border between page and main process: everything but a right request is answered with what is
// wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requests, type RequestName, type TillBridge } from '../../src-main/contract/api.ts';
import type { Theme } from '../../src-main/contract/settings.ts';
import type { AppError, Result } from '../../src-main/contract/errors.ts';
import { practise, sell } from './cashier.ts';
import { rightArguments as right } from './right-arguments.ts';
import { launchTill, type Till } from './till.ts';
import { mark, spoiltArguments } from '../spoilt-arguments.ts';
import { newUserData } from './user-data.ts';
import { isLong } from '../tier.ts';

const names = Object.keys(requests) as RequestName[];

describe('a request from the page', () => {
  const userDataDir = newUserData();
  let till: Till;
  beforeAll(async () => {
    till = await launchTill({ userDataDir });
    await practise(till.page);
  });
  afterAll(() => till.kill9());

  const send = (name: string, argument: unknown): Promise<Result<unknown>> =>
    till.page.evaluate(
      ([to, what]) => {
        const { till: bridge } = globalThis as unknown as { till: TillBridge };
        return bridge.request(to as RequestName, what as undefined);
      },
      [name, argument] as const,
    );

  const sendAll = (name: string, all: readonly unknown[]): Promise<readonly Result<unknown>[]> =>
    till.page.evaluate(
      ([to, each]) => {
        const { till: bridge } = globalThis as unknown as { till: TillBridge };
        return Promise.all(
          each.map((what) => bridge.request(to as RequestName, what as undefined)),
        );
      },
      [name, all] as const,
    );

  /** Sends arguments that only code in the page can write down, and returns what became of them. */
  const sendCode = (
    name: string,
    ...codes: readonly string[]
  ): Promise<readonly (Result<unknown> | 'thrown')[]> =>
    till.page
      .evaluate(`Promise.all([${codes.map((code) => `() => (${code})`).join()}].map(async (make) => {
      try { return await till.request('${name}', make()); } catch { return 'thrown'; }
    }))`);

  const fieldOf = (result: Result<unknown> | 'thrown' | undefined): string => {
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_value' } });
    return (result as { error: AppError & { code: 'invalid_value' } }).error.field;
  };

  // The whole argument of each request and one place in it; other tests sweep the rest without a
  // page.
  it.each(names)('is answered with the wrong field: %s', async (name) => {
    const spoilt = spoiltArguments(name);
    const last = spoilt.at(-1)?.place;
    const tried = spoilt.filter(({ place }, at) =>
      isLong ? place === '' || place === last : at === 0 || at === spoilt.length - 1,
    );
    expect(tried.length).toBeGreaterThan(0);
    const results = await sendAll(
      name,
      tried.map(({ wrong }) => wrong),
    );
    expect(results).toHaveLength(tried.length);
    for (const [index, { isNamedBy, what }] of tried.entries()) {
      const field = fieldOf(results[index]);
      expect(isNamedBy(field), `${what}: ${field}`).toBe(true);
    }
  });

  const huge = [
    ['sell.scan', 'text', "{ text: 'M'.repeat(10_000_000) }"],
    ['documents.export', 'list', "{ list: 'M'.repeat(10_000_000) }"],
    ['outbox.list', 'outbox.list', "'M'.repeat(10_000_000)"],
  ] as const;
  it.each(isLong ? huge : huge.slice(0, 1))(
    'is answered when it holds 10 MB: %s, %s',
    async (name, field, code) => {
      const [result] = await sendCode(name, code);
      expect(fieldOf(result)).toBe(field);
    },
  );

  const oddities = [
    'null',
    '0',
    'NaN',
    '5n',
    'true',
    "''",
    'new Map([[1, 1]])',
    'new ArrayBuffer(8)',
    // An array that held itself would not leave the page.
    '(() => { const all = {}; all.all = [all]; return all; })()',
    // As deep as the bridge passes on.
    '(() => { let all = []; for (let i = 0; i < 999; i++) all = [all]; return all; })()',
    '/./',
    'JSON.parse(\'{"__proto__": {"text": "A", "id": 1, "plugged": true}}\')',
    "{ constructor: { prototype: { text: 'A' } } }",
    "{ toString: 'A', valueOf: 'A' }",
  ];
  // These have no required field, so an object without any is right, and changes nothing.
  const demanding = names.filter((name) => !/^(settings|printing)\.update$/.test(name));

  it.each(demanding)('is not carried out with a quite different argument: %s', async (name) => {
    const one = demanding.indexOf(name) % oddities.length;
    const tried = isLong ? oddities : oddities.slice(one, one + 1);
    const results = await sendCode(name, ...tried);
    expect(results.map((result) => fieldOf(result) !== '')).toEqual(tried.map(() => true));
  });

  // What Electron's bridge throws at never reaches main, whichever request it is for.
  it.each([
    '(() => { const all = []; all.push(all); return all; })()',
    '(() => { let all = []; for (let i = 0; i < 1000; i++) all = [all]; return all; })()',
    '(() => { let all = {}; for (let i = 0; i < 500; i++) all = { text: all }; return all; })()',
    'new Proxy({}, {})',
    '{ text: new Proxy([], {}) }',
  ])('does not leave the page with what the bridge does not pass on: %s', async (code) => {
    expect(await sendCode('sell.findProducts', code)).toEqual(['thrown']);
  });

  it.each(['() => 1', "Symbol('A')", 'window', 'new WeakMap()', '{ text: () => 1 }', '[Symbol()]'])(
    'does not leave the page with a value that cannot be copied: %s',
    async (code) => {
      expect(await sendCode('sell.findProducts', code)).toEqual(['thrown']);
    },
  );

  it.each(['nobody', '', '__proto__', 'constructor', 'toString', 'app.state ', 'app.stateChanged'])(
    'does not leave the page under an unknown name: "%s"',
    async (name) => {
      await expect(send(name, undefined)).rejects.toThrow(`no request ${name}`);
      const listen = `(() => { try { till.on('${name}-', () => {}); } catch ({ message }) { return message; } })()`;
      expect(await till.page.evaluate(listen)).toBe(`no event ${name}-`);
    },
  );

  it('leaves nothing of its contents in the log, and is not logged as a bug', () => {
    const log = readFileSync(join(userDataDir, 'logs', 'till.log'), 'utf8');
    expect(log).not.toContain(mark);
    expect(log).not.toContain('"level":"error"');
    expect(till.output()).not.toContain(mark);
  });

  it('has changed nothing, and the till goes on selling', async () => {
    const { theme, held } = await till.page.evaluate(async () => {
      const { till: bridge } = globalThis as unknown as { till: TillBridge };
      const state = await bridge.request('app.state', undefined);
      if (!state.ok) throw new Error(state.error.code);
      return state.value;
    });
    expect({ theme, held }).toEqual({ theme: 'system' satisfies Theme, held: [] });
    expect(await sell(till.page, ['CAFE'])).toMatch(/^CF-/);
  });

  it.each(['data:text/html,', ...(isLong ? ['about:blank'] : [])])(
    'is refused for another page that the window was led to: %s',
    async (address) => {
      const home = till.page.url();
      await till.page.goto(address);
      for (const name of names) await expect(send(name, right[name])).rejects.toThrow('refused');
      await till.page.goto(home);
      expect(await send('app.state', undefined)).toMatchObject({ ok: true });
    },
  );
});
