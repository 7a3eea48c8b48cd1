import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { askHelper, type HelperProcess } from '../../../src-main/helper-process/ask-helper.ts';
import type { HelperMessage } from '../../../src-main/helper-process/messages.ts';
import { HandClock } from '../../hand-clock.ts';

type Sum = (job: readonly number[], onProgress: (done: number) => void) => number;

/** A helper that says what the test tells it to; a test ends it with `end`. */
class PlayedHelper extends EventEmitter implements HelperProcess {
  readonly requests: unknown[] = [];
  kills = 0;
  #isStarted = false;

  postMessage(message: unknown): void {
    this.requests.push(message);
  }

  kill(): boolean {
    if (this.#isStarted) this.kills += 1;
    return this.#isStarted;
  }

  begin(): void {
    this.#isStarted = true;
    this.emit('spawn');
  }

  say(message: HelperMessage): void {
    this.emit('message', message);
  }

  end(code = 15): void {
    this.emit('exit', code);
  }
}

function asking(signal?: AbortSignal) {
  const helper = new PlayedHelper();
  const progressSteps: number[] = [];
  const onProgress = (done: number) => progressSteps.push(done);
  const clock = new HandClock();
  const options = { onProgress, clock, ...(signal && { signal }) };
  const answer = askHelper<Sum>(() => helper, 'sum', [1, 2], options);
  return { helper, progressSteps, answer, clock };
}

test('a job is answered once the process has ended, whatever its exit code', async () => {
  const { helper, progressSteps, answer } = asking();
  expect(helper.requests).toEqual([{ name: 'sum', job: [1, 2] }]);
  helper.begin();
  helper.say({ kind: 'progress', progress: 1 });
  expect(progressSteps).toEqual([1]);
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  helper.say({ kind: 'done', answer: 3 });
  expect(helper.kills).toBe(1);
  await Promise.resolve();
  expect(isAnswered).toBe(false);
  // A crash at the end does not undo the answer.
  helper.end(11);
  expect(await answer).toBe(3);
});

test('what the work threw is thrown here, with its code', async () => {
  const { helper, answer } = asking();
  helper.say({ kind: 'failed', error: { message: 'full', code: 'ENOSPC', syscall: 'write' } });
  helper.end();
  await expect(answer).rejects.toMatchObject({
    ...{ message: 'full', code: 'ENOSPC', syscall: 'write' },
  });
});

test('what is cancelled before the process has started ends once it has', async () => {
  const cancelling = new AbortController();
  const { helper, answer } = asking(cancelling.signal);
  cancelling.abort();
  expect(helper.kills).toBe(0);
  helper.begin();
  expect(helper.kills).toBe(1);
  helper.end(0);
  await expect(answer).rejects.toBe(cancelling.signal.reason);
});

test('nothing is started for what is cancelled already', async () => {
  await expect(asking(AbortSignal.abort('no')).answer).rejects.toBe('no');
});

test('a process that never starts is given up, and ended should it start after all', async () => {
  const { helper, answer, clock } = asking();
  clock.advance(30_000);
  await expect(answer).rejects.toThrow('the helper for sum did not start');
  helper.begin();
  expect(helper.kills).toBe(1);
});

test.each([
  ['11', false, 'the helper for sum ended with 11'],
  ['5', true, 'the helper for sum ended with 5 (FatalError: v8::ToLocalChecked)'],
])(
  'a process that ends without an answer is told, with the crash of V8 if it tells one: %s',
  async (code, crashes, sentence) => {
    const { helper, answer } = asking();
    helper.begin();
    if (crashes) helper.emit('error', 'FatalError', 'v8::ToLocalChecked', '{}');
    helper.end(Number(code));
    await expect(answer).rejects.toThrow(sentence);
  },
);

test('what is cancelled ends, also with an answer on its way', async () => {
  const cancelling = new AbortController();
  const { helper, answer } = asking(cancelling.signal);
  helper.begin();
  cancelling.abort();
  expect(helper.kills).toBe(1);
  helper.say({ kind: 'done', answer: 3 });
  helper.end();
  await expect(answer).rejects.toBe(cancelling.signal.reason);
});
