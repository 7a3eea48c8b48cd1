// Serving a queue: sales put aside, the last one repeated, prices checked, and each way of selling
// by itself.
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TillBridge } from '../../src-main/contract/api.ts';
import { secondReadMs } from '../../src-renderer/lines/scans.svelte.ts';
import {
  askDiscount,
  connection,
  lines,
  pay,
  practise,
  scan,
  sell,
  takesPresses,
  total,
} from './cashier.ts';
import { connectScanner } from './synthetic-scanner.ts';
import { launchTill, type Till } from './till.ts';
import { connectFinger } from './touch.ts';
import { newUserData } from './user-data.ts';

const userDataDir = newUserData();
let till: Till;
let page: Page;
beforeAll(async () => {
  await start();
  await practise(page);
});
/** Closes and clears what the test before left. */
beforeEach(async () => {
  while ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape');
  const next = button('Next sale');
  if (await next.isVisible()) await next.click();
  await field().fill('');
  await press('Shift+F4');
  await expect.poll(() => lines(page).count()).toBe(0);
  await field().focus();
});
afterAll(() => till.kill9());

async function start(): Promise<void> {
  till = await launchTill({ userDataDir });
  page = till.page;
  await page.setViewportSize({ width: 1024, height: 768 });
}

const field = () => page.getByRole('combobox', { name: 'Scan or search' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const line = (text: string) => lines(page).filter({ hasText: text });
const place = (number: number) =>
  dialog('Arrange quick keys').getByRole('button', { name: new RegExp(`^Place ${number}\\b`) });
/** Fails if the element does not get the focus. */
const focused = (locator: Locator): Promise<void> => locator.and(page.locator(':focus')).waitFor();

/** Types as a person does, slower than any scanner. */
const type = (text: string) => page.keyboard.type(text, { delay: 90 });
const press = (keys: string) => page.keyboard.press(keys, { delay: 90 });

async function ring(code: string, description: string): Promise<void> {
  await scan(page, code);
  await line(description).waitFor();
}

/** Arranges keys for only these products; saving them is left to the test. */
async function placeKeys(...codes: readonly string[]): Promise<void> {
  // The button is there once the keys are.
  await button('Arrange').waitFor();
  await press('Shift+F7');
  const search = page.getByRole('combobox', { name: 'Product for a key' });
  const pages = await dialog('Arrange quick keys').getByRole('tab').count();
  for (let removed = 0; removed < pages; removed += 1) await button('Remove page').click();
  await search.focus();
  for (const code of codes) {
    await type(code);
    await press('Enter');
    await expect.poll(() => search.inputValue()).toBe('');
  }
}

it('the payment keeps the chosen method while the till’s state changes', async () => {
  await ring('CAFE', 'Café expresso');
  await press('F8');
  const methods = dialog('Payment').getByRole('radio');
  await methods.nth(1).check();
  const pad = dialog('Payment').getByRole('group', { name: 'Number pad' });
  const showPad = (isShown: boolean) =>
    page.evaluate(`till.request('app.state', undefined).then(({ value: { selling } }) =>
      till.request('settings.update', { selling: { ...selling, numberPad: ${isShown} } }))`);
  await showPad(true);
  await pad.waitFor();
  expect(await methods.nth(1).isChecked()).toBe(true);
  await showPad(false);
  await pad.waitFor({ state: 'detached' });
  expect(await methods.nth(1).isChecked()).toBe(true);
});

it('the last sale can be repeated, and a cleared one comes back', async () => {
  await sell(page, ['CAFE', 'TORRADA']);
  await press('F7');
  await line('Café expresso').waitFor();
  await line('Torrada').waitFor();
  await press('Shift+F4');
  await expect.poll(() => lines(page).count()).toBe(0);
  await focused(field());
  await press('Control+Z');
  await expect.poll(() => lines(page).count()).toBe(2);
});

it('a discount and a tax number are cleared once no line is left', async () => {
  await (await askDiscount(page)).fill('10');
  await press('Enter');
  await page.getByRole('textbox', { name: 'Tax number' }).fill('501442600');
  await press('Shift+F4');
  await expect.poll(() => page.getByRole('textbox', { name: 'Tax number' }).inputValue()).toBe('');
  await button('More').click();
  expect(await button('Clear sale').isDisabled()).toBe(true);
  await press('Escape');
});

it('a price is checked by typing and by scanning, and nothing is sold', async () => {
  const scanner = await connectScanner(page);
  await ring('CAFE', 'Café expresso');
  await press('F3');
  const check = dialog('Price check');
  await type('galao');
  await press('Enter');
  await check.getByText('Galão').waitFor();
  await scanner.scan('TORRADA');
  await check.getByText('Torrada com manteiga').waitFor();
  await check.getByText('Cafetaria').waitFor();
  await scanner.scan('NO-SUCH-CODE');
  await check.getByText('No product matches “NO-SUCH-CODE”.').waitFor();
  expect(await check.getByText('Torrada com manteiga').count()).toBe(0);
  // The price of the former product is not shown for several products, nor for a code that no
  // catalogue can hold.
  await scanner.scan('TORRADA');
  await check.getByText('Cafetaria').waitFor();
  await scanner.scan('QUEIJO');
  await check.getByText('Several products match').waitFor();
  expect(await check.getByText('Cafetaria').count()).toBe(0);
  await scanner.scan(`HTTPS://${'x'.repeat(200)}`);
  await check.getByText(/^No product matches “HTTPS:/).waitFor();
  expect(await check.getByRole('alert').count()).toBe(0);
  await press('Escape');
  await focused(field());
  await expect.poll(() => lines(page).count()).toBe(1);
  await scanner.scan('TORRADA');
  await line('Torrada').waitFor();
});

it('the same goods within a minute are asked about once', async () => {
  await sell(page, ['CAFE', 'GALAO']);
  await ring('CAFE', 'Café expresso');
  await ring('GALAO', 'Galão');
  await press('F8');
  await takesPresses(button('Finish sale'));
  await press('Enter');
  await page
    .getByRole('alert')
    .filter({ hasText: /CF-\w{4}/ })
    .waitFor();
  expect(await dialog('Sale finished').count()).toBe(0);
  await button('Sell it again').click();
  await dialog('Sale finished').waitFor();
});

it('finishing returns to an empty sale at once, and the document’s key comes without the focus', async () => {
  await button('Pull the plug').click();
  await button('Plug back in').waitFor();
  await ring('CAFE', 'Café expresso');
  const finished = await pay(page, { tendered: '5' });
  await finished.getByText('€4.20').waitFor();
  await finished.getByText(/CF-\w{4}-\w{4}-\w{4}/).waitFor();
  await focused(field());
  await expect.poll(() => lines(page).count()).toBe(0);
  // Typing goes to the next sale, whose first line puts the panel away.
  await type('galao');
  await press('Enter');
  await line('Galão').waitFor();
  await finished.waitFor({ state: 'detached' });
  await page.getByText(/Last sale: CF-/).waitFor();
  await page.getByText('Change €4.20').waitFor();

  await button('Plug back in').click();
  await button('Pull the plug').waitFor();
  await field().focus();
  await type('to');
  await page.getByText(/Last sale: FS \S+\/\d+/).waitFor({ timeout: 60_000 });
  await focused(field());
  expect(await field().inputValue()).toBe('to');
  await expect.poll(() => lines(page).count()).toBe(1);
});

it('a finished sale is printed by its keys, and put away by Enter in the empty field', async () => {
  await ring('CAFE', 'Café expresso');
  const finished = await pay(page);
  await finished.getByText(/FS \S+\/\d+/).waitFor();
  await press('Shift+F8');
  await finished.getByRole('alert').filter({ hasText: 'No printer' }).waitFor();
  await focused(field());
  await takesPresses(button('Next sale'));
  await press('Enter');
  await finished.waitFor({ state: 'detached' });
  await page.getByText(/Last sale: FS/).waitFor();
});

it('a whole sale works by keyboard alone', async () => {
  await type('cafe expresso');
  await press('Enter');
  await line('Café expresso').waitFor();
  await type('3*GALAO');
  await press('Enter');
  await line('Galão').waitFor();
  await press('ArrowUp');
  await press('ArrowUp');
  await press('+');
  await expect.poll(() => line('Café expresso').innerText()).toContain('2 un');
  await press('F1');
  await dialog('Keyboard shortcuts').getByText('Put this sale aside').waitFor();
  await press('Escape');
  await focused(field());
  await press('F10');
  await press('Escape');
  await focused(field());
  await press('F8');
  await type('20');
  await takesPresses(button('Finish sale'));
  await press('Enter');
  const finished = dialog('Sale finished');
  await takesPresses(button('Next sale'));
  await press('Enter');
  await finished.waitFor({ state: 'detached' });
  await type('torrada');
  await press('Enter');
  await line('Torrada').waitFor();
});

it('a question mark outside the fields opens the shortcuts as well', async () => {
  await type('?');
  expect(await field().inputValue()).toBe('?');
  await field().fill('');
  await button('Price check').focus();
  await press('?');
  await dialog('Keyboard shortcuts').waitFor();
  expect(await field().inputValue()).toBe('');
});

it('a queue of fixed-price sales works by scanner alone', async () => {
  const scanner = await connectScanner(page);
  for (const code of ['CAFE', 'TORRADA']) {
    await scanner.scan(code, 10);
    await lines(page).first().waitFor();
    await scanner.scan('CF-PAY', 10);
    await dialog('Payment').waitFor();
    await wait(secondReadMs);
    await scanner.scan('CF-PAY', 10);
    await dialog('Sale finished').waitFor();
    expect(await lines(page).count()).toBe(0);
  }
  await wait(secondReadMs);
  await scanner.scan('CF-PAY', 10);
  await dialog('Sale finished').waitFor({ state: 'detached' });
  await scanner.scan('GALAO', 10);
  await line('Galão').waitFor();
  await connection(page).getByText('Online').waitFor();
});

it('a command that the scanner reads twice counts once', async () => {
  const scanner = await connectScanner(page);
  await scanner.scan('CAFE');
  await lines(page).first().waitFor();
  for (const title of ['Payment', 'Sale finished']) {
    await wait(secondReadMs);
    for (const code of ['CF-PAY', 'CF-PAY']) await scanner.scan(code);
    await dialog(title).waitFor();
    await wait(secondReadMs / 2);
    expect(await dialog(title).isVisible()).toBe(true);
  }
});

it('products scanned while a sale is being saved belong to the next one', async () => {
  const scanner = await connectScanner(page);
  const lastSale = () => page.getByText(/Last sale/).allInnerTexts();
  const before = await lastSale();
  await scanner.scan('PASTEL-NATA');
  await lines(page).first().waitFor();
  await scanner.scan('CF-PAY');
  await dialog('Payment').waitFor();
  await wait(secondReadMs);
  await Promise.all([scanner.scan('CF-PAY'), scanner.scan('GALAO'), scanner.scan('TORRADA')]);
  await line('Torrada').waitFor();
  await line('Galão').waitFor();
  await expect.poll(() => lines(page).count()).toBe(2);
  await expect.poll(lastSale).not.toEqual(before);
});

// From here on the page takes the screen for a touch screen, until the till starts again.
it('a whole sale works by touch alone', async () => {
  await placeKeys('CAFE', 'TORRADA');
  await button('Save keys').click();
  const touch = await connectFinger(page);
  const quick = page.getByRole('region', { name: 'Quick keys' });
  await touch(quick.getByRole('button', { name: /Café expresso/ }));
  await touch(quick.getByRole('button', { name: /Torrada/ }));
  await line('Torrada').waitFor();
  // A quantity on the number pad.
  await touch(page.getByRole('textbox', { name: /^Quantity of Torrada/ }));
  const pad = page.getByRole('group', { name: 'Number pad' });
  await touch(pad.getByRole('button', { name: '4' }));
  await touch(pad.getByRole('button', { name: 'OK' }));
  await expect.poll(() => line('Torrada').innerText()).toContain('4 un');
  await small('button, input, select, a');
  await touch(button('Free line'));
  const freeLine = dialog('Free line');
  await touch(freeLine.getByRole('button', { name: '3', exact: true }));
  await small('dialog button, dialog input');
  await touch(freeLine.getByRole('button', { name: 'OK' }));
  await freeLine.waitFor({ state: 'detached' });
  await line('€3.00').waitFor();
  await touch(button(/^Pay/));
  const payment = dialog('Payment');
  const paymentPad = payment.getByRole('group', { name: 'Number pad' });
  await touch(paymentPad.getByRole('button', { name: '5' }));
  await touch(paymentPad.getByRole('button', { name: '0' }));
  await small('dialog button, dialog input');
  await touch(payment.getByRole('button', { name: 'Finish sale' }));
  await touch(dialog('Sale finished').getByRole('button', { name: 'Next sale' }));
  await touch(quick.getByRole('button', { name: /Café expresso/ }));
  await line('Café expresso').waitFor();
});

/** Fails if a target is smaller than a finger, or cut off at the edge of the screen. */
async function small(selector: string): Promise<void> {
  const found = await page.evaluate(`
    [...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((target) => target.checkVisibility() && !target.closest('[inert]') && target.type !== 'radio')
      .map((target) => ({ box: target.getBoundingClientRect(), html: target.outerHTML.slice(0, 120) }))
      .filter(({ box }) => box.width < 43.5 || box.height < 43.5 || box.right > innerWidth)
      .map(({ html }) => html)
  `);
  expect(found).toEqual([]);
}

/** The stored lines of the sale under way, as a crash would leave them. */
const linesKept = () =>
  page.evaluate(async () => {
    const { till: bridge } = globalThis as unknown as { till: TillBridge };
    const answer = await bridge.request('sell.openCart', undefined);
    return answer.ok ? answer.value.lines.length : null;
  });

it('sales put aside survive a crash, and each goes on where it was', async () => {
  await ring('CAFE', 'Café expresso');
  await press('Shift+F3');
  await type('Mesa 4');
  await press('Enter');
  await expect.poll(() => lines(page).count()).toBe(0);
  await focused(field());
  await ring('GALAO', 'Galão');
  await button('Put aside').click();
  await button('Held sales (2)').waitFor();
  await ring('TORRADA', 'Torrada');
  await expect.poll(linesKept).toBe(1);
  await till.kill9();

  await start();
  await line('Torrada').waitFor();
  await press('F6');
  const held = dialog('Held sales');
  expect(await held.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/Mesa 4[^]*€0\.80[^]*1 line/),
    expect.stringMatching(/Galão[^]*1 line/),
  ]);
  await held.getByRole('button', { name: /Mesa 4/ }).click();
  await line('Café expresso').waitFor();
  await expect.poll(() => lines(page).count()).toBe(1);
  // The sale under way took its place.
  await button('Held sales (2)').click();
  await held.getByText('The sale under way is put aside').waitFor();
  await held.getByRole('button', { name: /Torrada/ }).click();
  await line('Torrada').waitFor();
  await button('Held sales (2)').waitFor();
});

