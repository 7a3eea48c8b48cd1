import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { RelaunchOptions } from 'electron';
import { expect, test, vi } from 'vitest';
import { ProgramEnd } from '../../../src-main/failure/program-end.ts';
import { HandClock } from '../../hand-clock.ts';

const now = Date.UTC(2026, 10, 2, 12);

/** `quit` tells its listeners, and exits only if none of them prevents it. */
function program(env: NodeJS.ProcessEnv = {}) {
  const events = new EventEmitter();
  const done: string[] = [];
  const relaunches: RelaunchOptions[] = [];
  const errors: string[] = [];
  const app = {
    on: events.on.bind(events),
    quit: () => {
      const event = { isPrevented: false, preventDefault: () => (event.isPrevented = true) };
      events.emit('before-quit', event);
      done.push(event.isPrevented ? 'waits' : 'quits');
    },
    exit: (code = 0) => done.push(`exits ${String(code)}`),
    relaunch: (options: RelaunchOptions = {}) => {
      relaunches.push(options);
      done.push('starts again');
    },
  };
  const log = {
    ...{ file: '', info: () => undefined, failure: () => '', hide: () => undefined },
    error: (what: string) => errors.push(what),
  };
  const argv = ['till', '--user-data-dir=/till'];
  const started = { platform: 'linux' as const, argv, env, execPath: '/opt/till' };
  const clock = new HandClock();
  const end = new ProgramEnd({ app, log, started, nowMs: () => now, clock });
  return { app, end, done, relaunches, errors, clock };
}

test('a bug is written down, and the program starts again, once', () => {
  const { end, done, relaunches, errors } = program();
  expect(end.isUnderWay).toBe(false);
  end.fail(new Error('a bug'));
  end.fail(new Error('another while it ends'));
  expect(done).toEqual(['starts again', 'exits 1']);
  expect(relaunches).toEqual([
    { args: ['--user-data-dir=/till', `--ended-by-bug-at=${String(now)}`], execPath: '/opt/till' },
  ]);
  expect(errors).toEqual(['the program failed', 'the program failed']);
  expect(end.isUnderWay).toBe(true);
});

test('after a bug while the program quits, it does not start again, and has time to close', async () => {
  const { app, end, done, clock } = program();
  app.quit();
  expect(end.isUnderWay).toBe(true);
  end.fail(new Error('a bug'));
  await clock.pass(9_999);
  expect(done).toEqual(['quits']);
  await clock.pass(1);
  expect(done).toEqual(['quits', 'exits 1']);
});

test.each([
  ['well', () => Promise.resolve()],
  ['badly', () => Promise.reject(new Error('a full disk'))],
])('quitting waits until the till is closed, %s, and closes it once', async (_how, outcome) => {
  const { app, end, done, errors } = program();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const close = vi.fn(() => promise.then(outcome));
  end.waitFor(close);
  app.quit();
  app.quit();
  await turn();
  expect(done).toEqual(['waits', 'waits']);
  resolve(undefined);
  await expect.poll(() => done).toEqual(['waits', 'waits', 'quits']);
  expect(close).toHaveBeenCalledOnce();
  expect(errors).toHaveLength(_how === 'well' ? 0 : 1);
});

test('at once means that everything is closed when it returns, and that nothing starts again', () => {
  const { end, done } = program();
  end.atOnce(() => {
    expect(end.isUnderWay).toBe(true);
    done.push('closes');
  });
  expect(done).toEqual(['closes', 'exits 0']);
  const other = program();
  other.end.atOnce(() => {
    throw new Error('a file did not close');
  });
  expect(other.errors).toEqual(['closing failed']);
  expect(other.done).toEqual(['exits 0']);
  other.end.fail(new Error('what was under way has no file'));
  expect(other.relaunches).toEqual([]);
});

test('for an update it starts again as it is told, or leaves that to others', () => {
  const one = program();
  one.end.forUpdate(['--updated-to=2.0.0']);
  expect(one.done).toEqual(['starts again', 'exits 0']);
  expect(one.relaunches).toEqual([{ args: ['--updated-to=2.0.0'], execPath: '/opt/till' }]);
  expect(one.end.isUnderWay).toBe(true);
  const withX11 = program({ DISPLAY: ':0' });
  withX11.end.forUpdate(['--updated-to=2.0.0']);
  expect(withX11.relaunches[0]?.args).toEqual(['--ozone-platform=x11', '--updated-to=2.0.0']);
  const other = program();
  other.end.forUpdate(null);
  expect(other.done).toEqual(['exits 0']);
});
