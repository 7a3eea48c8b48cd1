// A shop's working day: open, sell, cash out, count wrongly and again, close without the network,
// and see later what became of the sale that the Z names.
import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import {
  closeOpenDay,
  connection,
  goTo,
  lines,
  openSection,
  pay,
  plugBackIn,
  practise,
  pullThePlug,
  scan,
  sell,
} from './cashier.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const userDataDir = newUserData();
let till: Till;
const start = async () => (till = await launchTill({ userDataDir }));
afterAll(() => till.kill9());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

it('opens, counts and closes a day offline, and names the sale that is unsent', async () => {
  let { page } = await start();
  await practise(page);
  await closeOpenDay(page, 10_000);
  await openSection(page, 'The working day');
  await page.getByRole('radio', { name: 'Required' }).check();
  await button(page, 'Save the day’s settings').click();
  await page.getByText('Saved.', { exact: true }).waitFor();

  // With required days the sale cannot be finished, and is not lost.
  await goTo(page, 'Sell');
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  await page.getByRole('button', { name: 'Pay' }).click();
  const payment = page.getByRole('dialog', { name: 'Payment' });
  await button(page, 'Finish sale').click();
  await payment.getByText('No day is open.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Go to Day' }).click();

  await textbox(page, 'Float').fill('100');
  await button(page, 'Open the day').click();
  await page.getByText('Hidden until it is counted').waitFor();
  await goTo(page, 'Sell');
  await expect.poll(() => lines(page).count()).toBe(1);
  await pay(page);
  await connection(page).getByText('Online', { exact: true }).waitFor();

  await goTo(page, 'Day');
  await button(page, 'Cash out').click();
  const dialog = page.getByRole('dialog', { name: 'Cash out' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('20');
  await dialog.getByRole('radio', { name: 'Supplier' }).check();
  await dialog.getByRole('button', { name: 'Take out' }).click();
  await page.getByRole('row').filter({ hasText: 'Supplier' }).waitFor();

  // After a crash during the count, what was typed is there again.
  await button(page, 'Count and close').click();
  await textbox(page, 'How many of €50.00').fill('1');
  await textbox(page, 'How many of €20.00').fill('1');
  const draft = () => page.evaluate("till.request('day.state', undefined)");
  await expect.poll(draft).toMatchObject({ value: { day: { draft: { pieces: [{}, {}] } } } });
  await till.kill9();
  ({ page } = await start());
  await goTo(page, 'Day');
  await button(page, 'Count and close').click();
  expect(await textbox(page, 'How many of €20.00').inputValue()).toBe('1');
  await button(page, 'Back to the day').click();

  await pullThePlug(page);
  await goTo(page, 'Sell');
  const reference = await sell(page, ['GALAO']);
  await goTo(page, 'Day');
  await button(page, 'X report').click();
  const report = page.getByRole('dialog', { name: 'X report' });
  await report.frameLocator('iframe').getByText('X report').first().waitFor();
  await button(page, 'Save PDF').click();
  await report.getByText(/^Saved as .*\.pdf$/).waitFor();
  await report.getByRole('button', { name: 'Done' }).click();
  await goTo(page, 'Sell');
  await goTo(page, 'Day');
  await page.getByText('Cash has moved since the count was begun').first().waitFor();
  await button(page, 'Count and close').click();
  await textbox(page, 'How many of €50.00').fill('1');
  await button(page, 'Counted').click();
  await page.getByRole('heading', { name: 'In the drawer' }).waitFor();
  await page.getByText('€32.30 is missing').waitFor();
  await button(page, 'Count again').click();
  await textbox(page, 'How many of €50.00').fill('1');
  await textbox(page, 'How many of €20.00').fill('1');
  await textbox(page, 'How many of €10.00').fill('1');
  await textbox(page, 'How many of €1.00').fill('2');
  await button(page, 'Counted').click();
  await page.getByRole('heading', { name: 'Still open' }).waitFor();
  await page.getByRole('link', { name: reference }).waitFor();
  await textbox(page, 'Note on the difference').fill('Trocos');
  await textbox(page, 'Left in the drawer').fill('50');
  await button(page, 'Close the day').click();
  await page.getByRole('heading', { name: 'The day is closed' }).waitFor();
  await page.getByRole('link', { name: reference }).waitFor();

  await button(page, 'Save PDF').click();
  const saved = page.getByText(/^Saved as .*\.pdf$/);
  const [, file = ''] = /Saved as (.*)$/.exec(await saved.innerText()) ?? [];
  expect(existsSync(file)).toBe(true);

  await plugBackIn(page);
  await connection(page).getByText('Online', { exact: true }).waitFor();
  await button(page, 'Done').click();
  const closed = page.getByRole('table', { name: 'Closed days' }).getByRole('row').nth(1);
  await closed.getByText('1, 1 settled').waitFor({ timeout: 60_000 });
  await closed.getByRole('button', { name: /Show Z report/ }).click();
  const since = page.getByRole('table', { name: 'Since then' });
  await since.getByRole('row').filter({ hasText: reference }).getByText('Confirmed').waitFor();
  await button(page, 'Compare with the service').click();
  await page.getByText(/^Agrees: \d+ documents of this day found once/).waitFor();
});
