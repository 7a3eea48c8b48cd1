import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pngOf } from '../printer/png-file.ts';
import { goTo, lines, openSection, pay, practise, pullThePlug, scan } from './cashier.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const userDataDir = newUserData();
const receipts = join(userDataDir, '..', 'receipts');
let till: Till;
let page: Page;
beforeAll(async () => {
  till = await launchTill({ userDataDir });
  page = till.page;
  // Wide enough for the paper beside the details of the sale.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await practise(page);
});
afterAll(() => till.kill9());

async function sellOne(): Promise<Locator> {
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  return pay(page, { tendered: '5' });
}

const paper = () => page.frameLocator('iframe').getByRole('main');

it('a confirmed sale prints a receipt with the service’s number, and later ones as a copy', async () => {
  const finished = await sellOne();
  await paper()
    .getByText(/FS \S+\/\d+/)
    .waitFor();
  const text = await paper().innerText();
  expect(text).toContain('Mercearia Aurora');
  expect(text).toContain('Documento emitido para fins de formação');
  expect(text).not.toContain('2.ª via');

  await finished.getByRole('button', { name: 'Save PDF' }).click();
  await finished.getByText(/\.pdf/).waitFor();
  const [file = ''] = readdirSync(receipts);
  expect(file).toMatch(/^FS-.*\.pdf$/);
  expect(readFileSync(join(receipts, file)).subarray(0, 5).toString()).toBe('%PDF-');

  await finished.getByRole('button', { name: 'Save PDF' }).click();
  await expect.poll(() => readdirSync(receipts).length).toBe(2);
  await finished.getByRole('button', { name: 'Next sale' }).click();

  await goTo(page, 'Outbox');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await paper().getByText('2.ª via').waitFor();
  await goTo(page, 'Sell');
});

it('printing without a printer says so, and does not count as a print', async () => {
  const finished = await sellOne();
  await paper()
    .getByText(/FS \S+\/\d+/)
    .waitFor();
  await finished.getByRole('button', { name: 'Print receipt' }).click();
  await finished.getByRole('alert').filter({ hasText: 'No printer' }).waitFor();
  expect(await paper().innerText()).not.toContain('2.ª via');
  await finished.getByRole('button', { name: 'Next sale' }).click();
});

it('the company’s text from Settings is on its receipts, in the language of the customer', async () => {
  const card = page.getByRole('region', { name: 'What a receipt says' });
  await openSection(page, 'What a receipt says');
  await card.getByLabel('Address, under the company’s name').fill('Rua das Flores, 12\nLisboa');
  await card.getByLabel('The company’s tax number').fill('509442013');
  const choose = (name: string, buffer: Buffer) =>
    card.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('notes.png', Buffer.from('no picture'));
  await card.getByRole('alert').filter({ hasText: 'cannot be used as a logo' }).waitFor();
  await choose('logo.png', pngOf(Array.from({ length: 700 }, () => '#'.repeat(600))));
  await card.getByRole('img', { name: 'Logo as it is printed' }).waitFor();
  await card.getByRole('button', { name: 'Save texts' }).click();
  await card.getByText('Saved.').waitFor();
  await goTo(page, 'Sell');

  const finished = await sellOne();
  await paper().getByText('Tax number 509442013').waitFor();
  // As high as a logo may be.
  const logo = paper().getByRole('img', { name: 'Mercearia Aurora' });
  const size = await logo.evaluate((image) => {
    const { naturalWidth, naturalHeight } = image as unknown as Record<string, number>;
    return [naturalWidth, naturalHeight];
  });
  expect(size).toEqual([274, 320]);
  expect(await paper().innerText()).toContain('the official document is the PDF');
  await finished.getByLabel('Paper of the PDF').selectOption('A4');
  await finished.getByLabel('Language of the receipt').selectOption('pt-PT');
  const before = readdirSync(receipts);
  await finished.getByRole('button', { name: 'Save PDF' }).click();
  await finished.getByText(/\.pdf/).waitFor();
  const [file = ''] = readdirSync(receipts).filter((name) => !before.includes(name));
  expect(readFileSync(join(receipts, file), 'latin1')).toMatch(/\/MediaBox ?\[0 0 595/);
  await finished.getByRole('button', { name: 'Next sale' }).click();

  await openSection(page, 'What a receipt says');
  await card.getByRole('radio', { name: 'Print no receipt' }).check();
  await card.getByRole('button', { name: 'Save texts' }).click();
  await card.getByText('Saved.').waitFor();
  await goTo(page, 'Sell');
  const refused = await sellOne();
  await page.frameLocator('iframe').getByText('has sent no ATCUD').waitFor();
  await refused.getByRole('button', { name: 'Save PDF' }).click();
  await refused.getByRole('alert').filter({ hasText: 'has sent no ATCUD' }).waitFor();
  await refused.getByRole('button', { name: 'Next sale' }).click();
});

it('an unsent sale prints at most a slip that is no invoice', async () => {
  await pullThePlug(page);
  const finished = await sellOne();
  await paper().getByText('Este documento não serve de fatura').waitFor();
  const text = await paper().innerText();
  expect(text).not.toMatch(/FS \S+\/\d+/);
  expect(text).toMatch(/CF-\w{4}-\w{4}-\w{4}/);
  await finished.getByRole('button', { name: 'Save PDF' }).click();
  await expect.poll(() => readdirSync(receipts).some((file) => file.startsWith('CF-'))).toBe(true);
});
