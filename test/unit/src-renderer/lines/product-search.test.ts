// Finding while typing asks one question at a time, and the list always belongs to what was typed
// last.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Product } from '../../../../src-main/contract/catalogue.ts';
import { err, ok } from '../../../../src-main/contract/errors.ts';
import { ProductSearch } from '../../../../src-renderer/lines/product-search.svelte.ts';
import { product, tillThatAnswers } from '../sell/catalogue-till.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets so much time go by. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Lets time go by until it is done, and returns what came of it and how long it took. */
async function done<Value>(promise: Promise<Value>) {
  const fromMs = performance.now();
  const doneAt = promise.then((value) => ({ value, tookMs: performance.now() - fromMs }));
  await vi.runAllTimersAsync();
  return doneAt;
}

/** How long the catalogue takes to answer. */
const answerMs = 5;

/**
 * Returns a search in a catalogue that finds, after some milliseconds, the codes that begin with
 * the text.
 */
function rig(...codes: string[]) {
  return rigWhose(null, codes);
}

/** The same at a till whose scans have shown the longest gap of its scanner. */
function rigWhose(slowestGapMs: number | null, codes: readonly string[]) {
  const requests: string[] = [];
  const till = tillThatAnswers('sell.findProducts', async (text) => {
    requests.push(text);
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    return ok<readonly Product[]>(
      codes.filter((code) => code.startsWith(text)).map((code) => product(code)),
    );
  });
  const search = new ProductSearch(till, () => slowestGapMs);
  return { search, requests, shownCodes: () => search.products.map(({ code }) => code) };
}

test('what is typed faster than it is found is asked once, and the last of it shows', async () => {
  const { search, requests, shownCodes } = rig('ABC', 'AB', 'X');
  void search.typed('A');
  void search.typed('AB');
  await done(search.typed('ABC'));
  expect(requests).toEqual(['ABC']);
  expect(shownCodes()).toEqual(['ABC']);
});

test('an answer that newer typing has overtaken is dropped, and the newer is asked for', async () => {
  const answers = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const requests: string[] = [];
  const till = tillThatAnswers('sell.findProducts', async (text) => {
    await answers[requests.push(text) - 1]?.promise;
    return ok<readonly Product[]>([product(text)]);
  });
  const search = new ProductSearch(till, () => null);
  void search.typed('A');
  await pass(60);
  expect(requests).toEqual(['A']);
  const latest = search.typed('ABC');
  answers[0]?.resolve(undefined);
  await pass(60);
  expect(requests).toEqual(['A', 'ABC']);
  expect(search.products).toEqual([]);
  answers[1]?.resolve(undefined);
  await done(latest);
  expect(search.products.map(({ code }) => code)).toEqual(['ABC']);
});

test('what a scanner types is not searched for', async () => {
  const { search, requests } = rig('ABC');
  for (const text of ['A', 'AB', 'ABC']) {
    void search.typed(text);
    await pass(20);
  }
  search.close();
  await pass(200);
  expect(requests).toEqual([]);
});

test.each([
  { slowestGapMs: null, waitMs: 60 },
  { slowestGapMs: 2, waitMs: 16 },
  { slowestGapMs: 10, waitMs: 18 },
  { slowestGapMs: 45, waitMs: 53 },
  { slowestGapMs: 55, waitMs: 60 },
])(
  'a list comes once no key has followed for as long as the scanner takes between two: $slowestGapMs ms',
  async ({ slowestGapMs, waitMs }) => {
    const { search, shownCodes } = rigWhose(slowestGapMs, ['ABC']);
    const { tookMs } = await done(search.typed('A'));
    expect(shownCodes()).toEqual(['ABC']);
    expect(tookMs).toBe(waitMs);
  },
);

