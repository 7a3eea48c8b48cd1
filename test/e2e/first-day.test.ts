// The first day of a till at a service that it has never seen: from the sign-in to the first
// confirmed sale, by pressing what is offered, without typing a number.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import { startShopService, shopAccount, type ShopService } from '../shop-service.ts';
import { driven, isLong } from '../tier.ts';
import { submitSignIn } from './cashier.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const mostPresses = 12;

describe.each(driven)('in %s', (language: Language) => {
  const messages = messagesFor(language);
  const { start, sell, payment, finished, signIn } = messages;
  let service: ShopService;
  let till: Till;
  let page: Page;
  let presses = 0;
  beforeAll(async () => {
    service = await startShopService();
    till = await launchTill({ userDataDir: newUserData({ language }) });
    page = till.page;
  });
  afterAll(async () => {
    await till.kill9();
    await service.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  async function press(target: Locator): Promise<void> {
    presses += 1;
    await target.click();
  }

  it('a till that never sold opens “Get the till ready” by itself, and reads the documents', async () => {
    await button(signIn.submit).waitFor();
    await submitSignIn(
      page,
      {
        [signIn.serviceAddress]: service.baseUrl,
        [signIn.username]: shopAccount.username,
        [signIn.password]: shopAccount.password,
        [signIn.companyCode]: shopAccount.companyCode,
        [signIn.tillCode]: shopAccount.tillCode,
      },
      language,
    );
    await heading(start.title).waitFor();
    await heading(start.reading.title).waitFor();
    await page.getByText(start.reading.phases.ended, { exact: true }).first().waitFor();
    expect(service.mostAtOnce()).toBe(1);
    await examine(page, `${language}-start-reading`);
  });

  it('from there few presses, and no typed number, lead to the first confirmed sale', async () => {
    await press(button(start.continue));
    await page.getByRole('checkbox', { name: start.methods.useIt('Numerário') }).waitFor();
    await page.getByRole('checkbox', { name: start.methods.useIt('MB WAY') }).waitFor();
    await examine(page, `${language}-start-methods`);
    await press(page.getByRole('radio', { name: 'Numerário', exact: true }));
    await press(button(start.continue));

    await heading(start.names.products).waitFor();
    const bread = start.products.takeIt('Pão alentejano 500 g');
    await page.getByRole('checkbox', { name: bread }).waitFor();
    await page.getByText(start.products.names('Pão alentejano')).waitFor();
    await examine(page, `${language}-start-products`);
    await press(button(new RegExp(`^${start.products.takeThem(36)}$`)));

    await heading(start.names.keys).waitFor();
    await page.getByRole('checkbox', { name: 'Pão alentejano 500 g' }).waitFor();
    await examine(page, `${language}-start-keys`);
    await press(button(start.continue));
    await heading(start.names.invoices).waitFor();
    // This shop has only ever made simplified ones.
    await page.getByText(start.invoices.none).waitFor();
    await examine(page, `${language}-start-invoices`);
    await press(page.getByRole('button', { name: start.sell, exact: true }));

    await press(page.getByRole('button', { name: /Pão alentejano 500 g/ }));
    await press(button(sell.pay));
    await press(button(payment.finish));
    const done = page.getByRole('dialog', { name: finished.title });
    await done.getByText(messages.states.confirmed, { exact: true }).waitFor();
    expect(presses).toBeLessThanOrEqual(mostPresses);
    expect(service.created).toMatchObject([
      {
        finalize: true,
        payments: [{ payment_method_id: 11 }],
        details: [{ code: 'P001', base_qty: 1, line_unit_value: 1.75 }],
      },
    ]);
  });

  it.runIf(isLong)('every other step shows what can be set up', async () => {
    const shows = {
      texts: () => page.getByRole('button', { name: messages.receiptTexts.save }),
      printer: () => page.getByRole('radiogroup', { name: messages.printing.kind }),
      drawer: () => page.getByRole('checkbox', { name: messages.printing.hasDrawer }),
      people: () => page.getByText(messages.lock.manage.none),
      display: () => page.getByRole('combobox', { name: messages.display.screen }),
      backups: () => page.getByText(messages.settings.noRecoveryKey),
    };
    for (const step of ['texts', 'printer', 'drawer', 'people', 'display', 'backups'] as const) {
      await page.evaluate(`location.hash = '#/start/${step}'`);
      await heading(start.names[step]).waitFor();
      // Each step asks the main process for what it shows.
      await shows[step]().first().waitFor();
      await examine(page, `${language}-start-${step}`);
    }
    await page.evaluate(`location.hash = '#/start/ready'`);
    await heading(start.ready.title).waitFor();
    await examine(page, `${language}-start-ready`);
    await page.getByRole('button', { name: start.sell, exact: true }).click();
    await page.getByRole('combobox', { name: sell.search }).waitFor();
  });

  it('the payment offers a till without payment methods those of its documents', async () => {
    await page.evaluate(`window.till.request('settings.update', { paymentMethods: [] })`);
    await page.getByRole('button', { name: /Azeite virgem extra/ }).click();
    await button(sell.pay).click();
    const dialog = page.getByRole('dialog', { name: payment.title });
    const cash = dialog.getByRole('button', { name: start.onTheSpot.useIt('Numerário') });
    await cash.waitFor();
    expect(
      await dialog.getByRole('textbox', { name: start.onTheSpot.number, exact: true }).count(),
    ).toBe(0);
    await examine(page, `${language}-start-payment`);
    await cash.click();
    await dialog.getByRole('radio', { name: 'Numerário', checked: true }).waitFor();
    await dialog.getByRole('button', { name: payment.finish }).click();
    await page
      .getByRole('dialog', { name: finished.title })
      .getByText(messages.states.confirmed, { exact: true })
      .waitFor();
    expect(service.created.at(-1)).toMatchObject({ payments: [{ payment_method_id: 11 }] });
  });

  it('a new document offers what documents named, and accepts a number as well', async () => {
    const { newDocument, particulars } = messages.documents;
    await page.evaluate(`location.hash = '#/documents/new'`);
    const kind = page.getByRole('combobox', { name: particulars.names.kind });
    await kind.selectOption({ label: newDocument.typeNamed('Fatura simplificada') });
    await page.getByText(newDocument.more, { exact: true }).click();
    const warehouse = page.getByRole('combobox', { name: particulars.names.warehouseId });
    await warehouse.selectOption({ label: 'Armazém da loja (3)' });
    await page
      .getByRole('combobox', { name: particulars.names.serieId })
      .selectOption({ label: 'Loja 2026 (8)' });
    await page
      .getByRole('combobox', { name: particulars.names.salesmanId })
      .selectOption({ label: newDocument.anotherNumber });
    const typed = newDocument.typedNumber(particulars.names.salesmanId);
    await page.getByRole('textbox', { name: typed }).fill('77');
    await examine(page, `${language}-start-new-document`);
  });
});
