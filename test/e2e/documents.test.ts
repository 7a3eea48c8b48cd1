import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDocuments } from '../many-documents.ts';
import { connection, goTo, practise, pullThePlug, plugBackIn, sell } from './cashier.ts';
import { databaseOf, withDatabase } from './practice-database.ts';
import { connectScanner } from './synthetic-scanner.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const userDataDir = newUserData();
let till: Till;
let page: Page;
beforeAll(async () => {
  till = await launchTill({ userDataDir });
  page = till.page;
  await practise(page);
});
afterAll(() => till.kill9());

const table = () => page.getByRole('table', { name: 'Documents' });
/** The rows that are drawn; `row` finds one by its place in the whole list. */
const rows = () => table().locator('tbody tr[aria-rowindex]');
const row = (index: number) => table().locator(`tbody tr[aria-rowindex="${index + 2}"]`);
const link = (index: number) => row(index).getByRole('link');
const firstRow = () => rows().first().innerText();
/** The number of rows of the whole list. */
const rowCount = async () => Number(await table().getAttribute('aria-rowcount')) - 1;
const select = (name: string) => page.getByRole('combobox', { name });
const search = () => page.getByRole('searchbox', { name: 'Search documents' });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const selectedKey = () => table().locator('[aria-current="true"]').innerText();
/** The place in the whole list of the row with the focus. */
const focusedRow = () => page.evaluate<string>('document.activeElement?.dataset.row');

const scroller = 'document.querySelector(\'table[aria-label="Documents"]\').parentElement';
const scrolled = () => page.evaluate<number>(`${scroller}.scrollTop`);
const scrollTo = (index: number) =>
  page.evaluate(`${scroller}.scrollTop = ${index} * ${scroller}.querySelector('th').offsetHeight`);

async function loaded(index: number): Promise<void> {
  await expect.poll(() => link(index).getAttribute('href')).toBeTruthy();
}

/** Waits until the last request is answered. */
const answered = () => expect.poll(() => table().getAttribute('aria-busy')).toBe('false');

/** Returns every key, by scrolling through the list. */
async function everyKey(): Promise<readonly string[]> {
  const keys: string[] = [];
  const count = await rowCount();
  for (let index = 0; index < count; index += 1) {
    if ((await row(index).count()) === 0) await scrollTo(index);
    await loaded(index);
    keys.push(await link(index).innerText());
  }
  return keys;
}

beforeEach(async () => {
  await goTo(page, 'Documents');
  await tab('All').click();
  await search().fill('');
  await select('Order').selectOption({ index: 0 });
  await answered();
  await loaded(0);
});

