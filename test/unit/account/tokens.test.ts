// Tests where a token is found, and how long a person is told that it is not kept.
import { expect, test } from 'vitest';
import type { AppError } from '../../../src-main/contract/errors.ts';
import type { Log } from '../../../src-main/log.ts';
import { Tokens } from '../../../src-main/account/tokens.ts';
import { HandClock } from '../../hand-clock.ts';

/** `keyStore`: what the key store answers, and when. */
function tokensWith(keptTokens: Map<string, string>, keyStore = Promise.resolve(false)) {
  const clock = new HandClock();
  const hidden: string[] = [];
  const toldNotices: AppError['code'][] = [];
  const log: Log = {
    file: '',
    info: () => undefined,
    error: () => undefined,
    failure: () => '',
    hide: (token) => hidden.push(token),
  };
  const tokens = new Tokens({
    vaultOf: (key) => ({
      keep: () => keyStore,
      read: () =>
        keptTokens.has('silent')
          ? keyStore.then(() => keptTokens.get(key))
          : Promise.resolve(keptTokens.get(key)),
      forget: () => keptTokens.delete(key),
      tidy: () => undefined,
    }),
    clock,
    log,
    notify: ({ code }) => toldNotices.push(code),
    withdraw: (code) => {
      if (toldNotices.includes(code)) toldNotices.splice(toldNotices.indexOf(code), 1);
    },
  });
  return { tokens, clock, hidden, toldNotices };
}

test('the log hides every token that is found', async () => {
  const { tokens, hidden } = tokensWith(new Map([['one', 'kept-token']]));
  expect(await tokens.find('one')).toMatchObject({ token: 'kept-token' });
  tokens.putAside('other', 'left-token');
  expect(await tokens.find('other')).toMatchObject({ token: 'left-token' });
  expect(await tokens.find('third')).toEqual({ token: undefined, later: null });
  expect(hidden).toEqual(['kept-token', 'left-token']);
});

test('a token that was put aside goes before the kept one, until it is forgotten', async () => {
  const keptTokens = new Map([['one', 'kept-token']]);
  const { tokens } = tokensWith(keptTokens);
  tokens.putAside('one', 'newer-token');
  expect(await tokens.find('one')).toMatchObject({ token: 'newer-token' });
  tokens.putAside('one', undefined);
  expect(await tokens.find('one')).toMatchObject({ token: 'newer-token' });
  tokens.forget('one');
  expect(await tokens.find('one')).toEqual({ token: undefined, later: null });
  expect(keptTokens.size).toBe(0);
});

test('the notice that a token is not kept stays while its till is open', async () => {
  const { tokens, toldNotices } = tokensWith(new Map());
  await tokens.keep('one', 'a-token');
  expect(toldNotices).toEqual(['token_not_kept']);
  tokens.putAside('one', 'a-token');
  expect(toldNotices).toEqual([]);
});

test('a key store that is silent is not waited for, and its token comes later', async () => {
  const keyStoreAnswer = Promise.withResolvers<boolean>();
  const keptTokens = new Map([
    ['one', 'kept-token'],
    ['silent', ''],
  ]);
  const { tokens, clock, hidden } = tokensWith(keptTokens, keyStoreAnswer.promise);
  const finding = tokens.find('one');
  clock.advance(60_000);
  const { token, later } = await finding;
  expect(token).toBeUndefined();
  keyStoreAnswer.resolve(true);
  expect(await later).toBe('kept-token');
  expect(hidden).toEqual(['kept-token']);
});

test('whoever closes the till waits for no key store', async () => {
  const { tokens } = tokensWith(new Map([['silent', '']]), new Promise(() => undefined));
  const finding = tokens.find('one');
  const keeping = tokens.keep('one', 'a-token');
  tokens.close();
  expect((await finding).token).toBeUndefined();
  await keeping;
});

test('the notice that a token is not kept goes once the key store has taken it late', async () => {
  const keyStoreAnswer = Promise.withResolvers<boolean>();
  const { tokens, clock, toldNotices } = tokensWith(new Map(), keyStoreAnswer.promise);
  const keeping = tokens.keep('one', 'a-token');
  clock.advance(60_000);
  await keeping;
  expect(toldNotices).toEqual(['token_not_kept']);
  keyStoreAnswer.resolve(true);
  await expect.poll(() => toldNotices).toEqual([]);
});

test('a token’s notice goes with its till, and a late answer does not take another till’s notice', async () => {
  const keyStoreAnswer = Promise.withResolvers<boolean>();
  const { tokens, clock, toldNotices } = tokensWith(new Map(), keyStoreAnswer.promise);
  const keeping = [tokens.keep('one', 'a-token'), tokens.keep('one', 'a-newer-token')];
  clock.advance(60_000);
  await Promise.all(keeping);
  tokens.forget('one');
  expect(toldNotices).toEqual([]);
  toldNotices.push('token_not_kept');
  keyStoreAnswer.resolve(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(toldNotices).toEqual(['token_not_kept']);
});
