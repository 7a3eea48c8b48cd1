// The catalogue's screen: products are found, added, changed and removed in their rows.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { goTo, lines, practise, scan } from './cashier.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { driven } from '../tier.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Products' });
const row = (page: Page, text: string | RegExp) =>
  table(page).getByRole('row').filter({ hasText: text });
const field = (page: Page, name: string) => table(page).getByRole('textbox', { name, exact: true });
const find = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Search products' }).fill(text);
const open = (page: Page, name: string) =>
  page.getByRole('button', { name: `Change ⁨${name}⁩` }).click();

const focusIsOn = async (place: Locator) =>
  (await place.and(place.page().locator(':focus')).count()) === 1;

/** A name as an attacker would give it. */
const hostile = `<img src=x onerror="document.title='hit'">\u202Eevil\u2066 ${'W'.repeat(120)}`;

describe('whoever keeps the catalogue', () => {
  let till: Till;
  let page: Page;

  beforeAll(async () => {
    till = await launchTill({ userDataDir: newUserData() });
    ({ page } = till);
    await practise(page);
    await goTo(page, 'Catalogue');
  });
  afterAll(() => till.kill9());

  it('finds a product as they type, and changes its price in its row', async () => {
    await find(page, 'cafe exp');
    await row(page, 'Café expresso').waitFor();
    await expect.poll(() => table(page).getByRole('row').count()).toBeLessThan(6);
    await open(page, 'Café expresso');
    await field(page, 'Price with tax').fill('0.85');
    await field(page, 'Price with tax').press('Enter');
    await row(page, 'Café expresso').getByText('€0.85').waitFor();
    await page.getByRole('status').getByText('was saved').waitFor();
    await goTo(page, 'Sell');
    await scan(page, 'CAFE');
    await lines(page).filter({ hasText: 'Café expresso' }).getByText('€0.85').first().waitFor();
    await page.keyboard.press('Shift+F4');
  });

  it('adds a product with its barcode, which is then sold', async () => {
    await goTo(page, 'Catalogue');
    await page.getByRole('button', { name: 'Add a product' }).click();
    await field(page, 'Code').fill('PAO-NOZ');
    await field(page, 'Name').fill('Pão de noz');
    await page.getByRole('textbox', { name: 'Barcodes' }).fill('5601234567890');
    await field(page, 'Price with tax').fill('muito');
    await page.getByRole('button', { name: 'Add the product' }).click();
    await page.getByRole('alert').getByText('A price is a number').waitFor();
    await field(page, 'Price with tax').fill('2,40');
    await page.getByRole('button', { name: 'Add the product' }).click();
    await page.getByRole('status').getByText('was added').waitFor();
    await find(page, 'noz');
    await row(page, 'Pão de noz').getByText('Typed').waitFor();
    await goTo(page, 'Sell');
    await scan(page, '5601234567890');
    await lines(page).filter({ hasText: 'Pão de noz' }).waitFor();
    await page.keyboard.press('Shift+F4');
  });

  it('is told which product has a barcode', async () => {
    await goTo(page, 'Catalogue');
    await find(page, 'cafe exp');
    await open(page, 'Café expresso');
    await page.getByRole('textbox', { name: 'Barcodes' }).fill('5601234567890');
    await page.getByRole('textbox', { name: 'Barcodes' }).press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Pão de noz').waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'Café expresso').waitFor();
  });

  it('removes a product, and undoes that', async () => {
    await goTo(page, 'Catalogue');
    await find(page, 'noz');
    await open(page, 'Pão de noz');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('status').getByText('was removed').waitFor();
    await row(page, 'Pão de noz').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await row(page, 'Pão de noz').waitFor();
  });

  it('sells a code that was not found, and adds it to the catalogue', async () => {
    await goTo(page, 'Sell');
    await scan(page, '5609999999996');
    await page.getByRole('button', { name: 'Add to the catalogue: 5609999999996' }).click();
    const dialog = page.getByRole('dialog', { name: 'A new product' });
    await dialog.getByRole('button', { name: 'Sell and keep' }).click();
    await dialog.getByRole('alert').getByText('Every product needs a name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Code' }).fill('CAFE');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Mel de rosmaninho');
    await dialog.getByRole('textbox', { name: 'Price with tax' }).fill('6,50');
    await dialog.getByRole('button', { name: 'Sell and keep' }).click();
    await dialog.getByRole('alert').getByText('Café expresso').waitFor();
    await examine(page, 'en-sell-and-keep');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('MEL-ROSM');
    await dialog.getByRole('button', { name: 'Sell and keep' }).click();
    await dialog.waitFor({ state: 'detached' });
    await lines(page).filter({ hasText: 'Mel de rosmaninho' }).getByText('€6.50').first().waitFor();
    await page.keyboard.press('Shift+F4');
    await scan(page, '5609999999996');
    await lines(page).filter({ hasText: 'Mel de rosmaninho' }).waitFor();
    await page.keyboard.press('Shift+F4');
    await goTo(page, 'Catalogue');
  });

  it('types a new product’s name at once, and returns to the button on leaving the form', async () => {
    const add = page.getByRole('button', { name: 'Add a product' });
    await add.click();
    await expect.poll(() => focusIsOn(field(page, 'Name'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => focusIsOn(add)).toBe(true);
    expect(await field(page, 'Name').count()).toBe(0);
  });

  it('keeps the focus in the table after another search while a form was open', async () => {
    await find(page, 'cafe exp');
    await row(page, 'Café expresso').waitFor();
    await open(page, 'Café expresso');
    await find(page, 'cafe');
    await expect.poll(() => table(page).getByRole('row').count()).toBeGreaterThan(3);
    await field(page, 'Code').press('Escape');
    await expect.poll(() => focusIsOn(page.locator('[data-row]'))).toBe(true);
  });

  it('can give a product a hostile name, which does no harm', async () => {
    await page.getByRole('button', { name: 'Add a product' }).click();
    await field(page, 'Code').fill('HOSTIL');
    await field(page, 'Name').fill(hostile);
    await field(page, 'Price with tax').fill('1');
    await page.getByRole('button', { name: 'Add the product' }).click();
    await find(page, 'HOSTIL');
    await row(page, 'HOSTIL').waitFor();
    await examine(page, 'en-products-hostile');
    expect(await page.title()).not.toBe('hit');
    expect(await row(page, 'HOSTIL').innerText()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    await row(page, 'HOSTIL').getByRole('button').click();
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
    await examine(page, 'en-products-hostile-form');
    await page.keyboard.press('Escape');
  });

  it('goes down the list by keys, and back to where a form was opened', async () => {
    await find(page, '');
    await expect.poll(() => table(page).getByRole('row').count()).toBeGreaterThan(3);
    await page
      .getByRole('button', { name: /^Change/ })
      .first()
      .focus();
    await page.keyboard.press('End');
    const isLast = () =>
      page.evaluate<boolean>(`
        document.activeElement === [...document.querySelectorAll('[data-row]')].at(-1)
      `);
    await expect.poll(isLast).toBe(true);
    await page.keyboard.press('Enter');
    await field(page, 'Code').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(isLast).toBe(true);
  });
});

describe('whoever changes many at once', () => {
  let till: Till;
  let page: Page;
  const box = (name: string) => page.getByRole('checkbox', { name: `Choose ⁨${name}⁩` });
  const bar = () => page.getByRole('group', { name: 'Chosen products' });
  const preview = () => page.getByRole('table', { name: 'What will change' });

  beforeAll(async () => {
    till = await launchTill({ userDataDir: newUserData() });
    ({ page } = till);
    await practise(page);
    await goTo(page, 'Catalogue');
    await page.locator('[data-row]').first().waitFor();
  });
  afterAll(() => till.kill9());

  it('ticks products singly, in ranges and by keys, and nothing moves', async () => {
    await bar().getByText('None chosen').waitFor();
    const places = async () =>
      Promise.all([row(page, 'Café expresso').boundingBox(), bar().boundingBox()]);
    await find(page, 'cafe');
    await row(page, 'Café expresso').waitFor();
    await expect.poll(() => table(page).getByRole('row').count()).toBeLessThan(8);
    const before = await places();
    await box('Café expresso').check();
    await bar().getByText('1 chosen').waitFor();
    expect(await places()).toEqual(before);
    await find(page, '');
    await row(page, 'Açúcar branco').waitFor();
    await bar().getByText('1 chosen').waitFor();
    const rows = page.locator('[data-row]');
    await page.locator('[data-row="2"]').focus();
    await page.keyboard.press('Space');
    await bar().getByText('2 chosen').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    await bar().getByText('4 chosen').waitFor();
    await page
      .getByRole('row')
      .nth(7)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await expect
      .poll(() => page.getByRole('checkbox', { checked: true }).count())
      .toBeGreaterThan(4);
    expect(await rows.count()).toBeGreaterThan(5);
    await bar().getByRole('button', { name: 'Choose none' }).click();
    await bar().getByText('None chosen').waitFor();
  });

  it('sees the prices after a percentage, applies it, and undoes it', async () => {
    await page.getByRole('checkbox', { name: 'Choose all that are found' }).check();
    await bar()
      .getByText(/^\d+ chosen/)
      .waitFor();
    await bar().getByRole('button', { name: 'Change the chosen' }).click();
    await page.getByRole('textbox', { name: 'By how many percent' }).fill('1000');
    await page.getByRole('alert').getByText('up to 900').waitFor();
    await page.getByRole('textbox', { name: 'By how many percent' }).fill('5');
    await page.getByRole('combobox', { name: 'Rounded' }).selectOption('To 5 cents');
    await preview().getByRole('row').nth(3).waitFor();
    await examine(page, 'en-many-preview');
    await page.getByRole('button', { name: /^Change \d+ products$/ }).click();
    await page.getByRole('status').getByText('were changed').waitFor();
    await goTo(page, 'Sell');
    await scan(page, 'CAFE');
    await lines(page).filter({ hasText: 'Café expresso' }).getByText('€0.85').first().waitFor();
    await page.keyboard.press('Shift+F4');
    await goTo(page, 'Catalogue');
    await page.getByRole('button', { name: 'Undo last change' }).click();
    await page.getByRole('status').getByText('Undone').waitFor();
    await find(page, 'cafe exp');
    await row(page, 'Café expresso').getByText('€0.80').waitFor();
  });

  it('gives the found products a group, and undoes that', async () => {
    await bar().getByRole('button', { name: 'Choose all 1', exact: true }).click();
    await bar().getByRole('button', { name: 'Change the chosen' }).click();
    await page.getByRole('radio', { name: 'Group' }).check();
    await page.getByRole('combobox', { name: 'Group' }).last().fill('Ao balcão');
    await preview().getByText('Ao balcão').waitFor();
    await page.getByRole('button', { name: 'Change 1 product' }).click();
    await row(page, 'Café expresso').getByText('Ao balcão').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await row(page, 'Café expresso').getByText('Ao balcão').waitFor({ state: 'detached' });
  });
});

it.each(driven)('every state looks as it should, in %s', async (language) => {
  const { products, manyProducts, signIn, frame, scanning } = messagesFor(language);
  const till = await launchTill({ userDataDir: newUserData({ language }) });
  const { page } = till;
  try {
    await page.getByRole('button', { name: signIn.practice, exact: true }).click();
    await goTo(page, frame.screens.catalogue);
    const change = page.getByRole('button', { name: /Café expresso/ });
    await page.locator('[data-row]').first().waitFor();
    await examine(page, `${language}-products`);
    await page.getByRole('checkbox').nth(3).check();
    await page.getByText(manyProducts.chosen(1), { exact: true }).waitFor();
    await examine(page, `${language}-products-chosen`);
    await page.getByRole('button', { name: manyProducts.change }).click();
    await page.getByRole('radio', { name: manyProducts.kinds.remove }).check();
    await page.getByRole('button', { name: manyProducts.beginRemoval(1) }).waitFor();
    await examine(page, `${language}-many-remove`);
    await page.getByRole('link', { name: manyProducts.cancel }).click();
    await page.getByRole('button', { name: manyProducts.clear }).click();
    await page.getByRole('button', { name: products.add }).click();
    await page.getByRole('button', { name: products.addIt }).click();
    await page.getByRole('alert').first().waitFor();
    await examine(page, `${language}-products-wrong`);
    await page.getByRole('button', { name: products.cancel }).click();
    await page.getByRole('searchbox').fill('cafe');
    await change.first().click();
    await page.getByRole('button', { name: products.remove, exact: true }).waitFor();
    await examine(page, `${language}-products-form`);
    await page.getByRole('button', { name: products.remove, exact: true }).click();
    await page.getByRole('button', { name: products.undo, exact: true }).waitFor();
    await examine(page, `${language}-products-removed`);
    await page.getByRole('searchbox').fill('xyzzy');
    await page.getByText(products.nothingFound).waitFor();
    await examine(page, `${language}-products-none`);
    await goTo(page, frame.screens.sell);
    await page.getByRole('combobox').first().fill('5609999999996');
    await page.getByRole('combobox').first().press('Enter');
    await page.getByRole('button', { name: scanning.keepWith('5609999999996') }).waitFor();
    await examine(page, `${language}-unknown-code`);
  } finally {
    await till.kill9();
  }
});
