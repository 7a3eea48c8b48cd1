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
/** Waits until the selected line has this text on one line. */
const reads = (text: string) => selected().getByText(text, { exact: true }).first().waitFor();

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

it('a discount on a line lowers its price, and is said with the price before', async () => {
  await lines(page).filter({ hasText: 'SABAO' }).click();
  await box('Discount % on SABAO').fill('10');
  await press('Enter');
  await reads('€1.80');
  await selected().getByText('10 % off (was €2.00)').waitFor();
  await total(page).getByText('€6.29').waitFor();

  await box('Unit price of SABAO').fill('1.5');
  await press('Enter');
  await selected().getByText('25 % off').waitFor();
  expect(await box('Discount % on SABAO').inputValue()).toBe('25');

  await box('Discount % on SABAO').fill('');
  await press('Enter');
  await selected().getByText('% off').waitFor({ state: 'detached' });
  await total(page).getByText('€6.49').waitFor();
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

it('a half-typed quantity survives a scan, and counts once it is finished', async () => {
  await lines(page).filter({ hasText: 'ESCOVA' }).click();
  await box('Quantity of ESCOVA').fill('1.5');
  const scanner = await connectScanner(page);
  await scanner.scan('CAFE', 10);
  await lines(page).nth(3).waitFor();
  expect(await box('Quantity of ESCOVA').inputValue()).toBe('1.5');
  await press('Enter');
  await lines(page).filter({ hasText: 'ESCOVA' }).getByText('€5.25').waitFor();
  await field().and(page.locator(':focus')).waitFor();
});

it('a sale above the limit of a simplified invoice is told before the payment', async () => {
  await ringUp(one('FRIGORIFICO', 1_000_010_000));
  await page.getByText('at most €1,000.00').waitFor();
  expect(await page.getByRole('button', { name: 'Pay' }).isDisabled()).toBe(true);
  await box('Unit price of FRIGORIFICO').fill('1000');
  await press('Enter');
  await page.getByText('at most €1,000.00').waitFor({ state: 'detached' });
  await box('Tax number').fill('501442600');
  await page.getByText('at most €100.00').waitFor();
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

it('a refused number moves no button and covers no line: the message has a row until it is typed again', async () => {
  const places = () =>
    Promise.all([
      page.getByRole('button', { name: 'Pay' }).boundingBox(),
      box('Quantity of PENTE').boundingBox(),
    ]);
  // The typeface may load after the first lines are drawn.
  await page.evaluate('document.fonts.ready.then(() => null)');
  await total(page).getByText('€6.49').waitFor();
  const before = await places();
  await box('Quantity of PENTE').fill('many');
  await press('Enter');
  await page.getByRole('alert').getByText(/many/).waitFor();
  expect(await box('Quantity of PENTE').getAttribute('aria-invalid')).toBe('true');
  expect(await places()).toEqual(before);
  const said = await page.getByRole('alert').getByText(/many/).boundingBox();
  const last = await lines(page).last().boundingBox();
  expect(said?.y).toBeGreaterThanOrEqual((last?.y ?? Infinity) + (last?.height ?? 0) - 1);
  await total(page).getByText('€6.49').waitFor();
  await box('Quantity of PENTE').fill('2');
  await press('Enter');
  await page.getByRole('alert').getByText(/many/).waitFor({ state: 'detached' });
  await total(page).getByText('€7.48').waitFor();
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
