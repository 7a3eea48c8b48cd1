// Practice as a trainee uses it: the tour, each rehearsal, and beginning anew.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import type { Rehearsal } from '../../src-main/contract/rehearsals.ts';
import { withdrawnCode } from '../../src-main/practice-service/reference.ts';
import type { SaleState } from '../../src-main/contract/outbox-states.ts';
import { goTo as goToScreen } from './cashier.ts';
import { examine } from './examine.ts';
import { countDocuments } from './practice-database.ts';
import { driven, isLong } from '../tier.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

describe.each(driven)('in %s', (language: Language) => {
  const messages = messagesFor(language);
  const { practice, frame, sell, finished: done, outbox, states } = messages;
  const outboxTiming = { retryFirstMs: 200, retryCapMs: 400, firstLookUpMs: 200, lookUpCapMs: 400 };
  const userDataDir = newUserData({ language, outbox: outboxTiming });
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    till = await launchTill({ userDataDir });
    page = till.page;
    await page.getByRole('button', { name: messages.signIn.practice, exact: true }).click();
    await page.getByRole('combobox', { name: sell.search }).waitFor();
  });
  afterAll(() => till.kill9());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const goTo = (screen: 'sell' | 'outbox') => goToScreen(page, frame.screens[screen]);
  const field = () => page.getByRole('combobox', { name: sell.search });
  const tour = () => page.getByRole('region', { name: practice.tour.name });
  const panel = () => page.getByRole('region', { name: practice.title });
  const tab = (name: string) => panel().getByRole('tab', { name });
  const begin = async (rehearsal: Rehearsal) => {
    await tab(practice.rehearsals[rehearsal].name).click();
    await press(practice.rehearsals[rehearsal].begin);
  };
  const isOver = (rehearsal: Rehearsal) =>
    panel().getByRole('button', { name: practice.rehearsals[rehearsal].begin }).waitFor();

  /**
   * Pays the sale on screen and returns its reference; the next sale can begin whatever the network
   * does.
   */
  async function pay(): Promise<string> {
    await page.getByRole('button', { name: sell.pay }).click();
    await press(messages.payment.finish);
    const finished = page.getByRole('dialog', { name: done.title });
    const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished.innerText())?.[0];
    if (!reference) throw new Error('no reference');
    return reference;
  }

  async function add(code: string): Promise<void> {
    await field().fill(code);
    await field().press('Enter');
    await page.getByRole('listitem').filter({ hasText: code }).waitFor();
  }

  async function sold(code: string): Promise<string> {
    await add(code);
    return pay();
  }

  const becomes = (state: SaleState) =>
    page
      .getByRole('dialog', { name: done.title })
      .getByText(states[state], { exact: true })
      .waitFor();

  it('the tour ticks what was done, and nothing else', async () => {
    await press(practice.tour.begin);
    const isAt = (step: keyof typeof practice.tour.names) =>
      tour().locator('[aria-current="step"]', { hasText: practice.tour.names[step] }).waitFor();
    await isAt('sell');
    await press(frame.pullPlug);
    await tour().getByText(practice.tour.plugFirst).waitFor();
    await press(frame.plugIn);
    await sold('CAFE');
    await isAt('outage');
    await press(frame.pullPlug);
    await isAt('sellOn');
    await examine(page, `${language}-tour`);
    const reference = await sold('GALAO');
    await isAt('back');
    await page.reload();
    await isAt('back');
    await press(frame.plugIn);
    await isAt('find');
    await goTo('outbox');
    await isAt('find');
    await page.getByRole('link', { name: reference }).click();
    await tour().getByText(practice.tour.learned).waitFor();
    await expect.poll(() => tour().locator('li.done').count()).toBe(5);
    await press(practice.tour.finish);
    expect(await tour().count()).toBe(0);
    expect(await page.getByRole('button', { name: practice.tour.begin }).count()).toBe(0);
    await goTo('sell');
  });

  it('the panel works by keyboard, and does not stop the work', async () => {
    const toggle = page.getByRole('button', { name: practice.rehearse });
    await toggle.press('Enter');
    await tab(practice.rehearsals.outage.name).press('ArrowRight');
    const slow = practice.rehearsals.slow_line;
    expect(await tab(slow.name).getAttribute('aria-selected')).toBe('true');
    await panel().getByText(slow.does).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await panel().count()).toBe(0);
    await toggle.and(page.locator(':focus')).waitFor();
    await toggle.press('Enter');
  });

  it.runIf(isLong)(
    'a refused product is corrected, and its sale arrives',
    { timeout: 240_000 },
    async () => {
      await goTo('outbox');
      await begin('rejected_product');
      await page.getByRole('listitem').filter({ hasText: withdrawnCode }).waitFor();
      const reference = await pay();
      await page
        .getByRole('dialog', { name: done.title })
        .getByText(outbox.refused, { exact: true })
        .waitFor();
      await examine(page, `${language}-refused-product`);
      await goTo('outbox');
      await page.getByRole('link', { name: reference }).click();
      await page.getByRole('radio', { name: outbox.decision.choices.correct }).check();
      await page.getByRole('textbox', { name: sell.code, exact: true }).fill('CAFE');
      await page.getByRole('textbox', { name: outbox.decision.by }).fill('Inês');
      await page.getByRole('textbox', { name: outbox.decision.note }).fill('Código retirado');
      await press(outbox.decision.actions.correct);
      // Six settling times of practice may pass before it is sent.
      await page.getByText(done.stateLines.confirmed).waitFor({ timeout: 180_000 });
      await isOver('rejected_product');
      expect(countDocuments(userDataDir, reference)).toBe(1);
    },
  );

  it.runIf(isLong)('practice begins anew after the page said what will be deleted', async () => {
    await goTo('sell');
    const reference = await sold('GALAO');
    await becomes('confirmed');
    await tab(practice.reset.name).click();
    await press(practice.reset.action);
    const asked = page.getByRole('dialog', { name: practice.reset.title });
    await asked.getByText(practice.reset.goes[0] ?? '').waitFor();
    await examine(page, `${language}-reset`);
    await asked.getByRole('button', { name: practice.reset.confirm }).click();
    await page.getByRole('button', { name: practice.tour.begin }).waitFor();
    expect(countDocuments(userDataDir, reference)).toBe(0);
    await sold('GALAO');
    await becomes('confirmed');
    await goTo('outbox');
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 1);
    expect(await page.getByText(reference).count()).toBe(0);
    expect(existsSync(join(userDataDir, 'practice-discarded'))).toBe(false);
  });
});