test.each([5, 20, 40])('no scan at its usual pace shows a list: %i ms', async (gapMs) => {
  const { search, requests, shownCodes } = rigWhose(gapMs, ['ABC']);
  const seenRequests: string[][] = [];
  for (const text of ['A', 'AB', 'ABC']) {
    void search.typed(text);
    await pass(gapMs);
    seenRequests.push(shownCodes());
  }
  // The field is put back to what it held.
  search.close();
  await pass(200);
  expect([...seenRequests.flat(), ...shownCodes()]).toEqual([]);
  // A question is asked no sooner than the scanner's next key comes.
  if (gapMs < 8) expect(requests).toEqual([]);
});

test('a list that is there follows a person’s keys at once, though nothing was scanned yet', async () => {
  const { search, shownCodes } = rig('ABC', 'ABD');
  await done(search.typed('A'));
  await pass(100);
  const { tookMs } = await done(search.typed('ABC'));
  expect(shownCodes()).toEqual(['ABC']);
  expect(tookMs).toBe(16);
});

test('a field that is emptied meanwhile shows nothing and asks no more', async () => {
  const { search, requests, shownCodes } = rig('ABC');
  void search.typed('A');
  void search.typed('AB');
  await done(search.typed(''));
  expect(shownCodes()).toEqual([]);
  void search.typed('A');
  search.close();
  await pass(200);
  expect(shownCodes()).toEqual([]);
  expect(requests).toEqual([]);
});

test('a quantity before an asterisk is not searched for', async () => {
  const { search, requests } = rig('ABC');
  await done(search.typed('3*AB'));
  expect(requests).toEqual(['AB']);
});

test('Enter means the only match, or offers several, or finds nothing', async () => {
  const { search, shownCodes } = rig('ABC', 'ABD', 'X');
  expect((await done(search.hit('X'))).value).toEqual({ product: product('X') });
  expect(shownCodes()).toEqual([]);
  expect((await done(search.hit('Y'))).value).toBe('nothing');
  expect((await done(search.hit('AB'))).value).toBe('choose');
  expect(shownCodes()).toEqual(['ABC', 'ABD']);
  expect(search.highlighted).toBe(0);
});

test('the highlight goes round in both directions, and away with new typing', async () => {
  const { search } = rig('A1', 'A2', 'A3');
  await done(search.typed('A'));
  expect(search.highlighted).toBe(-1);
  search.move(-1);
  expect(search.highlighted).toBe(2);
  search.move(1);
  expect(search.highlighted).toBe(0);
  await done(search.typed('A1'));
  expect(search.highlighted).toBe(-1);
});

test('a product that replaces a highlighted one is not highlighted', async () => {
  const { search, shownCodes } = rig('A1', 'AB1', 'AB2');
  await done(search.typed('A'));
  const typed = search.typed('AB');
  // The list is still the old one: the answer for what was typed is under way.
  expect(shownCodes()).toEqual(['A1', 'AB1', 'AB2']);
  search.move(1);
  await done(typed);
  expect(shownCodes()).toEqual(['AB1', 'AB2']);
  expect(search.highlighted).toBe(-1);
  const more = search.typed('AB2');
  search.move(1);
  search.move(1);
  await done(more);
  expect(shownCodes()).toEqual(['AB2']);
  expect(search.highlighted).toBe(0);
});

test('a look-up by Enter does not replace the list of newer typing', async () => {
  const { search, shownCodes } = rig('ABC', 'ABD', 'X');
  const isLatest = search.close();
  await done(search.typed('X'));
  expect((await done(search.hit('AB', isLatest))).value).toBe('not_shown');
  expect(shownCodes()).toEqual(['X']);
});

test('why nothing could be found shows until something was', async () => {
  let fails = true;
  const till = tillThatAnswers('sell.findProducts', () =>
    fails ? err({ code: 'disk_full' }) : ok([]),
  );
  const search = new ProductSearch(till, () => null);
  await done(search.typed('A'));
  expect(search.error).toEqual({ code: 'disk_full' });
  fails = false;
  await done(search.typed('AB'));
  expect(search.error).toBeNull();
});

test('nothing is longer than any code, and that is known without asking', async () => {
  const { search, requests } = rig('ABC');
  expect((await done(search.hit('A'.repeat(81)))).value).toBe('nothing');
  expect(requests).toEqual([]);
  expect(search.error).toBeNull();
});
