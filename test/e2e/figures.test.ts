// The figures as an owner looks at them: practice's own days, one sale of a product with a hostile
// name, and a till of 100,000 sales.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { TillBridge } from '../../src-main/contract/api.ts';
import { languages, type Language } from '../../src-main/contract/languages.ts';
import { openStore } from '../../src-main/store/open.ts';
import { prepareTill } from '../bench/app-till.ts';
import { seedSales } from '../seeded-sales.ts';
import { addFreeLine, goTo, pay, practise, sell } from './cashier.ts';
import { examine } from './examine.ts';
import { addCashier, closePinWindow, enterPin, unlockAs } from './pin-window.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { driven } from '../tier.ts';

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
  const people = [
    { name: 'Inês', role: 'manager', pin: '73519046' },
    { name: 'Rui', role: 'cashier', pin: '40817263' },
  ] as const;
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

  it('needs a manager each time', async () => {
    for (const person of people) await addCashier(page, person);
    const send = () =>
      page.evaluate(() => {
        const { till: bridge } = globalThis as unknown as { till: TillBridge };
        return bridge.request('figures.read', { period: 'day', date: '2026-01-01' });
      });
    await page.getByRole('button', { name: /^Lock/ }).click();
    await unlockAs(page, 'Rui', people[1].pin);
    await page.getByRole('navigation').first().waitFor();
    const answer = send();
    await closePinWindow(page);
    expect(await answer).toEqual({
      ok: false,
      error: { code: 'manager_needed', action: 'see_figures' },
    });
    await goTo(page, 'Sell');
    await goTo(page, 'Figures');
    await enterPin(page, people[0].pin);
    await card(page, 'By product').waitFor();
    // Refreshing what shows asks nobody.
    expect(await page.getByRole('heading', { name: 'By hour' }).count()).toBe(1);
  });
});

describe('a till of 100,000 sales', () => {
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    const userDataDir = await prepareTill('service', { products: 10, sales: 0 });
    const [folder = ''] = readdirSync(join(userDataDir, 'tills'));
    const opened = openStore(join(userDataDir, 'tills', folder, 'till.db'));
    if (!opened.ok) throw new Error(opened.error.code);
    seedSales(opened.value, { sales: 100_000, perDay: 240, untilMs: Date.now() });
    opened.value.close();
    till = await launchTill({ userDataDir });
    page = till.page;
  }, 300_000);
  afterAll(() => till.kill9());

  it('looks well in each period', async () => {
    for (const language of driven) {
      const { figures, frame } = messagesFor(language);
      await speak(page, language);
      await goTo(page, frame.screens.figures);
      for (const kind of ['day', 'week', 'month'] as const) {
        await button(page, figures.periods[kind]).click();
        await page.getByRole('heading', { name: figures.trends[kind] }).waitFor();
        await page.getByRole('img', { name: new RegExp(`^${figures.trends[kind]}`) }).waitFor();
        await examine(page, `${language}-figures-${kind}`);
      }
      await page.getByRole('heading', { name: figures.titles.cash }).scrollIntoViewIfNeeded();
      await examine(page, `${language}-figures-below`);
    }
    await speak(page, 'en');
  });

  it('goes back by days, and forward no further than today', async () => {
    await button(page, 'Today').click();
    await page.getByRole('heading', { name: en.trends.day }).waitFor();
    const head = () => page.getByRole('heading', { level: 2 }).innerText();
    const today = await head();
    expect(await button(page, en.later('day')).isDisabled()).toBe(true);
    await button(page, en.earlier('day')).click();
    await expect.poll(head).not.toBe(today);
    expect(await button(page, 'Today').getAttribute('aria-pressed')).toBe('false');
    await button(page, en.later('day')).click();
    await expect.poll(head).toBe(today);
  });

  it('prints what shows, without the controls', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => button(page, 'Refresh').isVisible()).toBe(false);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(1_500);
    expect(await page.getByRole('heading', { name: en.titles.cash }).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });
});
