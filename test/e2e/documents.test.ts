import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connection, goTo, practise, pullThePlug, plugBackIn, sell } from './cashier.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

let till: Till;
let page: Page;
beforeAll(async () => {
  till = await launchTill({ userDataDir: newUserData() });
  page = till.page;
  await practise(page);
  await goTo(page, 'Documents');
});
afterAll(() => till.kill9());

const table = () => page.getByRole('table', { name: 'Documents' });
const rows = () => table().locator('tbody').getByRole('row');
const firstRow = () => rows().first().innerText();

describe('the document browser', () => {
  it.each([
    ['Sales', /FS |FT |FR |NC |ND /],
    ['Guides', /GR |GT /],
    ['Stock', /EST|ES|SS|TR/],
    ['Working documents', /OR |NE |FO /],
    ['All', /\d/],
  ])('lists %s', async (name, keys) => {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect.poll(firstRow).toMatch(keys);
  });

  it('searches', async () => {
    await page.getByRole('tab', { name: 'Sales' }).click();
    const [key = ''] = /\w+ \S+\/\d+/.exec(await firstRow()) ?? [];
    await page.getByRole('searchbox', { name: 'Search documents' }).fill(key);
    await expect.poll(() => rows().count()).toBeLessThan(15);
    expect(await rows().allInnerTexts()).toContainEqual(expect.stringContaining(key));
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('');
  });

  it('filters by nature and status', async () => {
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByRole('combobox', { name: 'Nature' }).selectOption({ value: '353' });
    await expect.poll(firstRow).toMatch(/^OR /);
    for (const row of await rows().allInnerTexts()) expect(row).toMatch(/^OR /);
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ value: '1201' });
    await expect.poll(() => rows().count()).toBe(0);
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ index: 0 });
    await page.getByRole('combobox', { name: 'Nature' }).selectOption({ index: 0 });
  });

  it('orders by each of the four fields, both ways', async () => {
    await page.getByRole('tab', { name: 'Sales' }).click();
    const order = page.getByRole('combobox', { name: 'Order' });
    const options = await order.locator('option').allInnerTexts();
    expect(options).toHaveLength(8);
    const firsts = new Set<string>();
    for (const option of options) {
      await order.selectOption({ label: option });
      await page.waitForTimeout(300);
      firsts.add(await firstRow());
    }
    expect(firsts.size).toBeGreaterThan(2);
    await order.selectOption({ index: 0 });
  });

  it('pages to the end of a long list', async () => {
    await page.getByRole('tab', { name: 'All' }).click();
    await expect.poll(() => rows().count()).toBeGreaterThan(20);
    const more = page.getByRole('button', { name: 'Load more' });
    for (let pages = 0; pages < 60 && (await more.count()) > 0; pages += 1) {
      await more.scrollIntoViewIfNeeded().catch(() => undefined);
      await page.waitForTimeout(150);
    }
    expect(await more.count()).toBe(0);
    const said = /(\d+) (?:of|\/) (\d+)/.exec(await page.getByRole('main').innerText());
    expect(said?.[1]).toBe(said?.[2]);
    expect(await rows().count()).toBe(Number(said?.[2]));
  });

  it('shows a document and its receipt', async () => {
    await page.getByRole('tab', { name: 'Sales' }).click();
    await page.getByRole('combobox', { name: 'Nature' }).selectOption({ value: '302' });
    await expect.poll(firstRow).toMatch(/^FS /);
    await rows().first().getByRole('link').or(rows().first().getByRole('button')).first().click();
    await page.getByRole('button', { name: 'Print receipt' }).waitFor();
    await page.frameLocator('iframe').getByText(/FS /).first().waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect.poll(firstRow).toMatch(/^FS /);
    await page.getByRole('combobox', { name: 'Nature' }).selectOption({ index: 0 });
  });

  it('without a connection says so, and shows the till’s own waiting sales', async () => {
    await goTo(page, 'Sell');
    await pullThePlug(page);
    const reference = await sell(page, ['CAFE']);
    await connection(page).getByText('Offline').waitFor();
    await goTo(page, 'Documents');
    await page.getByText(reference).first().waitFor();
    await page.getByRole('alert').first().waitFor();
    await plugBackIn(page);
    await connection(page).getByText('Online').waitFor({ timeout: 60_000 });
  });
});
