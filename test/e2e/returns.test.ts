// Goods that come back on the practice till, from the sale to the credit note: what the shop's
// service holds afterwards, and what the Day shows.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import { goTo as goToScreen, practiceStartMs } from './cashier.ts';
import { examine } from './examine.ts';
import { withDatabase } from './practice-database.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { driven } from '../tier.ts';

describe.each(driven)('in %s', (language: Language) => {
  const { sell, payment, finished, frame, signIn, returns, outbox, dayPaper } =
    messagesFor(language);
  const userDataDir = newUserData({ language });
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
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name });

  it('one of two things comes back for cash, from the page of the sale', async () => {
    await field().fill('2*CAFE');
    await field().press('Enter');
    await page.getByRole('button', { name: sell.pay }).click();
    await page.getByRole('button', { name: payment.finish }).click();
    const done = page.getByRole('dialog', { name: finished.title });
    await done
      .getByText(/FS \S+\/\d+/)
      .first()
      .waitFor();
    const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await done.innerText())?.[0] ?? '';
    await page.getByRole('button', { name: finished.nextSale }).click();
    await goToScreen(page, frame.screens.outbox);
    await page.getByRole('link', { name: reference }).click();
    await heading(outbox.page.heading(reference)).waitFor();
    await button(returns.start).click();
    await heading(/FS \S+\/\d+/).waitFor();
    await page.getByRole('list', { name: returns.lines }).getByRole('button').nth(1).click();
    await examine(page, `${language}-return`);
    await button(returns.finish).click();
    await page.getByText(returns.doneTitle).waitFor();
    await expect
      .poll(() =>
        withDatabase(userDataDir, (db) =>
          db
            .prepare("SELECT count(*) FROM documents WHERE our_reference LIKE 'CF-% FS %'")
            .pluck()
            .get(),
        ),
      )
      .toBe(1);
  });

  it('the Day shows what was sold, what came back, and the difference', async () => {
    await goToScreen(page, frame.screens.day);
    for (const name of [dayPaper.sold, dayPaper.cameBack, dayPaper.soldLess])
      await page.getByText(name, { exact: true }).first().waitFor();
    await examine(page, `${language}-day-with-return`);
  });
});
