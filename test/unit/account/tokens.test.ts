// Where a token is found, and until when it is told that it is not kept.
import { expect, test } from 'vitest';
import type { AppError } from '../../../src-main/contract/errors.ts';
import type { Log } from '../../../src-main/log.ts';
import { Tokens } from '../../../src-main/account/tokens.ts';

function tokensWith(kept: Map<string, string>) {
  const hidden: string[] = [];
  const told: AppError['code'][] = [];
  const log: Log = {
    file: '',
    info: () => undefined,
    error: () => undefined,
    failure: () => '',
    hide: (token) => hidden.push(token),
  };
  const tokens = new Tokens({
    vaultOf: (key) => ({
      keep: () => Promise.resolve(false),
      read: () => Promise.resolve(kept.get(key)),
      forget: () => kept.delete(key),
      tidy: () => undefined,
    }),
    log,
    notify: ({ code }) => told.push(code),
    withdraw: (code) => told.splice(told.indexOf(code), 1),
  });
  return { tokens, hidden, told };
}

test('whichever token is found, no log may hold it', async () => {
  const { tokens, hidden } = tokensWith(new Map([['one', 'kept-token']]));
  expect(await tokens.find('one')).toBe('kept-token');
  tokens.putAside('other', 'left-token');
  expect(await tokens.find('other')).toBe('left-token');
  expect(await tokens.find('third')).toBeUndefined();
  expect(hidden).toEqual(['kept-token', 'left-token']);
});

test('the one of a till that is left goes before the one that was kept, until it is forgotten', async () => {
  const kept = new Map([['one', 'kept-token']]);
  const { tokens } = tokensWith(kept);
  tokens.putAside('one', 'newer-token');
  expect(await tokens.find('one')).toBe('newer-token');
  tokens.putAside('one', undefined);
  expect(await tokens.find('one')).toBe('newer-token');
  tokens.forget('one');
  expect(await tokens.find('one')).toBeUndefined();
  expect(kept.size).toBe(0);
});

test('that a token is not kept is told for as long as its till is open', async () => {
  const { tokens, told } = tokensWith(new Map());
  await tokens.keep('one', 'a-token');
  expect(told).toEqual(['token_not_kept']);
  tokens.putAside('one', 'a-token');
  expect(told).toEqual([]);
});
