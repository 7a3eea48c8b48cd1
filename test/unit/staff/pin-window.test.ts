// Main's own PIN window asks one question at a time.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { err, ok, type Result } from '../../../src-main/contract/errors.ts';
import { PinWindow } from '../../../src-main/staff/pin-window.ts';
import { HandClock } from '../../hand-clock.ts';
import { sampleProfile } from '../../sample-profile.ts';

const cashier = { cashierId: 'A', name: 'Inês', role: 'manager' } as const;
const unlock = { kind: 'unlock', cashier } as const;
const right = { kind: 'unlock', pin: '123456' } as const;
const wrong = { kind: 'unlock', pin: '000000' } as const;
const scanner = { prefix: '', suffix: 'Enter', gapMs: 60 } as const;

function played(load: () => Promise<void> = () => Promise.resolve()) {
  let goes: () => void = () => undefined;
  const done: string[] = [];
  const clock = new HandClock();
  const pinWindow = new PinWindow({
    open: (onGone) => {
      goes = onGone;
      done.push('opened');
      return {
        webContents: {} as unknown as Electron.WebContents,
        load,
        focus: () => done.push('focused'),
        destroy: () => {
          done.push('destroyed');
          // Electron also tells of a window that the program destroys.
          goes();
        },
      };
    },
    shownAs: () => ({
      profile: sampleProfile,
      language: 'en',
      theme: 'dark',
      scanner,
      sounds: true,
    }),
    clock,
    onFailure: () => done.push('failed'),
  });
  const take = ({ pin }: { pin: string }): Promise<Result<string>> =>
    Promise.resolve(pin === right.pin ? ok('Inês') : err({ code: 'pin_wrong' }));
  return {
    pinWindow,
    clock,
    done,
    ask: () => pinWindow.ask(unlock, take),
    closeByHand: () => goes(),
  };
}

test('it asks until the answer is right, and closes then', async () => {
  const { pinWindow, done, ask } = played();
  const asking = ask();
  expect(pinWindow.question()).toMatchObject(ok({ question: unlock, language: 'en' }));
  expect(await pinWindow.answer(wrong)).toEqual(err({ code: 'pin_wrong' }));
  expect(pinWindow.isOpen).toBe(true);
  expect(await pinWindow.answer(right)).toEqual(ok(null));
  expect(await asking).toEqual(ok('Inês'));
  expect([pinWindow.isOpen, pinWindow.contents]).toEqual([false, undefined]);
  expect(done).toEqual(['opened', 'destroyed']);
});

test.each<[string, (of: ReturnType<typeof played>) => void]>([
  [
    'from within, or because what it was asked for is no longer so',
    ({ pinWindow }) => pinWindow.close(),
  ],
  ['by its frame', ({ closeByHand }) => closeByHand()],
])('closed %s, nothing is approved', async (_how, close) => {
  const till = played();
  const asking = till.ask();
  close(till);
  expect(await asking).toEqual(err({ code: 'pin_not_given' }));
  expect(await till.pinWindow.answer(right)).toMatchObject({ ok: false });
  expect(till.pinWindow.question()).toEqual(err({ code: 'not_found' }));
});

test('a PIN that is still being checked when the window closes approves nothing', async () => {
  const { pinWindow } = played();
  const looking = Promise.withResolvers<Result<string>>();
  const asking = pinWindow.ask(unlock, () => looking.promise);
  const answering = pinWindow.answer(right);
  pinWindow.close();
  looking.resolve(ok('Inês'));
  await answering;
  expect(await asking).toEqual(err({ code: 'pin_not_given' }));
});

test('another question meanwhile is refused, and does not change the one that is asked', async () => {
  const { pinWindow, done, ask } = played();
  const asking = ask();
  const other = { kind: 'new_pin', name: 'Eva', role: 'manager' } as const;
  const swapped = await pinWindow.ask(other, () => Promise.resolve(ok('swapped')));
  expect(swapped).toEqual(err({ code: 'pin_window_open' }));
  expect(pinWindow.question()).toMatchObject(ok({ question: unlock }));
  expect(await pinWindow.answer({ kind: 'new_pin', pin: '1234' })).toMatchObject({
    error: { code: 'invalid_value' },
  });
  await pinWindow.answer(right);
  expect(await asking).toEqual(ok('Inês'));
  expect(done).toEqual(['opened', 'focused', 'destroyed']);
});

test('an answer to an earlier question does not answer a later one', async () => {
  const { pinWindow, ask } = played();
  const looking = Promise.withResolvers<Result<string>>();
  const first = pinWindow.ask(unlock, () => looking.promise);
  const answering = pinWindow.answer(right);
  pinWindow.close();
  expect(await first).toMatchObject({ ok: false });
  const second = ask();
  looking.resolve(ok('Inês'));
  await answering;
  expect(pinWindow.isOpen).toBe(true);
  pinWindow.close();
  expect(await second).toEqual(err({ code: 'pin_not_given' }));
});

test('a window that cannot be opened, or whose page does not load, approves nothing', async () => {
  const failed = err({ code: 'pin_window_failed' });
  const notLoading = played(() => Promise.reject(new Error('ERR_FAILED')));
  expect(await notLoading.ask()).toEqual(failed);
  expect(notLoading.done).toEqual(['opened', 'failed', 'destroyed']);
  const notOpening = new PinWindow({
    open: () => {
      throw new Error('no display');
    },
    shownAs: () => null,
    clock: new HandClock(),
    onFailure: () => undefined,
  });
  expect(await notOpening.ask(unlock, () => Promise.resolve(ok(1)))).toEqual(failed);
  expect(notOpening.isOpen).toBe(false);
});

test('what is done with the answer is done in the name of whoever asked', async () => {
  const { pinWindow } = played();
  const doing = new AsyncLocalStorage<string>();
  const asking = doing.run('Rui', () =>
    pinWindow.ask(unlock, () => Promise.resolve(ok(doing.getStore()))),
  );
  await turn();
  await pinWindow.answer(right);
  expect(await asking).toEqual(ok('Rui'));
});

test('what is still being checked when the window goes is not done', async () => {
  const { pinWindow } = played();
  const checked = Promise.withResolvers<undefined>();
  const done: string[] = [];
  const asking = pinWindow.ask(unlock, async (_, isAsked): Promise<Result<string>> => {
    await checked.promise;
    if (!isAsked()) return err({ code: 'pin_not_given' });
    done.push('unlocked');
    return ok('Inês');
  });
  const answering = pinWindow.answer(right);
  pinWindow.close();
  checked.resolve(undefined);
  expect(await answering).toEqual(err({ code: 'pin_not_given' }));
  expect(await asking).toEqual(err({ code: 'pin_not_given' }));
  expect(done).toEqual([]);
});

test('a page that does not come, and a question that nobody answers, keep the till waiting no longer', async () => {
  const never = played(() => new Promise(() => undefined));
  const failed = never.ask();
  never.clock.advance(10_000);
  expect(await failed).toEqual(err({ code: 'pin_window_failed' }));
  const { clock, ask, done } = played();
  const asking = ask();
  await turn();
  clock.advance(5 * 60_000);
  expect(await asking).toEqual(err({ code: 'pin_not_given' }));
  expect(done).toEqual(['opened', 'destroyed']);
});
