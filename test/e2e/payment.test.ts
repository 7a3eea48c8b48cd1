// Who pays and how: customers and payment methods that documents named, and cash.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goTo, lines, openSection, pay, practise, scan, total } from './cashier.ts';
import { documentsOf } from './practice-database.ts';
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

const payment = () => page.getByRole('dialog', { name: 'Payment' });
const finished = () => page.getByRole('dialog', { name: 'Sale finished' });

async function ring(...codes: readonly string[]): Promise<void> {
  await goTo(page, 'Sell');
  for (const [index, code] of codes.entries()) {
    await scan(page, code);
    await lines(page).nth(index).waitFor();
  }
}

it('a customer whom a document named is found by name and sold to', async () => {
  await goTo(page, 'Documents');
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('Central de Évora');
  await page.getByRole('table', { name: 'Documents' }).getByText('Café Central').first().waitFor();
  await ring('CAFE', 'TORRADA');
  await page.getByRole('button', { name: 'Customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Customer' });
  await dialog.getByRole('textbox', { name: 'Name or tax number' }).fill('evora cafe');
  // Sooner than the list can follow.
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Café Central de Évora, Lda.').waitFor();

  await pay(page);
  await finished().getByText('Confirmed', { exact: true }).waitFor();
  const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished().innerText())?.[0] ?? '';
  expect(documentsOf(userDataDir, reference)).toMatchObject([{ fiscalNumber: '510234674' }]);
  await finished().getByRole('button', { name: 'Next sale' }).click();
});

it('cash is a press away, and the change is there before and after', async () => {
  await ring('CAFE');
  await page.getByRole('button', { name: 'One more Café expresso' }).click();
  await total(page).getByText('€1.60').waitFor();
  await page.getByRole('button', { name: 'Pay' }).click();
  const amounts = payment().getByRole('group', { name: 'Quick amounts' }).getByRole('button');
  expect(await amounts.allInnerTexts()).toEqual(['Exact', '€2.00', '€5.00', '€10.00', '€20.00']);
  await amounts.getByText('€5.00').click();
  await payment().getByRole('status').getByText('€3.40').waitFor();
  await payment().getByRole('button', { name: 'Finish sale' }).click();
  await finished().getByText('€3.40').waitFor();
  await finished().getByRole('button', { name: 'Next sale' }).click();
});

it('a payment method that a document named can be added to the till’s own', async () => {
  await ring('CAFE');
  await pay(page, { method: 'MB WAY' });
  await finished().getByText('Confirmed', { exact: true }).waitFor();
  await openSection(page, 'Payment methods');
  await page.getByRole('button', { name: 'Remove MB WAY' }).click();
  await page.getByRole('button', { name: 'Save methods' }).click();
  await goTo(page, 'Sell');
  await ring('CAFE');
  await page.getByRole('button', { name: 'Pay' }).click();
  await payment().getByRole('radio', { name: 'Multibanco' }).waitFor();
  expect(await payment().getByRole('radio', { name: 'MB WAY' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await openSection(page, 'Payment methods');
  await page.getByRole('button', { name: 'Add MB WAY' }).click();
  await page.getByRole('button', { name: 'Save methods' }).click();
  await goTo(page, 'Sell');
  await page.getByRole('button', { name: 'Pay' }).click();
  await payment().getByRole('radio', { name: 'MB WAY' }).check();
  await page.keyboard.press('Escape');
});