it('quick keys are arranged by keyboard and by dragging, and stay', async () => {
  await placeKeys('CAFE', 'GALAO', 'TORRADA');
  // By keyboard: one place down.
  await place(1).focus();
  await press('Control+ArrowDown');
  await focused(place(7));
  await page.getByRole('radio', { name: 'Blue' }).check({ force: true });
  // By dragging: the galão to the first place.
  const from = await place(2).boundingBox();
  const to = await place(4).boundingBox();
  if (!from || !to) throw new Error('no places');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
  await page.mouse.up();
  await place(4).filter({ hasText: 'Galão' }).waitFor();
  await page.getByRole('textbox', { name: 'Name of the page' }).fill('Balcão');
  await button('Add page').click();
  await page.getByRole('textbox', { name: 'Name of the page' }).fill('Tarde');
  await button('Save keys').click();
  await dialog('Arrange quick keys').waitFor({ state: 'detached' });
  await till.kill9();

  await start();
  const tabs = page.getByRole('tablist', { name: 'Pages of quick keys' });
  await tabs.getByRole('tab', { name: 'Balcão' }).waitFor();
  expect(await tabs.getByRole('tab').allInnerTexts()).toEqual(['Balcão', 'Tarde']);
  const keys = page.getByRole('tabpanel').getByRole('button');
  await expect
    .poll(() => keys.allInnerTexts())
    .toEqual([
      expect.stringContaining('Torrada'),
      expect.stringContaining('Galão'),
      expect.stringContaining('Café expresso'),
    ]);
  await page.setViewportSize({ width: 1366, height: 768 });
  await press('F10');
  await focused(keys.first());
  await press('ArrowRight');
  await press('ArrowDown');
  await focused(keys.last());
  await press('Enter');
  await line('Café expresso').waitFor();
  await expect.poll(() => total(page).innerText()).toContain('0.80');
});
