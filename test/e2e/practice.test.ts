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

  it.runIf(isLong)('on a slow line the next customer is served before the answer', async () => {
    const { begin: slowDown, end, name } = practice.rehearsals.slow_line;
    await begin('slow_line');
    await tab(`${name} (${practice.underWay})`).waitFor();
    await sold('TORRADA');
    await becomes('sending');
    await add('PASTEL-NATA');
    await page.reload();
    await press(practice.rehearse);
    await tab(`${name} (${practice.underWay})`).waitFor();
    await press(end);
    await page.getByRole('button', { name: slowDown }).waitFor();
    await pay();
    await becomes('confirmed');
  });

  it.runIf(isLong)('a sale whose answer was an error is in doubt, and found', async () => {
    await begin('service_error');
    const reference = await sold('CAFE-DUPLO');
    await becomes('in_doubt');
    await examine(page, `${language}-rehearsals`);
    await becomes('confirmed');
    await isOver('service_error');
    expect(countDocuments(userDataDir, reference)).toBe(1);
  });

  it('an expired sign-in takes one button', async () => {
    await begin('expired_token');
    const asks = page.getByRole('alert').filter({ hasText: practice.signInNeeded });
    await asks.waitFor();
    await sold('DESCAF');
    await becomes('queued');
    await asks.getByRole('button', { name: practice.signIn }).click();
    await becomes('confirmed');
    await isOver('expired_token');
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

  it.runIf(isLong)(
    'a service that refuses everything pauses the outbox, and “Try now” sends what waited',
    { timeout: 240_000 },
    async () => {
      await goTo('sell');
      await begin('refuses_all');
      await examine(page, `${language}-refuses-all`);
      const references = [await sold('CAFE'), await sold('GALAO'), await sold('TORRADA')];
      await page.getByRole('alert').filter({ hasText: frame.paused }).waitFor({ timeout: 30_000 });
      await goTo('outbox');
      await page.getByRole('alert').filter({ hasText: outbox.report.held.refusing }).waitFor();
      await examine(page, `${language}-refuses-all-outbox`);
      await press(practice.rehearsals.refuses_all.end);
      await isOver('refuses_all');
      await press(outbox.tryNow);
      for (const reference of references) {
        const row = page.getByRole('row', { name: reference });
        // Six settling times of practice, since no sale was confirmed after these.
        await row.getByText(states.confirmed, { exact: true }).waitFor({ timeout: 180_000 });
        expect(countDocuments(userDataDir, reference)).toBe(1);
      }
    },
  );

  it.runIf(isLong)(
    'a drawer that does not agree is counted twice, and its difference noted',
    async () => {
      const { drawer } = practice;
      const { day } = messages;
      const found = () => panel().getByRole('list', { name: drawer.found }).getByRole('listitem');
      const closeBy = async (note: string) => {
        await page.getByRole('textbox', { name: day.note, exact: true }).fill(note);
        await press(day.close);
        await page.getByRole('heading', { name: day.closed }).waitFor();
      };
      /** Types the pieces in the drawer: `2 × €20.00`. */
      const count = async () => {
        for (const text of await found().allInnerTexts()) {
          const [pieces = '', money = ''] = text.split(' × ');
          const field = page.getByRole('textbox', { name: day.howManyOf(money), exact: true });
          await field.fill(pieces);
        }
        await press(day.counted);
        await page.getByText(new RegExp(day.missing('.*5[.,]00.*'))).waitFor();
      };
      await begin('wrong_drawer');
      await panel().getByText(drawer.count).waitFor();
      await examine(page, `${language}-wrong-drawer`);
      await press(day.countAndClose);
      await count();
      await panel().getByText(drawer.countAgain).waitFor();
      await examine(page, `${language}-wrong-drawer-counted`);
      await press(day.countAgain);
      await count();
      await panel().getByText(drawer.close).waitFor();
      await closeBy('Nota de 10 dada por 5');
      await isOver('wrong_drawer');
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
