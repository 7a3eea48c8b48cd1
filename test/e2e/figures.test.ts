// The figures as an owner looks at them: practice's own days, one sale of a product with a hostile
// name, and a till of 100,000 sales.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { TillBridge } from '../../src-main/contract/api.ts';
import { languages, type Language } from '../../src-main/contract/languages.ts';
import { addFreeLine, goTo, pay, practise, sell } from './cashier.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const en = messagesFor('en').figures;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

const speak = (page: Page, language: Language): Promise<unknown> =>
  page.evaluate((to) => {
    const { till } = globalThis as unknown as { till: TillBridge };
    return till.request('settings.update', { language: to });
  }, language);

async function saved(page: Page, title: string): Promise<string> {
  await button(page, en.csv(title)).click();
  const said = await page.getByText(/figures-[\w-]+\.csv/).innerText();
  const [file = ''] = /\/\S+\.csv/.exec(said) ?? [];
  return readFileSync(file, 'utf8');
}

describe('a till that has just begun', () => {
  const hostile = '=HYPERLINK("http://e.example","<img src=x onerror=x>")';
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    till = await launchTill({ userDataDir: newUserData() });
    page = till.page;
    await practise(page);
  });
  afterAll(() => till.kill9());

  it('says in both languages that nothing was sold', async () => {
    for (const language of languages) {
      const { figures, frame } = messagesFor(language);
      await speak(page, language);
      await goTo(page, frame.screens.figures);
      await button(page, figures.periods.day).click();
      await page.getByText(figures.nothingSold).first().waitFor();
      await page.getByText(figures.nothingBefore).first().waitFor();
      await examine(page, `${language}-figures-empty`);
    }
    await speak(page, 'en');
  });

  it('shows one sale under its hostile name, and saves a file that runs nothing', async () => {
    await goTo(page, 'Sell');
    await addFreeLine(page, { code: hostile, quantity: '2', unitPrice: '1.50' });
    await (await pay(page)).getByRole('button', { name: 'Next sale' }).click();
    await goTo(page, 'Figures');
    await button(page, en.periods.day).click();
    await card(page, 'By product').getByText('€3.00').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await saved(page, 'By product')).toContain(`'=HYPERLINK`);
    await examine(page, 'en-figures-one-sale');
    // A later sale is there after another look.
    await goTo(page, 'Sell');
    await sell(page, ['CAFE']);
    await goTo(page, 'Figures');
    await expect.poll(() => card(page, 'By payment method').innerText()).toContain('Numerário');
    await button(page, en.byQuantity).click();
    await button(page, en.table('By product')).click();
    await page.getByRole('columnheader', { name: 'Unit', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'CAFE', exact: true }).waitFor();
  });
});
