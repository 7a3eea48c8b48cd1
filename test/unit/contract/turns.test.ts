import { expect, test } from 'vitest';
import { Turns } from '../../../src-main/contract/turns.ts';

test('each turn begins once the one before has ended, even if that one failed', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const first = Promise.withResolvers<undefined>();
  const failing = turns.take(async () => {
    await first.promise;
    throw new Error('no room');
  });
  const second = turns.take(() => done.push('second'));
  const third = turns.take(() => done.push('third'));
  await Promise.resolve();
  expect(done).toEqual([]);
  first.resolve(undefined);
  await expect(failing).rejects.toThrow('no room');
  await Promise.all([second, third]);
  expect(done).toEqual(['second', 'third']);
});
