import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PageReloader } from '../../../src-main/page/till-window.ts';
import { HandClock } from '../../hand-clock.ts';

/** `outcomes`: the error of each load, or undefined if it succeeds. Further loads succeed. */
function page(...outcomes: readonly (Error | undefined)[]) {
  const clock = new HandClock();
  const counts = { loads: 0, hopeless: 0 };
  const left = [...outcomes];
  const pageReloader = new PageReloader({
    load: () => {
      counts.loads += 1;
      const error = left.shift();
      return error ? Promise.reject(error) : Promise.resolve();
    },
    clock,
    onHopeless: () => (counts.hopeless += 1),
  });
  /** Loses the page, and expects it back after `restMs`; null means at once. */
  const goes = async (restMs: number | null) => {
    const back = pageReloader.gone();
    await turn();
    expect(clock.restMs()).toBe(restMs);
    clock.advance(restMs ?? 0);
    await back;
  };
  return { pageReloader, clock, counts, goes };
}

const failure = (code: string) => new Error(`${code} (-3) loading 'till://app/'`);

test('a loading that another one has overtaken is no failure; any other is', async () => {
  const { pageReloader } = page(failure('ERR_ABORTED'), failure('ERR_FILE_NOT_FOUND'));
  await pageReloader.load();
  await expect(pageReloader.load()).rejects.toThrow('ERR_FILE_NOT_FOUND');
});

test('a page that is gone comes back at once, and after growing waits where it goes again', async () => {
  const { counts, goes } = page();
  await goes(null);
  for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) await goes(waitMs);
  expect(counts).toEqual({ loads: 8, hopeless: 1 });
});

test('one that has stayed for a while begins anew', async () => {
  const { clock, counts, goes } = page();
  for (const waitMs of [null, 1_000, 2_000, 4_000]) await goes(waitMs);
  clock.advance(600_000);
  await goes(null);
  expect(counts.hopeless).toBe(0);
});

test('a reload that fails is left to the page’s next crash', async () => {
  const { counts, goes } = page(failure('ERR_FAILED'));
  await goes(null);
  await goes(1_000);
  expect(counts.loads).toBe(2);
});

test('nothing comes back once the window is closed', async () => {
  const { pageReloader, counts, goes } = page();
  await goes(null);
  const back = pageReloader.gone();
  pageReloader.close();
  await back;
  expect(counts.loads).toBe(1);
});
