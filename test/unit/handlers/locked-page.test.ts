// Tests what a locked page may ask for.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { requests, type Argument, type RequestName } from '../../../src-main/contract/api.ts';
import { admitTo } from '../../declared-requests.ts';
import { pinAnswerSchema } from '../../../src-main/contract/pin-window.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { askAll, context, names, openLock } from './guard-context.ts';

test.each([
  ['between two tills', { isSwitching: true }, false],
  ['while the till is being opened', { isSwitching: false }, true],
])('nothing but what a locked page needs is done %s', async (_when, session, isStarting) => {
  const { done } = await askAll({
    session: { till: context.session.till, ...session },
    isStarting: () => isStarting,
  });
  expect(done.sort()).toEqual(names.filter((name) => requests[name].gate === 'open').sort());
});

test('a locked page does not learn whether an update is there', async () => {
  const lock = { isLocked: true, act: () => Promise.resolve(err({ code: 'locked' })) };
  const admit = admitTo({ ...context, lock } as unknown as Context);
  const answer = await admit('update.install', { version: '' }, () => ok(null));
  expect(answer).toEqual(err({ code: 'locked' }));
});

test('what was asked before the till was locked is not answered after it', async () => {
  const lock = { ...openLock, isLocked: true };
  const admit = admitTo({ ...context, lock } as unknown as Context);
  const answer = await admit('documents.get', { id: 1 }, () => ok(null as never));
  expect(answer).toEqual(err({ code: 'locked' }));
});

test('a locked page may change its language, and nothing with it', async () => {
  const locked = { ...context, lock: { act: () => Promise.resolve('refused') } };
  const admit = admitTo(locked as unknown as Context);
  const ask = (change: Argument<'settings.update'>) =>
    admit('settings.update', change, () => 'done' as never);
  expect(await ask({ language: 'pt-PT' })).toBe('done');
  expect(await ask({ language: 'pt-PT', theme: 'dark' })).toBe('refused');
  expect(await ask({ theme: 'dark' })).toBe('refused');
  expect(await ask({})).toBe('refused');
});

test('a locked page may be unlocked, with a new PIN where that is proven, and approve nothing', async () => {
  const locked = { ...context, lock: { act: () => Promise.resolve('refused') } };
  const admit = admitTo(locked as unknown as Context);
  const ask = (name: RequestName) =>
    admit(name, rightArguments[name] as never, () => 'done' as never);
  expect(await ask('lock.unlock')).toBe('done');
  expect(await ask('lock.recover')).toBe('done');
  for (const name of ['cashiers.add', 'cashiers.change', 'session.signIn'] as const) {
    expect(await ask(name)).toBe('refused');
  }
});

test('what sets a new PIN is parsed strictly', () => {
  const proof = { way: 'password', username: 'A', password: 'A' };
  const cashierId = '00000000-0000-4000-8000-000000000000';
  const recover = { kind: 'recover', cashierId, pin: '123456', proof };
  expect(v.is(pinAnswerSchema, recover)).toBe(true);
  expect(v.is(pinAnswerSchema, { ...recover, proof: null })).toBe(true);
  for (const change of [
    { pin: '123' },
    { cashierId: 'A' },
    { proof: undefined },
    { proof: { way: 'none' } },
    { proof: { ...proof, password: '' } },
    { proof: { ...proof, serviceAddress: 'A' } },
    { proof: { way: 'token', token: 'with a space in it' } },
    { serviceAddress: 'A' },
    { kind: 'another' },
  ]) {
    expect(v.is(pinAnswerSchema, { ...recover, ...change }), JSON.stringify(change)).toBe(false);
  }
});
