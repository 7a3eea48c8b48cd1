// The document browser of the running till, over 100,000 documents: from what a person does to its rows being painted, beside
// asking the same service for one such page and parsing it.
import { request } from 'undici';
import type { Page } from 'playwright-core';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import { launchTill } from '../e2e/till.ts';
import { newUserData } from '../e2e/user-data.ts';
import { seeded } from '../faults/seeded.ts';
import { removeTill } from './app-till.ts';
import type { BenchEntry, Side } from './harness.ts';
import { startFullService } from './many-documents.ts';
import { pageMemoryMiB } from './memory.ts';
import type { BenchService } from './services.ts';

const count = 100_000;
const pageSize = 100;
const samples = 100;

/** Resolves with how long it took until every row in view is a document, and painted. `act` is what a person does. */
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

function browserSide(page: Page, act: (sample: number) => string): Side {
  let sample = 0;
  let tookMs = 0;
  return {
    before: () => {
      sample += 1;
    },
    run: async () => {
      tookMs = await page.evaluate<number>(untilPainted(act(sample)));
    },
    tookMs: () => tookMs,
  };
}

/** `offsetOf`: where the page of a sample begins. */
function bareSide({ baseUrl, token }: BenchService, offsetOf: () => number): Side {
  let offset = 0;
  return {
    before: () => {
      offset = offsetOf();
    },
    run: async () => {
      const { body } = await request(
        `${baseUrl}/documents/?limit=${pageSize}&offset=${offset}&ordering=-id`,
        { headers: { Authorization: `Token ${token}` } },
      );
      await body.json();
    },
  };
}

/** Signed in, with the documents on screen. */
async function openBrowser(service: BenchService) {
  const userDataDir = newUserData();
  const till = await launchTill({ userDataDir });
  const { page } = till;
  for (const [name, value] of [
    ['Service address', service.baseUrl],
    ['Username', practiceAccount.username],
    ['Password', practiceAccount.password],
    ['Company code', practiceAccount.companyCode],
    ['Till code', practiceAccount.tillCode],
  ] as const) {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Documents' }).click();
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
  act: (sample: number) => string,
  offsetOf: () => number,
): BenchEntry => ({
  name: `documents.${name}`,
  size: `${size}, of ${count} documents`,
  warmUps: 5,
  samples,
  baselineName: `1 page of ${pageSize} documents from there, asked for and parsed`,
  prepare: async () => {
    const service = await startFullService(count);
    const browser = await openBrowser(service);
    const { page } = browser;
    const atFirst = await pageMemoryMiB(page);
    return {
      ours: browserSide(page, act),
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
/** The first is not the one that the list has at first. */
const orders = ['-id', 'id'];

export const documentEntries: readonly BenchEntry[] = [
  documentsEntry(
    'order',
    '1 other order chosen to its first rows',
    (sample) => `{
      const order = [...document.querySelectorAll('select')].find((select) =>
        [...select.options].some(({ value }) => value === '-doc_key'));
      order.value = '${orders[sample % orders.length] ?? ''}';
      order.dispatchEvent(new Event('change', { bubbles: true }));
    }`,
    () => 0,
  ),
  documentsEntry(
    'scroll',
    '1 jump to anywhere to the rows there',
    () => `{
      const scroller = document.querySelector('table[aria-label="Documents"]').parentElement;
      scroller.scrollTop = ${random.between(0, 1_000_000) / 1_000_000} * scroller.scrollHeight;
    }`,
    () => random.between(0, count - pageSize),
  ),
];
