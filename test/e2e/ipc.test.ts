// The door between page and main: whatever else than a right request comes through it is answered
// with what is wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requests, type RequestName, type TillBridge } from '../../src-main/contract/api.ts';
import type { Theme } from '../../src-main/contract/settings.ts';
import type { AppError, Result } from '../../src-main/contract/errors.ts';
import { practise, sell } from './cashier.ts';
import { rightArguments as right } from './right-arguments.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const names = Object.keys(requests) as RequestName[];

type Path = readonly (string | number)[];
type Fault = (typeof faults)[number];
const faults = [
  'a date',
  'infinity',
  'a huge text',
  'a long list',
  'nothing',
  'one more field',
] as const;

/** Every place in a value, the whole of it first. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [path, ...[...keys].flatMap((key) => placesIn(Reflect.get(value, key), [...path, key]))];
}

/** The value with one fault in it; the value itself where there can be no such fault. */
function spoil(value: unknown, [key, ...rest]: Path, fault: Fault): unknown {
  if (key !== undefined) {
    const copy = structuredClone(value) as Record<string | number, unknown>;
    const spoilt = spoil(copy[key], rest, fault);
    if (spoilt === undefined) Reflect.deleteProperty(copy, key);
    else copy[key] = spoilt;
    return copy;
  }
  switch (fault) {
    case 'a date':
      return new Date(0);
    case 'infinity':
      return Infinity;
    case 'a huge text':
      // What is half-typed may be longer than any other text.
      return mark.repeat(value === rightDraft ? 80_000 : 20_000);
    case 'a long list':
      return Array.isArray(value) ? Array<unknown>(2000).fill(value[0]) : value;
    case 'nothing':
      return undefined;
    case 'one more field':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ...value, more: mark }
        : value;
  }
}

/** To be found in the log, if the log had what the page sent. */
const mark = 'the page sent this';
/** As the right argument has it. */
const rightDraft = '{}';

const isRight = (name: RequestName, argument: unknown) => v.is(requests[name].argument, argument);

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

  /** What becomes of arguments that only a page can write down. */
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

  it.each(names)('is answered with the field that is wrong, wherever: %s', async (name) => {
    expect(isRight(name, right[name])).toBe(true);
    const tried = placesIn(right[name]).flatMap((path) =>
      faults.flatMap((fault) => {
        const wrong = spoil(right[name], path, fault);
        // Not every place is a list or has fields, and not every field is needed: where none is, a
        // date is as good as nothing.
        const isNeedless = fault === 'nothing' || fault === 'a date';
        if (isDeepStrictEqual(wrong, right[name]) || (isNeedless && isRight(name, wrong)))
          return [];
        return [{ fault, place: path.join('.'), wrong }];
      }),
    );
    const results = await sendAll(
      name,
      tried.map(({ wrong }) => wrong),
    );
    expect(results).toHaveLength(tried.length);
    for (const [index, { fault, place }] of tried.entries()) {
      const field = fieldOf(results[index]);
      // It names the place, what it is in, or what is missing in it.
      const isNamed = field === name || field.startsWith(place) || place.startsWith(field);
      expect(field !== '' && isNamed, `${fault} at ${place}: ${field}`).toBe(true);
    }
  });

  it.each([
    ['sell.scan', 'text', "{ text: 'M'.repeat(10_000_000) }"],
    ['documents.export', 'list', "{ list: 'M'.repeat(10_000_000) }"],
    ['outbox.list', 'outbox.list', "'M'.repeat(10_000_000)"],
  ])('is answered when it holds 10 MB: %s, %s', async (name, field, code) => {
    const [result] = await sendCode(name, code);
    expect(fieldOf(result)).toBe(field);
  });

  const oddities = [
    'null',
    '0',
    'NaN',
    '5n',
    'true',
    "''",
    'new Map([[1, 1]])',
    'new ArrayBuffer(8)',
    '(() => { const all = []; all.push(all); return all; })()',
    '[[[[]]]]',
    '/./',
    'JSON.parse(\'{"__proto__": {"text": "A", "id": 1, "plugged": true}}\')',
    "{ constructor: { prototype: { text: 'A' } } }",
    "{ toString: 'A', valueOf: 'A' }",
  ];
  // What it may hold it need not, so that an object without any of it is right, and changes
  // nothing.
  const demanding = names.filter((name) => !/^(settings|printing)\.update$/.test(name));

  it.each(demanding)('is not carried out with something quite different: %s', async (name) => {
    const results = await sendCode(name, ...oddities);
    expect(results.map((result) => fieldOf(result) !== '')).toEqual(oddities.map(() => true));
  });

  it.each(['() => 1', "Symbol('A')", 'window', 'new WeakMap()', '{ text: () => 1 }', '[Symbol()]'])(
    'does not leave the page with what cannot be copied: %s',
    async (code) => {
      expect(await sendCode('sell.findProducts', code)).toEqual(['thrown']);
    },
  );

  it.each(['nobody', '', '__proto__', 'constructor', 'toString', 'app.state ', 'app.stateChanged'])(
    'does not leave the page with a name that there is not: "%s"',
    async (name) => {
      await expect(send(name, undefined)).rejects.toThrow(`no request ${name}`);
      const listen = `(() => { try { till.on('${name}-', () => {}); } catch ({ message }) { return message; } })()`;
      expect(await till.page.evaluate(listen)).toBe(`no event ${name}-`);
    },
  );

  it('leaves nothing of what it held in the log, and is no bug there', () => {
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

  it.each(['about:blank', 'data:text/html,'])(
    'is refused to another page that the window was led to: %s',
    async (address) => {
      const home = till.page.url();
      await till.page.goto(address);
      for (const name of names) await expect(send(name, right[name])).rejects.toThrow('refused');
      await till.page.goto(home);
      expect(await send('app.state', undefined)).toMatchObject({ ok: true });
    },
  );
});
