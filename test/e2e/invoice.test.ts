// A sale that becomes a full invoice: above the legal limit, or because the customer asks for one.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import { goTo as goToScreen, practiceStartMs } from './cashier.ts';
import { examine } from './examine.ts';
import { documentsOf } from './practice-database.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { driven } from '../tier.ts';

describe.each(driven)('in %s', (language: Language) => {
  const { common, sell, payment, finished, settings, frame, signIn } = messagesFor(language);
  const userDataDir = newUserData({ language });
  const kind = 'Fatura-recibo';
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    till = await launchTill({ userDataDir });
    page = till.page;
    await page.getByRole('button', { name: signIn.practice, exact: true }).click();
    await field().waitFor({ timeout: practiceStartMs });
  });
  afterAll(() => till.kill9());

  const field = () => page.getByRole('combobox', { name: sell.search });
  const lines = () => page.getByRole('list', { name: sell.lines }).getByRole('listitem');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const invoice = () => page.getByRole('button', { name: sell.invoice });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const goTo = (screen: keyof typeof frame.screens) => goToScreen(page, frame.screens[screen]);

  async function scan(code: string): Promise<void> {
    const before = await lines().count();
    await field().fill(code);
    await field().press('Enter');
    await lines().nth(before).waitFor();
  }

  async function sold(): Promise<string> {
    const text = await dialog(finished.title).innerText();
    await dialog(finished.title)
      .getByText(/FR \S+\/\d+/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: finished.nextSale }).click();
    return /CF-\w{4}-\w{4}-\w{4}/.exec(text)?.[0] ?? '';
  }

  it('without a chosen kind of invoice the till offers those of the service and keeps the sale', async () => {
    await page.evaluate(`window.till.request('settings.update', { invoiceKind: null })`);
    await scan('AZEITE-750');
    await page.getByRole('button', { name: sell.freeLine }).click();
    await page.getByRole('textbox', { name: sell.unitPrice, exact: true }).fill('1200');
    await button(sell.addLine).click();
    await lines().nth(1).waitFor();
    expect(await page.getByRole('button', { name: sell.pay }).isDisabled()).toBe(true);
    await examine(page, `${language}-over-limit`);
    await invoice().click();
    const unknown = dialog(sell.noInvoice.title);
    await unknown.getByRole('button', { name: kind, exact: true }).waitFor();
    await examine(page, `${language}-no-invoice`);
    await button(common.cancel).click();
    await expect.poll(() => lines().count()).toBe(2);
  });

  it('the kind is chosen once in the settings, among those that the service shows', async () => {
    await goTo('settings');
    await page.getByRole('link', { name: settings.invoices, exact: true }).click();
    await button(settings.lookForInvoices).click();
    await page.getByText(settings.kindsFound(2)).waitFor();
    await page.getByRole('combobox', { name: settings.invoiceKind }).selectOption(kind);
    await examine(page, `${language}-invoice-kinds`);
    await button(settings.saveInvoices).click();
    await page.getByText(settings.limitsSaved).waitFor();
    await goTo('documents');
    await goTo('settings');
    await page.getByRole('link', { name: settings.invoices, exact: true }).click();
    const select = page.getByRole('combobox', { name: settings.invoiceKind });
    expect(await select.locator('option:checked').innerText()).toBe(kind);
  });

  it('above the limit the sale goes on as an invoice, and the till asks for the customer', async () => {
    await goTo('sell');
    await invoice().click();
    const paying = dialog(payment.invoiceTitle(kind));
    const taxNumber = paying.getByRole('textbox', { name: sell.taxNumber });
    await taxNumber.and(page.locator(':focus')).waitFor();
    expect(await button(payment.finish).isDisabled()).toBe(true);
    await examine(page, `${language}-invoice`);
    await paying.getByRole('button', { name: sell.customer }).click();
    const customers = dialog(sell.customer);
    await customers.getByRole('textbox', { name: sell.findCustomer }).fill('evora cafe');
    await page.keyboard.press('Enter');
    await customers.waitFor({ state: 'detached' });
    await paying.getByText('Café Central de Évora, Lda.').waitFor();
    await examine(page, `${language}-invoice-customer`);
    await paying.getByRole('button', { name: payment.finish }).click();
    await dialog(finished.title).waitFor();
    await examine(page, `${language}-invoiced`);
    const reference = await sold();
    expect(documentsOf(userDataDir, reference)).toMatchObject([
      { docKey: expect.stringMatching(/^FR /) as string, fiscalNumber: '510234674' },
    ]);
    expect(await lines().count()).toBe(0);
    await goTo('outbox');
    await page.getByRole('link', { name: reference }).click();
    await page.getByRole('heading', { name: reference }).waitFor();
    await examine(page, `${language}-invoice-sale`);
    await goTo('sell');
  });

  it('below the limit one press makes the sale an invoice, and what was typed stays', async () => {
    await scan('CAFE');
    await page.getByRole('button', { name: sell.pay }).click();
    const paying = dialog(payment.title);
    await paying.getByRole('textbox', { name: payment.tendered }).fill('20');
    await examine(page, `${language}-payment-invoice`);
    await paying.getByRole('button', { name: payment.asInvoice }).click();
    const taxNumber = paying.getByRole('textbox', { name: sell.taxNumber });
    await taxNumber.and(page.locator(':focus')).waitFor();
    await taxNumber.fill('999999990');
    expect(await button(payment.finish).isDisabled()).toBe(true);
    await taxNumber.fill('508890136');
    expect(await paying.getByRole('textbox', { name: payment.tendered }).inputValue()).toBe('20');
    await page.keyboard.press('Enter');
    await dialog(finished.title).waitFor();
    const reference = await sold();
    expect(documentsOf(userDataDir, reference)).toMatchObject([{ fiscalNumber: '508890136' }]);
  });

  it('a key begins the invoice, and leaving it keeps the sale as it was', async () => {
    await scan('CAFE');
    await page.keyboard.press('Shift+F6');
    await dialog(payment.invoiceTitle(kind)).waitFor();
    await page.getByRole('button', { name: payment.back }).click();
    await expect.poll(() => lines().count()).toBe(1);
  });
});
