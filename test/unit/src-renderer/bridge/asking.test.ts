// Tests how the screen shows the end of a request to main.
import { expect, test } from 'vitest';
import { err, ok, type AppError, type Result } from '../../../../src-main/contract/errors.ts';
import { Asking } from '../../../../src-renderer/bridge/asking.svelte.ts';

const failed: AppError = { code: 'not_signed_in' };

test('it is under way until it is answered, and says then what was done', async () => {
  const asking = new Asking<'saved'>();
  let answer: (answer: Result<number>) => void = () => undefined;
  const pendingAnswer = asking.ask(
    new Promise<Result<number>>((resolve) => {
      answer = resolve;
    }),
    'saved',
  );
  expect(asking.busy).toBe(true);
  expect(asking.outcome).toBeNull();
  answer(ok(7));
  expect(await pendingAnswer).toEqual(ok(7));
  expect(asking.busy).toBe(false);
  expect(asking.outcome).toBe('saved');
  expect(asking.error).toBeNull();
});

test('several requests are under way until the last is answered', async () => {
  const asking = new Asking();
  const slow = Promise.withResolvers<Result<null>>();
  const pendingAnswer = asking.ask(slow.promise);
  await asking.ask(Promise.resolve(ok(null)));
  expect(asking.busy).toBe(true);
  slow.resolve(ok(null));
  await pendingAnswer;
  expect(asking.busy).toBe(false);
});

test('what was changed while it was under way takes the outcome of it along, and no error', async () => {
  const asking = new Asking<'saved'>();
  const slow = Promise.withResolvers<Result<null>>();
  const pendingAnswer = asking.ask(slow.promise, 'saved');
  asking.forget();
  slow.resolve(ok(null));
  await pendingAnswer;
  expect([asking.outcome, asking.busy]).toEqual([null, false]);
  const failing = Promise.withResolvers<Result<null>>();
  const askedAgain = asking.ask(failing.promise, 'saved');
  asking.forget();
  failing.resolve(err(failed));
  await askedAgain;
  expect(asking.error).toEqual(failed);
});

test('where it failed it says why, until it is asked again', async () => {
  const asking = new Asking<'saved'>();
  await asking.ask(Promise.resolve(err(failed)), 'saved');
  expect(asking.outcome).toBeNull();
  expect(asking.error).toBe(failed);
  const again = asking.ask(Promise.resolve(ok(null)), 'saved');
  expect(asking.error).toBeNull();
  await again;
  expect(asking.error).toBeNull();
});

test('a request that cannot be made says so in place of an earlier error', async () => {
  const asking = new Asking<'saved' | 'wrong'>();
  await asking.ask(Promise.resolve(err(failed)));
  asking.end('wrong');
  expect(asking.outcome).toBe('wrong');
  expect(asking.error).toBeNull();
  expect(asking.busy).toBe(false);
});

test('after a change it no longer says what was done, and still why it failed', async () => {
  const asking = new Asking<'saved'>();
  await asking.ask(Promise.resolve(ok(null)), 'saved');
  asking.forget();
  expect(asking.outcome).toBeNull();
  await asking.ask(Promise.resolve(err(failed)), 'saved');
  asking.forget();
  expect(asking.error).toBe(failed);
});

test('what was asked earlier and done later does not hide why the latest failed', async () => {
  const asking = new Asking<'saved'>();
  const slow = Promise.withResolvers<Result<null>>();
  const first = asking.ask(slow.promise, 'saved');
  await asking.ask(Promise.resolve(err(failed)));
  slow.resolve(ok(null));
  await first;
  expect(asking.outcome).toBeNull();
  expect(asking.error).toBe(failed);
});

test('an earlier request says nothing after one that cannot be made', async () => {
  const asking = new Asking<'saved' | 'wrong'>();
  const slow = Promise.withResolvers<Result<null>>();
  const first = asking.ask(slow.promise, 'saved');
  asking.end('wrong');
  slow.resolve(ok(null));
  await first;
  expect(asking.outcome).toBe('wrong');
});
