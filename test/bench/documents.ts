// The document browser of the running till, over 100,000 documents: from a person's action until
// its rows are painted, compared with requesting one such page from the same service and parsing
// it.
import { request } from 'undici';
import type { Page } from 'playwright-core';
import { goTo, signIn } from '../e2e/cashier.ts';
import { launchTill } from '../e2e/till.ts';
import { newUserData } from '../e2e/user-data.ts';
import { seeded } from '../faults/seeded.ts';
import { removeTill } from './app-till.ts';
import type { BenchEntry, Side } from './harness.ts';
import { pageMemoryMiB } from './memory.ts';
import { startFullPractice, type BenchService } from './services.ts';

const count = 100_000;
const pageSize = 100;

/**
 * Resolves with the time until every visible row is a painted document. `act` is the person's
 * action.
 */
const untilPainted = (act: string) => `new Promise((resolve, reject) => {
  const inView = () => {
    const scroller = document.querySelector('table[aria-label="Documents"]').parentElement;
    const { top, bottom } = scroller.getBoundingClientRect();
    return [...scroller.querySelectorAll('a[data-row]')].filter((link) => {
      const row = link.getBoundingClientRect();
      return row.bottom > top && row.top < bottom;
    });
  };
  const before = inView()[0]?.textContent;
  const beganAt = performance.now();
  ${act}
  const look = () => {
    const rows = inView();
    const isThere = rows.length > 0 && rows[0].textContent !== before && rows.every(({ href }) => href);
    if (!isThere && performance.now() - beganAt > 10_000) return reject(new Error('nothing came'));
    if (!isThere) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - beganAt);
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
})`;

/**
 * Resolves with the longest time for which a visible row waited for its document in one second of
 * scrolling. Counts whole frames, including the one in which a row is first painted, so a row that
 * is there at once takes one.
 */
const longestBlank = (pixelsPerSecond: number) => `new Promise((resolve) => {
  const scroller = document.querySelector('table[aria-label="Documents"]').parentElement;
  const { top, bottom } = scroller.getBoundingClientRect();
  const isBlank = () => [...scroller.querySelectorAll('a[data-row]')].some((link) => {
    const row = link.getBoundingClientRect();
    return row.bottom > top && row.top < bottom && !link.href;
  });
  let beganAt;
  let lastAt;
  let blank = 0;
  let longest = 0;
  const frame = (now) => {
    beganAt ??= now;
    if (lastAt !== undefined) {
      blank = (isBlank() ? blank : 0) + now - lastAt;
      longest = Math.max(longest, blank);
      scroller.scrollTop += (${pixelsPerSecond} * (now - lastAt)) / 1000;
    }
    lastAt = now;
    if (now - beganAt < 1000) requestAnimationFrame(frame);
    else resolve(longest);
  };
  requestAnimationFrame(frame);
})`;

/** A person looks before scrolling on; by then the page after the visible one is there as well. */
const restMs = 400;

/** Begins somewhere in the first half, with everything in view painted. */
const scrollingSide = (page: Page, pixelsPerSecond: number): Side => ({
  before: async () => {
    await page.evaluate(untilPainted(jumpTo(random.between(1, 500_000))));
    await page.waitForTimeout(restMs);
  },
  run: () => page.evaluate<number>(longestBlank(pixelsPerSecond)),
});

function browserSide(page: Page, act: (sample: number) => string): Side {
  let sample = 0;
  return { run: () => page.evaluate<number>(untilPainted(act((sample += 1)))) };
}

/** `offsetOf`: where the page of a sample begins. */
function bareSide({ baseUrl, token }: BenchService, offsetOf: () => number): Side {
  let offset = 0;
  return {
    before: () => void (offset = offsetOf()),
    run: async () => {
      const { body } = await request(
        `${baseUrl}/documents/?limit=${pageSize}&offset=${offset}&ordering=-id`,
        { headers: { Authorization: `Token ${token}` } },
      );
      await body.json();
    },
  };
}

/** A signed-in till with the documents on screen. */
async function openBrowser(service: BenchService) {
  const userDataDir = newUserData();
  const till = await launchTill({ userDataDir });
  const { page } = till;
  await signIn(page, service.baseUrl);
  await goTo(page, 'Documents');
  await page.locator('table[aria-label="Documents"] a[data-row="0"][href]').waitFor();
  return {
    page,
    close: async () => {
      await till.kill9();
      removeTill(userDataDir);
    },
  };
}

const documentsEntry = (
  name: string,
  size: string,
  sideOf: (page: Page) => Side,
  offsetOf: () => number,
  samples = 100,
): BenchEntry => ({
  name: `documents.${name}`,
  size: `${size}, of ${count} documents`,
  warmUps: 5,
  samples,
  baselineName: `1 page of ${pageSize} documents from there, asked for and parsed`,
  prepare: async () => {
    const service = await startFullPractice(count);
    const browser = await openBrowser(service);
    const { page } = browser;
    const atFirst = await pageMemoryMiB(page);
    return {
      ours: sideOf(page),
      baseline: bareSide(service, offsetOf),
      memoryMiB: async () => ({
        'the page at first': atFirst,
        'the page after that': await pageMemoryMiB(page),
      }),
      cleanUp: async () => {
        await browser.close();
        await service.close();
      },
    };
  },
});

const random = seeded(count);
const anyPage = () => random.between(0, count - pageSize);
/** The first order differs from the one that the list has at first. */
const orders = ['-id', 'id'];

/** `millionths`: of the whole list. */
const jumpTo = (millionths: number) => `{
  const scroller = document.querySelector('table[aria-label="Documents"]').parentElement;
  scroller.scrollTop = ${millionths / 1_000_000} * scroller.scrollHeight;
}`;

const chooseOrder = (order: string) => `{
  const select = [...document.querySelectorAll('select')].find((one) =>
    [...one.options].some(({ value }) => value === '-doc_key'));
  select.value = '${order}';
  select.dispatchEvent(new Event('change', { bubbles: true }));
}`;

/** At these speeds a page of documents passes the window about seven and thirty times a second. */
const speeds = [5_000, 20_000];

export const documentEntries: readonly BenchEntry[] = [
  documentsEntry(
    'order',
    '1 other order chosen to its first rows',
    (page) => browserSide(page, (sample) => chooseOrder(orders[sample % orders.length] ?? '')),
    () => 0,
  ),
  documentsEntry(
    'jump',
    '1 jump to anywhere to the rows there',
    (page) => browserSide(page, () => jumpTo(random.between(0, 1_000_000))),
    anyPage,
  ),
  ...speeds.map((speed) =>
    documentsEntry(
      `scroll-${speed}`,
      `1 second of scrolling by ${speed} pixels, the longest wait of a row in view`,
      (page) => scrollingSide(page, speed),
      anyPage,
      25,
    ),
  ),
];
