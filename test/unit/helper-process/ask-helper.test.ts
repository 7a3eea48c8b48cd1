import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { askHelper, type HelperProcess } from '../../../src-main/helper-process/ask-helper.ts';
import type { HelperMessage } from '../../../src-main/helper-process/messages.ts';

type Sum = (job: readonly number[], onProgress: (done: number) => void) => number;

/** A helper that is told what to say; it ends when it is killed. */
class PlayedHelper extends EventEmitter implements HelperProcess {
  readonly asked: unknown[] = [];
  isKilled = false;

  postMessage(message: unknown): void {
    this.asked.push(message);
  }

  kill(): boolean {
    this.isKilled = true;
    return true;
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
  const told: number[] = [];
  const onProgress = (done: number) => {
    told.push(done);
  };
  const options = { onProgress, ...(signal && { signal }) };
  const answer = askHelper<Sum>(() => helper, 'sum', [1, 2], options);
  return { helper, told, answer };
}

test('what was asked is answered once the process has ended, whatever its code', async () => {
  const { helper, told, answer } = asking();
  expect(helper.asked).toEqual([{ name: 'sum', job: [1, 2] }]);
  helper.say({ kind: 'progress', progress: 1 });
  expect(told).toEqual([1]);
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  helper.say({ kind: 'done', answer: 3 });
  expect(helper.isKilled).toBe(true);
  await Promise.resolve();
  expect(isAnswered).toBe(false);
  // A crash as it ends takes nothing back.
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

test('a process that ends without an answer is told', async () => {
  const { helper, answer } = asking();
  helper.end(11);
  await expect(answer).rejects.toThrow('the helper for sum ended with 11');
});

test('what is cancelled ends, also with an answer on its way', async () => {
  const cancelling = new AbortController();
  const { helper, answer } = asking(cancelling.signal);
  cancelling.abort();
  expect(helper.isKilled).toBe(true);
  helper.say({ kind: 'done', answer: 3 });
  helper.end();
  await expect(answer).rejects.toBe(cancelling.signal.reason);
});
