// The rehearsal "Computer dies", played to its end: an outage, a second copy, the loss of all that
// the practice till has, and starting again from the copy.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import { driven } from '../tier.ts';
import { goTo } from './cashier.ts';
import { examine } from './examine.ts';
import { countDocuments } from './practice-database.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

describe.each(driven)('in %s', (language: Language) => {
  const messages = messagesFor(language);
  const { practice, frame, sell, finished, startAgain, secondCopyScreen, states } = messages;
  const rehearsal = practice.rehearsals.computer_dies;
  const userDataDir = newUserData({ language });
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    till = await launchTill({
      userDataDir,
      env: {
        STAND_IN_CHOOSES: join(userDataDir, 'practice', 'stick'),
        STAND_IN_PRESSES: messages.restore.agree,
      },
    });
    page = till.page;
    await page.getByRole('button', { name: messages.signIn.practice, exact: true }).click();
    await page.getByRole('combobox', { name: sell.search }).waitFor();
  });
  afterAll(() => till.kill9());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const panel = () => page.getByRole('region', { name: practice.title });
  const line = () => page.getByRole('status', { name: frame.connection });

  async function sold(code: string): Promise<string> {
    const field = page.getByRole('combobox', { name: sell.search });
    await field.fill(code);
    await field.press('Enter');
    await page.getByRole('listitem').filter({ hasText: code }).waitFor();
    await page.getByRole('button', { name: sell.pay }).click();
    await press(messages.payment.finish);
    const dialog = page.getByRole('dialog', { name: finished.title });
    const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await dialog.innerText())?.[0];
    if (!reference) throw new Error('no reference');
    await press(finished.nextSale);
    return reference;
  }

  it('sales that waited on a computer that died are sent once from the next one', async () => {
    await press(practice.rehearse);
    await panel().getByRole('tab', { name: rehearsal.name }).click();
    await examine(page, `${language}-computer-dies`);
    await press(rehearsal.begin);
    await panel().getByText(practice.computer.outage).waitFor();
    await press(frame.pullPlug);
    await panel().getByText(practice.computer.sell).waitFor();
    const references = [await sold('CAFE'), await sold('GALAO')];
    await line().getByText(secondCopyScreen.status.upToDate).waitFor();
    await panel().getByText(practice.computer.die).waitFor();
    await examine(page, `${language}-computer-dies-copied`);
    await press(practice.computer.dies);

    await panel().getByText(practice.computer.lost).waitFor();
    await examine(page, `${language}-computer-dies-lost`);
    await panel().getByRole('link', { name: practice.computer.start }).click();
    await press(startAgain.choose);
    await press(startAgain.look);
    await page.getByText(startAgain.unsettled, { exact: true }).waitFor();
    await examine(page, `${language}-computer-dies-looked`);
    await press(startAgain.use);
    await page.getByRole('button', { name: practice.rehearse, exact: true }).waitFor();
    await line().getByText(secondCopyScreen.status.upToDate).waitFor();
    await press(frame.plugIn);
    await goTo(page, frame.screens.outbox);
    for (const reference of references) {
      const row = page.getByRole('row', { name: reference });
      await row.getByText(states.confirmed, { exact: true }).waitFor({ timeout: 120_000 });
      expect(countDocuments(userDataDir, reference)).toBe(1);
    }
    await examine(page, `${language}-computer-dies-sent`);
  }, 240_000);
});
