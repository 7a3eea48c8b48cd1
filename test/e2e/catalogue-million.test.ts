// A million products on the catalogue's screen: scrolling reaches every place, though Chromium
// draws nothing so tall, and a product among them is changed.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TillBridge } from '../../src-main/contract/api.ts';
import { prepareTill, removeTill } from '../bench/app-till.ts';
import { goTo } from './cashier.ts';
import { launchTill, type Till } from './till.ts';

const count = 1_000_000;
let userDataDir: string;
let till: Till;
let page: Page;

beforeAll(async () => {
  userDataDir = await prepareTill('practice', { products: count, sales: 0 });
  till = await launchTill({ userDataDir });
  ({ page } = till);
  await goTo(page, 'Catalogue');
  await page.getByText(/1,000,\d+ products/).waitFor();
}, 600_000);
afterAll(async () => {
  await till.kill9();
  removeTill(userDataDir);
});

const total = async () => {
  const rows = await page.getByRole('table', { name: 'Products' }).getAttribute('aria-rowcount');
  return Number(rows) - 1;
};

/** Asks the main process for the code of the product at this place. */
const codeAt = (offset: number) =>
  page.evaluate(async (at) => {
    const { till: bridge } = globalThis as unknown as { till: TillBridge };
    const view = { text: '', group: null };
    const answer = await bridge.request('catalogue.list', { ...view, offset: at, limit: 1 });
    return answer.ok ? (answer.value.products[0]?.product.code ?? '') : answer.error.code;
  }, offset);

/** Scrolls to this part of the list. Returns the visible places once their products are there. */
async function scrollTo(
  part: number,
): Promise<readonly (readonly [place: number, code: string])[]> {
  await page.evaluate(`
    const scroller = document.querySelector('[role="group"]:has(> table)');
    scroller.scrollTop = ${part} * (scroller.scrollHeight - scroller.clientHeight);
  `);
  const seen = () =>
    page.evaluate<[number, string][]>(`
      (() => {
        const scroller = document.querySelector('[role="group"]:has(> table)');
        const { top, bottom } = scroller.getBoundingClientRect();
        const head = scroller.querySelector('thead').getBoundingClientRect().height;
        return [...scroller.querySelectorAll('tbody tr[aria-rowindex]')]
          .filter((row) => {
            const place = row.getBoundingClientRect();
            return place.top >= top + head - 1 && place.bottom <= bottom + 1;
          })
          .map((row) => [Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex')) - 2,
            row.querySelector('.code')?.textContent ?? '']);
      })()
    `);
  await expect
    .poll(async () => {
      const rows = await seen();
      return rows.length > 5 && rows.every(([, code]) => code !== '');
    })
    .toBe(true);
  return seen();
}

it('shows the products at every place in the list, to the very last', async () => {
  const all = await total();
  expect(all).toBeGreaterThanOrEqual(count);
  for (const part of [0, 0.25, 0.5, 0.7503, 1, 0.1]) {
    const rows = await scrollTo(part);
    const [first, last] = [rows[0], rows.at(-1)];
    expect(first?.[1]).toBe(await codeAt(first?.[0] ?? -1));
    expect(last?.[1]).toBe(await codeAt(last?.[0] ?? -1));
    if (part === 0) expect(first?.[0]).toBe(0);
    if (part === 1) expect(last?.[0]).toBe(all - 1);
    const places = rows.map(([place]) => place);
    expect(places).toEqual(places.map((_, at) => (places[0] ?? 0) + at));
    expect(Math.abs((places[0] ?? 0) / all - part)).toBeLessThan(0.01);
  }
}, 120_000);

it('finds all products with a word, and changes one of them', async () => {
  await page.getByRole('searchbox', { name: 'Search products' }).fill('leite magro');
  await page.getByText(/^[\d,]+ of 1,000,/).waitFor();
  const button = page.getByRole('button', { name: /^Change .*Leite/ }).nth(3);
  const name = await button.getAttribute('aria-label');
  await button.click();
  const price = page.getByRole('textbox', { name: 'Price with tax' });
  await price.fill('7.77');
  await price.press('Enter');
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: name ?? '' }) });
  await row.getByText('€7.77').first().waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await row.getByText('€1.99').first().waitFor();
}, 60_000);