describe('the document browser', () => {
  it.each([
    ['Sales', /FS |FT |FR |NC |ND /],
    ['Guides', /GR |GT /],
    ['Stock', /EST|ES|SS|TR/],
    ['Working documents', /OR |NE |FO /],
    ['All', /\d/],
  ])('lists %s', async (name, keys) => {
    await tab(name).click();
    await expect.poll(firstRow).toMatch(keys);
  });

  it('searches', async () => {
    await tab('Sales').click();
    const [key = ''] = /\w+ \S+\/\d+/.exec(await firstRow()) ?? [];
    await search().fill(key);
    await expect.poll(rowCount).toBeLessThan(15);
    expect(await rows().allInnerTexts()).toContainEqual(expect.stringContaining(key));
  });

  it('filters by nature and status', async () => {
    await select('Nature').selectOption({ value: '353' });
    await expect.poll(firstRow).toMatch(/^OR /);
    for (const text of await rows().allInnerTexts()) expect(text).toMatch(/^OR /);
    await select('Status').selectOption({ value: '1201' });
    await expect.poll(() => rows().count()).toBe(0);
    await page.getByText('No document matches.').waitFor();
  });

  it('offers natures that only documents showed', async () => {
    await tab('Sales').click();
    await select('Nature').selectOption({ label: 'Nota de crédito' });
    await expect.poll(firstRow).toMatch(/^NC /);
  });

  it('orders by each of the four fields, both ways', async () => {
    await tab('Sales').click();
    const options = await select('Order').locator('option').allInnerTexts();
    expect(options).toHaveLength(8);
    const firsts = new Set<string>();
    for (const option of options) {
      await select('Order').selectOption({ label: option });
      await answered();
      firsts.add(await firstRow());
    }
    expect(firsts.size).toBeGreaterThan(2);
  });

  it('scrolls to the end: every document once, and only what is near the view is drawn', async () => {
    const count = await rowCount();
    expect(count).toBeGreaterThan(250);
    const keys = await everyKey();
    expect(keys).toHaveLength(count);
    expect(new Set(keys).size).toBe(count);
    await scrollTo(count);
    const last = await rows().last().getAttribute('aria-rowindex');
    expect(last).toBe(await table().getAttribute('aria-rowcount'));
    expect(await rows().count()).toBeLessThan(60);
  });

  it('goes through the list by keyboard, opens, and comes back to the row', async () => {
    await link(0).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focusedRow()).toBe('1');
    await page.keyboard.press('PageDown');
    await expect.poll(async () => Number(await focusedRow())).toBeGreaterThan(4);
    await page.keyboard.press('End');
    const end = (await rowCount()) - 1;
    await loaded(end);
    await expect.poll(focusedRow).toBe(String(end));
    await page.keyboard.press('ArrowUp');
    const key = await link(end - 1).innerText();
    const before = await scrolled();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Document ${key}` }).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect.poll(focusedRow).toBe(String(end - 1));
    expect(await scrolled()).toBe(before);
    await page.keyboard.press('Home');
    await expect.poll(focusedRow).toBe('0');
  });

  it('keeps the focus on its row while that is scrolled out of view', async () => {
    await link(2).focus();
    await scrollTo(200);
    await loaded(205);
    expect(await focusedRow()).toBe('2');
  });

  it('keeps its place when the window becomes larger', async () => {
    await scrollTo(150);
    await loaded(150);
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect.poll(scrolled).toBe(150 * 47);
    await loaded(150);
    await page.setViewportSize(size);
    await expect.poll(scrolled).toBe(150 * 44);
  });

  it('is found again as it was left', async () => {
    await tab('Sales').click();
    await search().fill('2026');
    await select('Order').selectOption({ label: 'Oldest first' });
    await answered();
    expect(await rowCount()).toBeGreaterThan(150);
    await scrollTo(120);
    await loaded(122);
    await link(122).focus();
    const [key, place] = [await selectedKey(), await scrolled()];
    await goTo(page, 'Sell');
    await goTo(page, 'Documents');
    await loaded(122);
    expect(await tab('Sales').getAttribute('aria-selected')).toBe('true');
    expect(await search().inputValue()).toBe('2026');
    expect([await selectedKey(), await scrolled()]).toEqual([key, place]);
    await page.waitForTimeout(500);
    expect([await selectedKey(), await scrolled()]).toEqual([key, place]);
  });

  it('has the columns that were chosen', async () => {
    const heads = () => table().getByRole('columnheader').allInnerTexts();
    expect(await heads()).not.toContain('Tax number');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Tax number' }).check();
    await page.getByRole('checkbox', { name: 'Date' }).uncheck();
    await page.keyboard.press('Escape');
    const expected = ['Number', 'Time', 'Document', 'Customer', 'Tax number', 'Status', 'Total'];
    await expect.poll(heads).toEqual(expected);
    // A stock document has no customer.
    await tab('Stock').click();
    await expect.poll(heads).toEqual(['Number', 'Time', 'Document', 'Status', 'Total']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Date' }).check();
    await page.keyboard.press('Escape');
  });

  it('shows the total of the loaded sales', async () => {
    await tab('Sales').click();
    await page.getByText(/Of the \d+ loaded: Simplified invoice \d+, €[\d,.]+; /).waitFor();
    await select('Nature').selectOption({ value: '302' });
    const { documents, cents } = simplifiedInvoices();
    const money = (amount: number) =>
      (amount / 100).toLocaleString('en-GB', { style: 'currency', currency: 'EUR' });
    const [sum, average] = [money(cents), money(Math.round(cents / documents))];
    await page
      .getByText(`Of the ${documents} loaded: ${sum} in all, ${average} on average.`)
      .waitFor();
    expect(await rowCount()).toBe(documents);
    await tab('Stock').click();
    await expect.poll(firstRow).toMatch(/^TRF/);
    expect(await page.getByText(/loaded:/).count()).toBe(0);
  });

  it('shows a document and its receipt', async () => {
    await tab('Sales').click();
    await select('Nature').selectOption({ value: '302' });
    await expect.poll(firstRow).toMatch(/^FS /);
    await link(0).click();
    await page.getByRole('button', { name: 'Print receipt' }).waitFor();
    await page.frameLocator('iframe').getByText(/FS /).first().waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect.poll(firstRow).toMatch(/^FS /);
  });

  it('opens the document whose key is scanned, and presses nothing', async () => {
    const scanner = await connectScanner(page);
    await loaded(9);
    const key = await link(9).innerText();
    await tab('Guides').click();
    await page.getByRole('button', { name: 'Export' }).focus();
    await scanner.scan(key);
    await page.getByRole('heading', { name: `Document ${key}` }).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    // The list is unchanged: a scan is no search.
    expect(await search().inputValue()).toBe('');
    expect(await tab('Guides').getAttribute('aria-selected')).toBe('true');
    expect(await page.getByText('exported').count()).toBe(0);
  });

  it('reports a scan that no document has, and then forgets it', async () => {
    const scanner = await connectScanner(page);
    const before = await page.getByText(/^[\d,]+ documents? match/).innerText();
    await search().focus();
    await scanner.scan('ZZ 9999/1');
    await page.getByText('No document has “ZZ 9999/1”.').waitFor();
    expect(await search().inputValue()).toBe('');
    expect(await page.getByText(/^[\d,]+ documents? match/).innerText()).toBe(before);
    // A code that is no document may be a product.
    await scanner.scan('CAFE');
    await page.getByText('No document has “CAFE”.').waitFor();
    await page.getByRole('button', { name: 'Sell it' }).click();
    await page.getByRole('listitem').filter({ hasText: 'CAFE' }).waitFor();
    await page.keyboard.press('Shift+F4');
    await goTo(page, 'Documents');
    await search().waitFor();
  });

  it('says that a filter hides everything, and removes the filter', async () => {
    await search().fill('ZZ 9999/1');
    await page.getByText('No document matches.').waitFor();
    await page.getByRole('button', { name: 'Show all documents' }).click();
    expect(await search().inputValue()).toBe('');
    expect(await tab('All').getAttribute('aria-selected')).toBe('true');
    await search().and(page.locator(':focus')).waitFor();
    await loaded(9);
  });

  it('exports what the filter selects', async () => {
    await tab('Guides').click();
    await answered();
    const count = await rowCount();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByText(`${count} documents exported.`).waitFor();
    const file = savedFile(await page.getByText(/^Saved as /).innerText());
    const lines = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
    expect(lines).toHaveLength(count + 1);
    expect(lines[1]).toContain(await link(0).innerText());
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.getByText('exported').count()).toBe(0);
  });
});

describe('without a connection', () => {
  it('shows documents seen before, with their age, and the till’s own sales in their places', async () => {
    await goTo(page, 'Sell');
    await pullThePlug(page);
    const reference = await sell(page, ['CAFE']);
    await connection(page).getByText('Offline').waitFor();
    await goTo(page, 'Documents');
    await page
      .getByRole('alert')
      .getByText(/has not been reachable since/)
      .waitFor();
    await expect.poll(() => row(0).innerText()).toContain(reference);
    expect(await row(0).innerText()).toContain('Waiting to be sent');
    await expect.poll(() => row(1).innerText()).toMatch(/seen (now|\d+ minutes? ago)/);
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);

    await select('Order').selectOption({ label: 'Oldest first' });
    await expect.poll(() => row(0).innerText()).not.toContain(reference);
    await scrollTo(await rowCount());
    await expect.poll(() => rows().last().innerText()).toContain(reference);

    await select('Nature').selectOption({ value: '321' });
    await expect.poll(firstRow).toMatch(/^GR /);
    expect(await page.getByText(reference).count()).toBe(0);
    await select('Nature').selectOption({ index: 0 });
    await search().fill(reference.toLowerCase());
    await expect.poll(rowCount).toBe(1);
    await row(0).getByRole('link', { name: reference }).click();
    await page.getByRole('heading', { name: `Sale ${reference}` }).waitFor();
  });

  it('updates by itself when the connection is back', async () => {
    await expect.poll(() => row(0).innerText()).toContain('Waiting to be sent');
    await plugBackIn(page);
    await connection(page).getByText('Online').waitFor({ timeout: 60_000 });
    await expect.poll(() => row(0).innerText(), { timeout: 30_000 }).toMatch(/^FS /);
    await expect
      .poll(() => page.getByText(/reachable since|cannot be asked/).count(), { timeout: 30_000 })
      .toBe(0);
    expect(await page.getByText('Waiting to be sent').count()).toBe(0);
  });
});

describe('an outage while no sale is unsent', () => {
  it('ends by itself on the screen', async () => {
    await pullThePlug(page);
    await tab('Sales').click();
    const why = page.getByRole('alert').filter({ hasText: /reachable since|cannot be asked/ });
    await why.waitFor();
    await plugBackIn(page);
    await why.waitFor({ state: 'detached', timeout: 60_000 });
    expect(await row(0).innerText()).not.toContain('seen');
  });
});

describe('with 60,000 documents', () => {
  beforeAll(() => {
    addDocuments(databaseOf(userDataDir), 60_000);
  });

  it('scrolls to the end', async () => {
    await expect.poll(rowCount).toBeGreaterThan(60_000);
    const end = (await rowCount()) - 1;
    await link(0).focus();
    await page.keyboard.press('End');
    await loaded(end);
    await expect.poll(focusedRow).toBe(String(end));
    await scrollTo(30_000);
    await loaded(30_005);
    expect(await rows().count()).toBeLessThan(60);
  });

  it('cancels an export, and leaves no file', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const progress = page.getByRole('progressbar', { name: 'Exported so far' });
    await expect
      .poll(() => page.evaluate<number>("document.querySelector('progress')?.value ?? 0"))
      .toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The export was cancelled; no file was left.').waitFor();
    const receipts = join(dirname(userDataDir), 'receipts');
    const file = `AURORA-documents-all-${new Date().toLocaleDateString('sv-SE')}.csv`;
    expect(existsSync(join(receipts, file))).toBe(false);
    expect(await progress.count()).toBe(0);
  });
});

const savedFile = (text: string): string => text.replace(/^Saved as /, '');

/** The simplified invoices that the service holds. */
const simplifiedInvoices = () =>
  withDatabase(
    userDataDir,
    (db) =>
      db
        .prepare<[], { documents: number; cents: number }>(
          `SELECT count(*) AS documents, sum(total_cents) AS cents
           FROM documents d JOIN companies c ON c.id = d.company_id
           WHERE d.nature_id = 302 AND c.code = 'AURORA'`,
        )
        .get() ?? { documents: 0, cents: 0 },
  );
