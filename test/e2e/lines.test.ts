// The lines of a sale: what can be done to each, and that a long sale costs no more than a short
// one.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { lines, pay, practise, scan, total } from './cashier.ts';
import { connectScanner } from './synthetic-scanner.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

let till: Till;
let page: Page;
beforeAll(async () => {
  till = await launchTill({ userDataDir: newUserData() });
  page = till.page;
  await practise(page);
});
afterAll(() => till.kill9());

interface Line {
  readonly code: string;
  readonly quantity: number;
  readonly unitPrice: number;
}

/** Puts a sale with these lines under way, as if they had been rung up before. */
async function ringUp(...rungUp: readonly Line[]): Promise<void> {
  await putUnderWay(rungUp);
}

async function putUnderWay(rungUp: readonly Line[], buyer = {}): Promise<void> {
  const cart = {
    cartId: randomUUID(),
    lines: rungUp.map((line) => ({ ...line, lineId: randomUUID(), description: line.code })),
    discount: 0,
    taxNumber: null,
    ...buyer,
  };
  await page.evaluate(`window.till.request('sell.saveCart', ${JSON.stringify({ cart })})`);
  await page.reload();
  await lines(page)
    .nth(rungUp.length - 1)
    .waitFor();
}

const one = (code: string, unitPrice: number): Line => ({ code, quantity: 1000, unitPrice });
const selected = () => page.locator('[aria-current="true"]');
const box = (name: string) => page.getByRole('textbox', { name });
const press = (keys: string) => page.keyboard.press(keys, { delay: 90 });
const field = () => page.getByRole('combobox', { name: 'Scan or search' });

beforeEach(() => ringUp(one('SABAO', 2_000_000), one('ESCOVA', 3_500_000), one('PENTE', 990_000)));

async function isInView(name: string): Promise<boolean> {
  const seen = await page.getByRole('list', { name: 'Lines' }).boundingBox();
  const at = await lines(page).filter({ hasText: name }).boundingBox();
  return seen !== null && at !== null && at.y >= seen.y && at.y + at.height <= seen.y + seen.height;
}

it('the chosen line stays in view when the list loses room', async () => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await lines(page).filter({ hasText: 'PENTE' }).click();
  await expect.poll(() => isInView('PENTE')).toBe(true);
  await page.setViewportSize({ width: 1024, height: 620 });
  await expect.poll(() => isInView('PENTE')).toBe(true);
  await page.setViewportSize({ width: 1024, height: 768 });
});

it('the keyboard alone chooses, adds, reduces, removes and undoes every step', async () => {
  await selected().focus();
  await press('ArrowUp');
  await selected().and(page.locator(':focus')).filter({ hasText: 'ESCOVA' }).waitFor();
  await press('+');
  await press('+');
  await press('-');
  await total(page).getByText('€9.99').waitFor();
  await press('Delete');
  await selected().and(page.locator(':focus')).filter({ hasText: 'PENTE' }).waitFor();
  await expect.poll(() => lines(page).count()).toBe(2);
  for (let step = 0; step < 4; step += 1) await press('Control+z');
  await total(page).getByText('€6.49').waitFor();
  await selected().filter({ hasText: 'ESCOVA' }).waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
});

it('after removing a customer from the sale a tax number can be typed at once', async () => {
  const customer = { partyId: 7, name: 'Padaria Silva', fiscalNumber: '501442600' };
  await putUnderWay([one('SABAO', 2_000_000)], { customer, taxNumber: customer.fiscalNumber });
  await page.getByRole('button', { name: /Padaria Silva/ }).click();
  await box('Tax number').and(page.locator(':focus')).waitFor();
});

it('with a hundred lines a scan and a change draw no other line', async () => {
  await ringUp(...Array.from({ length: 100 }, (_, index) => one(`P${String(index)}`, 1_000_000)));
  // Every row knows its place; each drawing is noted with it.
  await page.evaluate(`{
    const list = document.querySelector('ul[aria-label="Lines"]');
    [...list.children].forEach((row, index) => { row.dataset.row = 'P' + index; });
    window.drawn = new Set();
    window.watch = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        window.drawn.add(element.closest('li')?.dataset.row ?? element.tagName);
      }
    });
    window.watch.takeRecords();
    window.watch.observe(list, { subtree: true, childList: true, attributes: true, characterData: true });
  }`);
  const drawn = async () => {
    const rows = await page.evaluate<string[]>('[...window.drawn]');
    await page.evaluate('window.drawn.clear()');
    return rows;
  };
  await page.getByRole('button', { name: 'One more P99' }).click();
  await total(page).getByText('€101.00').waitFor();
  expect(await drawn()).toEqual(['P99']);

  // The line that is no longer selected, and the list that has a new one.
  await scan(page, 'CAFE');
  await lines(page).nth(100).waitFor();
  expect((await drawn()).sort()).toEqual(['P99', 'UL']);
});

it('a refused discount stays readable, and takes nothing off', async () => {
  const discount = page.getByRole('textbox', { name: 'Discount %', exact: true });
  await field().focus();
  await press('Shift+F1');
  await discount.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('101', { delay: 90 });
  await press('Enter');
  await page.getByRole('alert').getByText(/101/).waitFor();
  await total(page).getByText('€6.49').waitFor();
  await field().focus();
  expect(await discount.getAttribute('aria-invalid')).toBe('true');
  await discount.fill('10');
  await press('Enter');
  await total(page).getByText('€5.84').waitFor();
  await page.getByRole('alert').getByText(/101/).waitFor({ state: 'detached' });
});

it('a scan while the menu is open sells, closes it and presses nothing in it', async () => {
  const menu = page.getByRole('button', { name: 'More', exact: true });
  const clear = page.getByRole('button', { name: 'Clear sale' });
  const scanner = await connectScanner(page);
  await menu.click();
  await clear.focus();
  await scanner.scan('CAFE');
  await lines(page).nth(3).getByText('CAFE').waitFor();
  await expect.poll(() => lines(page).count()).toBe(4);
  await expect.poll(() => clear.isVisible()).toBe(false);
});

it('pressing an entry of the menu carries it out', async () => {
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name, exact: true }).waitFor({ state: 'hidden' });
  };
  await choose('Clear sale');
  await expect.poll(() => lines(page).count()).toBe(0);
  await field().and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => lines(page).count()).toBe(3);
  await choose('Keys');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await press('Escape');
  await choose('Clear sale');
  await scan(page, 'CAFE');
  await pay(page);
  await choose('Repeat last');
  await lines(page).filter({ hasText: 'CAFE' }).waitFor();
  await expect.poll(() => lines(page).count()).toBe(1);
});

it('a scan marks its line, even while another is chosen', async () => {
  const scanner = await connectScanner(page);
  await lines(page).filter({ hasText: 'SABAO' }).click();
  await selected().filter({ hasText: 'SABAO' }).waitFor();
  await scanner.scan('CAFE');
  await selected().filter({ hasText: 'CAFE' }).waitFor();
  await expect.poll(() => selected().count()).toBe(1);
  await box('Quantity of Café').first().waitFor();
});
