// A sale that the service refuses: what the cashier is told, what can be done, and what is kept of
// it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addFreeLine, connection, goTo, lines, pay, practise, scan, sell } from './cashier.ts';
import { addTwin, documentsOf } from './practice-database.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

// An audit every second, so that a second document is noticed while the test waits.
const outbox = {
  settlingMs: 600,
  firstLookUpMs: 200,
  lookUpCapMs: 600,
  retryFirstMs: 200,
  retryCapMs: 400,
  auditDelaysMs: [1_000],
};
const userDataDir = newUserData({ outbox });
let till: Till;
let page: Page;
let reference = '';
beforeAll(async () => {
  till = await launchTill({ userDataDir });
  page = till.page;
  await practise(page);
});
afterAll(() => till.kill9());

/** Fails if the element does not get the focus. */
const focused = (locator: Locator): Promise<void> => locator.and(page.locator(':focus')).waitFor();
const article = () => page.getByRole('article');
const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true });

/** Sells a line whose code the service does not know, beside one that it knows. */
async function sellUnknown(): Promise<void> {
  await goTo(page, 'Sell');
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  await addFreeLine(page, { code: 'FORA-DE-VENDA', quantity: '1', unitPrice: '2' });
  await lines(page).nth(1).waitFor();
  const finished = await pay(page, { tendered: '5' });
  await finished.getByText('Refused, trying again', { exact: true }).waitFor();
  reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished.innerText())?.[0] ?? '';
  await finished.getByRole('button', { name: 'Next sale' }).click();
  await goTo(page, 'Outbox');
  await page.getByRole('link', { name: reference }).click();
}

/**
 * Sells others between its attempts, which are accepted, so that the refusals count against this
 * sale.
 */
async function untilRefused(): Promise<void> {
  const refused = () =>
    page.getByRole('row', { name: reference }).getByText('Refused', { exact: true });
  for (let others = 0; others < 15; others += 1) {
    await goTo(page, 'Sell');
    await sell(page, ['CAFE']);
    await goTo(page, 'Outbox');
    await page.waitForTimeout(1_000);
    if ((await refused().count()) > 0) break;
  }
  await page.getByRole('link', { name: reference }).click();
}

async function decide(choice: RegExp, action: string): Promise<void> {
  await page.getByRole('radio', { name: choice }).check();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Inês');
  await page.getByRole('textbox', { name: 'Reason, or what was done' }).fill('Code checked');
  await page.getByRole('button', { name: action, exact: true }).click();
}

it('is tried again at first, with the service’s words beside the line that it named', async () => {
  await sellUnknown();
  await article().getByRole('heading', { name: 'The service refused it' }).waitFor();
  const said = page.getByRole('region', { name: 'What the service said' });
  await said.getByText('Line 2, FORA-DE-VENDA, Code').waitFor();
  await said.getByText('There is no such record.').waitFor();
});

it('is kept for a person once the service has accepted others again and again', async () => {
  await untilRefused();
  await connection(page).getByRole('link', { name: '1 needs a person' }).waitFor();
  await article()
    .getByText(/does not take it, though it took others: Line 2/)
    .waitFor();
  await page.getByRole('region', { name: 'What the service said' }).getByText('Line 2').waitFor();
});

it('can be sent again, and is refused again as long as nothing has changed', async () => {
  await decide(/Send it again/, 'Send again');
  await article().getByText('Inês decided: Code checked').waitFor();
  await article().getByRole('heading', { name: 'The service refused it' }).waitFor();
  expect(await page.getByRole('radio', { name: /Send it again/ }).count()).toBe(0);
});

it('asks for what is missing, at the field, before it sends a correction', async () => {
  await page.getByRole('radio', { name: /Correct it/ }).check();
  const code = line(2).getByRole('textbox', { name: 'Code' });
  expect(await code.getAttribute('aria-invalid')).toBe('true');
  await line(2).getByText('There is no such record.').waitFor();
  // The name of the signed-in user is there already.
  await page.getByRole('textbox', { name: 'Your name' }).clear();
  await page.getByRole('button', { name: 'Correct and send' }).click();
  await article().getByText('Please give your name.').waitFor();
  await line(1).getByRole('textbox', { name: 'Quantity' }).fill('0');
  await page.getByRole('button', { name: 'Correct and send' }).click();
  await line(1).getByText('Give a quantity above 0').waitFor();
  await focused(line(1).getByRole('textbox', { name: 'Quantity' }));
  await line(1).getByRole('textbox', { name: 'Quantity' }).fill('1');
});

