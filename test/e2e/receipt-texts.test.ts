import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pngOf } from '../printer/png-file.ts';
import { goTo, lines, pay, practise, scan } from './cashier.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const userDataDir = newUserData();
const receipts = join(userDataDir, '..', 'receipts');
let till: Till;
let page: Page;
beforeAll(async () => {
  till = await launchTill({ userDataDir });
  page = till.page;
  await page.setViewportSize({ width: 1920, height: 1080 });
  await practise(page);
});
afterAll(() => till.kill9());

const paper = () => page.frameLocator('iframe').getByRole('main');
const card = () => page.locator('.card').filter({ hasText: 'What a receipt says' });

it('what the company writes in Settings stands on its receipts, in the customer’s language', async () => {
  await goTo(page, 'Settings');
  await card().getByLabel('Address, under the company’s name').fill('Rua das Flores, 12\nLisboa');
  await card().getByLabel('The company’s tax number').fill('509442013');
  await card().getByLabel('At the end').fill('Trocas em 15 dias');
  const stripes = Array.from({ length: 40 }, (_, y) => '#'.repeat(y * 2).padEnd(90));
  await card().locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: pngOf(stripes),
  });
  await card().getByAltText('Logo as it is printed').waitFor();
  await card().getByRole('button', { name: 'Save texts' }).click();
  await card().getByText('Saved.').waitFor();
  await card().screenshot({ path: '/tmp/w/shots/card.png' });
  await page.screenshot({ path: '/tmp/w/shots/settings.png' });
  await goTo(page, 'Sell');

  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  const finished = await pay(page, { tendered: '5' });
  await paper()
    .getByText(/FS \S+\/\d+/)
    .waitFor();
  await page.screenshot({ path: '/tmp/w/shots/finished.png' });
  const text = await paper().innerText();
  for (const said of ['Lisboa', 'Tax number 509442013', 'Trocas em 15 dias']) {
    expect(text).toContain(said);
  }
  expect(text).toContain('the official document is the PDF');
  await finished.getByLabel('PDF on').selectOption('A4');
  await finished.getByLabel('Language').selectOption('pt-PT');
  await finished.getByRole('button', { name: 'Save PDF' }).click();
  await finished.getByText(/\.pdf/).waitFor();
  const [file = ''] = readdirSync(receipts);
  expect(readFileSync(join(receipts, file), 'latin1')).toMatch(/\/MediaBox ?\[0 0 595/);
});
