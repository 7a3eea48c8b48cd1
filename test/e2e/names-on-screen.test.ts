// The roles and names that assistive technology relies on, each in its place.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopAccount, startShopService, type ShopService } from '../shop-service.ts';
import {
  addFreeLine,
  connection,
  goTo,
  pay,
  practise,
  sell,
  submitSignIn,
  total,
} from './cashier.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

/** Fast, so that a sale is soon tried often enough to be refused. */
const outbox = {
  settlingMs: 600,
  firstLookUpMs: 200,
  lookUpCapMs: 600,
  retryFirstMs: 200,
  retryCapMs: 400,
};

type Role = Parameters<Page['getByRole']>[0];

/** Checks the names within a page, a dialog or a row. */
async function has(place: Locator | Page, role: Role, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await place.getByRole(role, { name, exact: true }).first().waitFor();
  }
}

describe('a till of nobody', () => {
  let service: ShopService;
  let till: Till;
  beforeAll(async () => {
    service = await startShopService();
    till = await launchTill({ userDataDir: newUserData() });
  });
  afterAll(async () => {
    await till.kill9();
    await service.close();
  });

  it('asks for what a sign-in needs, or offers practice', async () => {
    await has(till.page, 'button', ['Practice', 'Sign in']);
    const fields = ['Service address', 'Username', 'Password', 'Company code', 'Till code'];
    await has(till.page, 'textbox', fields);
  });

  it('is got ready', async () => {
    const { username, password, companyCode, tillCode } = shopAccount;
    await submitSignIn(till.page, {
      ...{ 'Service address': service.baseUrl, Username: username, Password: password },
      ...{ 'Company code': companyCode, 'Till code': tillCode },
    });
    const { page } = till;
    await has(page, 'heading', ['Get the till ready']);
    await has(page, 'button', ['Continue', 'Later', 'Start selling']);
    await page.getByText('Read', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await has(page, 'checkbox', ['Use Numerário']);
    await page.getByRole('radio', { name: 'Numerário', exact: true }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await has(page, 'checkbox', ['Take Pão alentejano 500 g']);
    // As many as this shop has.
    await has(page, 'button', ['Take 36 products']);
  });
});

describe('a till in use', () => {
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    till = await launchTill({ userDataDir: newUserData({ outbox }) });
    ({ page } = till);
    await practise(page);
  });
  afterAll(() => till.kill9());

  it('leads to every screen, and says how it is connected', async () => {
    const links = ['Sell', 'Day', 'Documents', 'Outbox', 'Catalogue', 'Figures', 'Settings'];
    await has(page.getByRole('navigation').first(), 'link', links);
    await connection(page).getByText('Online').waitFor();
  });

  it('sells', async () => {
    await has(page, 'combobox', ['Scan or search']);
    await has(page, 'button', ['Free line']);
    await page.getByRole('button', { name: /^Pay\b/ }).waitFor();
    await page.getByRole('button', { name: 'Free line' }).click();
    const free = page.getByRole('dialog');
    await has(free, 'textbox', ['Code', 'Quantity', 'Unit price']);
    await has(free, 'button', ['Add line']);
    await page.keyboard.press('Escape');
    await addFreeLine(page, { quantity: '1', unitPrice: '2.50' });
    await has(page, 'list', ['Lines']);
    await total(page).getByText('€2.50').waitFor();
    await page.getByRole('button', { name: 'Pay' }).click();
    const payment = page.getByRole('dialog', { name: 'Payment' });
    await has(payment, 'radiogroup', ['Payment method']);
    await has(payment, 'textbox', ['Tendered', 'Tax number']);
    await payment.getByRole('button', { name: 'Finish sale' }).click();
    const finished = page.getByRole('dialog', { name: 'Sale finished' });
    await has(finished, 'button', ['Print receipt', 'Save PDF', 'Next sale']);
    await finished
      .getByText(/^FS |CF-/)
      .first()
      .waitFor();
  });

  it('shows documents', async () => {
    await goTo(page, 'Documents');
    await has(page, 'tab', ['All', 'Sales', 'Guides', 'Stock', 'Working documents']);
    await has(page, 'searchbox', ['Search documents']);
    await has(page, 'combobox', ['Nature', 'Status', 'Order']);
    await has(page, 'table', ['Documents']);
  });

  it('shows the outbox', async () => {
    await goTo(page, 'Outbox');
    const columns = ['Reference', 'Time', 'Total', 'State', 'Document'];
    await has(page.getByRole('table', { name: 'Outbox' }), 'columnheader', columns);
    await has(page, 'button', ['Try now']);
    await has(page, 'status', ['Audit']);
  });

  it('offers to send all again that was not taken', { timeout: 180_000 }, async () => {
    await goTo(page, 'Sell');
    for (const quantity of ['3', '4']) {
      await addFreeLine(page, { code: 'FORA-DE-VENDA', quantity, unitPrice: '1' });
      await (await pay(page)).getByRole('button', { name: 'Next sale' }).click();
    }
    // What the service does not take is judged against what it takes.
    const again = page.getByRole('button', { name: /^Send all again( \(2\))?$/ });
    for (let others = 0; others < 20 && !(await again.isVisible()); others += 1) {
      await goTo(page, 'Sell');
      await sell(page, others % 2 === 0 ? ['CAFE'] : ['GALAO']);
      await goTo(page, 'Outbox');
      await page.waitForTimeout(1_000);
    }
    await again.waitFor();
  });

  it('shows the catalogue', async () => {
    await goTo(page, 'Catalogue');
    await has(page, 'searchbox', ['Search products']);
    await has(page, 'button', ['Add a product', 'Import', 'Export']);
    const table = page.getByRole('table', { name: 'Products' });
    await table
      .getByRole('button', { name: /^Change/ })
      .first()
      .click();
    await has(table, 'textbox', ['Code', 'Name', 'Price with tax']);
    await has(table, 'button', ['Save', 'Cancel', 'Remove']);
  });

  it('opens, counts and closes the day', async () => {
    await goTo(page, 'Day');
    await has(page, 'button', ['Cash in', 'Cash out', 'X report', 'Count and close']);
    await page.getByRole('button', { name: 'Cash in' }).click();
    await page.getByRole('radio', { name: 'Other' }).check();
    await has(page.getByRole('dialog'), 'textbox', ['Amount', 'Reason']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Count and close' }).click();
    const notes = ['€50.00', '€20.00', '€10.00', '€5.00'];
    const coins = ['€2.00', '€1.00', '€0.50', '€0.20', '€0.10', '€0.05', '€0.02', '€0.01'];
    const kinds = [...notes, ...coins].map((amount) => `How many of ${amount}`);
    await has(page, 'textbox', kinds);
    await page.getByRole('textbox', { name: 'How many of €50.00' }).fill('1');
    await page.getByRole('button', { name: 'Counted', exact: true }).click();
    await has(page, 'button', ['Count again', 'Close the day']);
    await has(page, 'textbox', ['Left in the drawer', 'Note on the difference']);
    await has(page, 'heading', ['In the drawer', 'Documents at the service', 'Still open']);
    await page.getByRole('textbox', { name: 'Left in the drawer' }).fill('50');
    await page.getByRole('textbox', { name: 'Note on the difference' }).fill('counted for a test');
    await page.getByRole('button', { name: 'Close the day' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await has(page, 'button', ['Open the day']);
    await has(page, 'textbox', ['Float']);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
