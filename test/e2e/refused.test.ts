// A sale that the service refuses: what the cashier is told, and what can be done.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connection, goTo, lines, pay, practise, pullThePlug, sell } from './cashier.ts';
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

const decide = async (choice: RegExp) => {
  await page.getByRole('radio', { name: choice }).check();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Inês');
  await page.getByRole('textbox', { name: 'Reason, or what was done' }).fill('Code checked');
  await page.getByRole('button', { name: 'Decide' }).click();
};

it('says why, and is kept for a person', async () => {
  await page.getByRole('button', { name: 'Free line' }).click();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('NO-SUCH-CODE');
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('1');
  await page.getByRole('textbox', { name: 'Unit price', exact: true }).fill('2');
  await page.getByRole('button', { name: 'Add line' }).click();
  await lines(page).first().waitFor();
  const finished = await pay(page);
  await finished.getByText('Refused', { exact: true }).waitFor();
  await finished.getByRole('button', { name: 'Next sale' }).click();
  await connection(page).getByText('needs a person').waitFor();

  await goTo(page, 'Outbox');
  await page.getByRole('row').nth(1).getByText('details[0].code').waitFor();
});

it('can be sent again, and is refused again as long as nothing has changed', async () => {
  await page.getByRole('row').nth(1).getByRole('link').click();
  await decide(/Send it again/);
  await page.getByText('Inês decided: Code checked').waitFor();
  await expect.poll(() => page.getByText('Sending, attempt 2.').count()).toBe(1);
  await page.getByRole('button', { name: 'Decide' }).waitFor();
});

it('can be cancelled by name and reason, and does not keep the others', async () => {
  await decide(/Cancel it/);
  await page.getByRole('article').getByText('Cancelled').first().waitFor();
  await goTo(page, 'Sell');
  await sell(page, ['CAFE']);
  await expect.poll(() => connection(page).innerText()).not.toContain('person');
});

it('an outage that a screen notices first shows in the header', async () => {
  await pullThePlug(page);
  await goTo(page, 'Documents');
  await connection(page).getByText('Offline').waitFor();
});