it('is corrected and sent with the service’s amounts, and the refused body is kept', async () => {
  await line(2).getByRole('textbox', { name: 'Code' }).fill('TORRADA');
  expect(await line(2).getByText('There is no such record.').count()).toBe(0);
  await article().getByText('That is exactly what the customer paid.').waitFor();
  await line(2).getByRole('textbox', { name: 'Unit price' }).fill('2.10');
  await article().getByText('€0.10 more than the customer paid').waitFor();
  await page.getByRole('button', { name: 'Add a line' }).click();
  await focused(line(3).getByRole('textbox', { name: 'Description' }));
  await line(3).getByRole('button').click();
  await decide(/Correct it/, 'Correct and send');

  await article().getByText('Inês corrected it: Code checked').waitFor();
  await article().getByText('The service has confirmed the sale.').waitFor();
  expect(documentsOf(userDataDir, reference)).toMatchObject([{ totalCents: 290 }]);
  const former = article().getByRole('group').filter({ hasText: 'Before the correction' });
  await former.getByText('Before the correction').click();
  await former.getByText('FORA-DE-VENDA').first().waitFor();
  await former.getByText('€2.80').first().waitFor();
});

it('raises an alarm when a second document turns up, side by side with the sale', async () => {
  const [first] = documentsOf(userDataDir, reference);
  const twin = addTwin(userDataDir, reference);
  const alarm = article().getByRole('alert').filter({ hasText: '2 documents bear this reference' });
  await alarm.waitFor({ timeout: 30_000 });
  expect(await alarm.innerText()).toContain(`${first?.docKey ?? '?'} and ${twin}`);
  const table = page.getByRole('region', { name: 'Sent from here, and what the service holds' });
  await table.getByRole('row', { name: 'Total' }).getByText('€3.00').waitFor();
  await table.getByRole('row', { name: 'Total' }).getByText('differs').waitFor();
  await table.getByRole('row', { name: 'Line 2' }).getByText('TORRADA').first().waitFor();
});

it('is settled by a person, who is named in its history', async () => {
  await decide(/It stands/, 'Decide');
  await article().getByText('The service has confirmed the sale.').waitFor();
  await focused(page.getByRole('status').filter({ hasText: 'Confirmed' }));
  await expect.poll(() => article().getByText('Inês decided: Code checked').count()).toBe(2);
});

it('saves its evidence: everything that was ever known of it', async () => {
  await article().getByRole('button', { name: 'Save evidence' }).click();
  await article().getByText(`${reference}.txt`).waitFor();
  const folder = join(userDataDir, '..', 'receipts');
  expect(readdirSync(folder)).toEqual([`${reference}.txt`]);
  const text = readFileSync(join(folder, `${reference}.txt`), 'utf8');
  for (const known of [
    `Reference: ${reference}`,
    'Practice – nothing here is a real invoice',
    'details[1].code | unknown | There is no such record.',
    'Before the correction of',
    '| FORA-DE-VENDA | FORA-DE-VENDA',
    '| TORRADA | FORA-DE-VENDA',
    'Inês corrected it: Code checked',
    ...documentsOf(userDataDir, reference).map(({ docKey }) => docKey),
  ]) {
    expect(text).toContain(known);
  }
});

it('can be cancelled by name and reason, and does not hold up the others', async () => {
  await sellUnknown();
  await decide(/Cancel it/, 'Cancel it');
  await article().getByText('The sale was cancelled.').waitFor();
  await goTo(page, 'Sell');
  await sell(page, ['CAFE']);
  await expect.poll(() => connection(page).innerText()).not.toContain('person');
});
