// Scans at every control of every screen, in both languages, locked and not: nothing is pressed,
// nothing is typed, and each scan is sold or told.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { withdrawnCode } from '../../src-main/practice-service/reference.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import { shortcuts, type ShortcutName } from '../../src-renderer/sell/shortcuts.ts';
import { sampleCart, samplePayment } from '../sample-sale.ts';
import { examine } from './examine.ts';
import { connectScanner, type Scanner } from './synthetic-scanner.ts';
import { newChance } from '../chance.ts';
import { driven, isLong } from '../tier.ts';
import { askDiscount, lines } from './cashier.ts';
import { addCashier, closePinWindow, enterPin, pinWindow } from './pin-window.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { walk, type Expected } from './walk.ts';

const bread = '5601234100075';
/** One control in so many, others in each run; the long tests take each of them. */
const every = isLong ? 1 : 10;
const chance = newChance();

describe.each(driven)('in %s', (language: Language) => {
  const messages = messagesFor(language);
  let till: Till;
  let page: Page;
  let scanner: Scanner;
  beforeAll(async () => {
    till = await launchTill({ userDataDir: newUserData({ language }) });
    page = till.page;
    scanner = await connectScanner(page);
  });
  afterAll(() => till.kill9());

  async function open(name: ShortcutName): Promise<void> {
    await page
      .locator(`[aria-keyshortcuts="${shortcuts[name]}"]:enabled`)
      .waitFor({ state: 'attached' });
    await page.keyboard.press(shortcuts[name]);
    await page.locator('dialog:modal').waitFor();
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  async function scanEverywhere(expected: Expected, fewest: number): Promise<void> {
    const first = chance.between(0, every - 1);
    const { wrong, scans } = await walk(page, expected, bread, { every, first });
    expect(wrong).toEqual([]);
    // Not every control can get the focus.
    expect(scans).toBeGreaterThanOrEqual(every === 1 ? fewest : fewest / (every + 1));
  }

  async function goTo(path: string): Promise<void> {
    await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  async function request(name: string, argument: unknown): Promise<void> {
    const asked = `till.request(${JSON.stringify(name)}, ${JSON.stringify(argument)})`;
    expect(await page.evaluate(asked)).toMatchObject({ ok: true });
  }

  async function lock(): Promise<void> {
    await request('lock.lock', undefined);
    await page.getByRole('heading', { name: messages.lock.title }).waitFor();
  }

  async function close(): Promise<void> {
    await page.keyboard.press('Escape');
    await page.locator('dialog:modal').waitFor({ state: 'detached' });
  }

  it('signed out', async () => {
    await button(messages.signIn.practice).waitFor();
    await scanEverywhere('told', 10);
    await button(messages.signIn.practice).click();
    await page.getByRole('combobox', { name: messages.sell.search }).waitFor();
  });

  it('selling, with lines, and with codes that were not found', async () => {
    await scanner.scan(bread);
    await scanner.scan('NOT-THERE');
    await page.getByRole('alert').filter({ hasText: 'NOT-THERE' }).waitFor();
    await scanEverywhere('sold', 35);
  });

  const sellingGoesOn = ['pay', 'help', 'freeLine', 'holdNamed', 'customer'] as const;
  it.each(isLong ? sellingGoesOn : sellingGoesOn.slice(0, 1))(
    'over the dialog of %s',
    async (name) => {
      await open(name);
      await scanEverywhere('sold', 2);
      if (name === 'pay') {
        const tendered = page.getByRole('textbox', { name: messages.payment.tendered });
        await tendered.fill('1');
        await examine(page, `${language}-scan-payment`);
      }
      await close();
    },
  );

  const lookingUp = ['priceCheck', 'arrange'] as const;
  it.each(isLong ? lookingUp : lookingUp.slice(0, 1))(
    'in the dialog of %s, which looks it up',
    async (name) => {
      await open(name);
      await scanEverywhere('shown', 3);
      await close();
    },
  );

  it.runIf(isLong)('over the dialog of held sales', async () => {
    await open('holdNamed');
    await page.keyboard.press('Enter');
    await page.locator('dialog:modal').waitFor({ state: 'detached' });
    // A single held sale is resumed at once.
    await scanner.scan(bread);
    await lines(page, language).first().waitFor();
    await page.keyboard.press(shortcuts.hold);
    await expect.poll(() => lines(page, language).count()).toBe(0);
    await open('held');
    await scanEverywhere('sold', 3);
    await close();
  });

  it('beside the sale that was just finished', async () => {
    await open('pay');
    await button(messages.payment.finish).click();
    await page
      .getByRole('dialog', { name: messages.finished.title })
      .getByRole('button')
      .first()
      .waitFor();
    // The first scan begins the next sale.
    await scanEverywhere('sold', 1);
  });

  it('on Documents, one of them, and a new one', async () => {
    await goTo('#/documents');
    await page.locator('tbody a').first().waitFor();
    await button(messages.documents.chooseColumns).click();
    await scanEverywhere('told', 25);
    const search = page.getByRole('searchbox', { name: messages.documents.search });
    await page.keyboard.press('Escape');
    await search.fill('ZZ 9999/1');
    const showAll = button(messages.documents.showAll);
    await showAll.waitFor();
    await scanner.scan('FS ZZ/1');
    await examine(page, `${language}-scan-documents`);
    await showAll.click();
    await page.locator('tbody a').first().click();
    await page.getByRole('article').waitFor();
    await scanEverywhere('told', 8);
    await goTo('#/documents/new');
    await page.getByText(messages.documents.newDocument.more, { exact: true }).click();
    await scanner.scan(bread);
    await scanEverywhere('sold', 35);
  });

  it.runIf(isLong)('in Outbox, and in one sale', async () => {
    await goTo('#/outbox');
    await page.locator('tbody a').first().waitFor();
    await scanEverywhere('told', 12);
    await page.locator('tbody a').first().click();
    await page.getByRole('article').waitFor();
    await scanEverywhere('told', 12);
  });

  it.runIf(isLong)('in the forms that decide about a sale, and correct it', async () => {
    const cart = sampleCart(1);
    const refused = {
      ...cart,
      lines: cart.lines.map((line) => ({ ...line, code: withdrawnCode })),
    };
    const payment = samplePayment(refused);
    await request('sell.finish', { cart: refused, payment, isAnotherSale: true });
    await goTo('#/outbox');
    await page.locator('tbody a').first().click();
    const { choices } = messages.outbox.decision;
    await page.getByRole('radio', { name: choices.correct }).check();
    await scanEverywhere('told', 30);
  });

  it.runIf(isLong)('in Settings, in what finds a section', async () => {
    await goTo('#/settings');
    const find = page.getByRole('searchbox', { name: messages.settings.find });
    await find.fill(messages.scanning.suffix);
    await scanEverywhere('told', 10);
    await find.fill('');
  });

  it.runIf(isLong)('in Settings', async () => {
    await goTo('#/settings/scanner');
    await scanEverywhere('told', 20);
    await examine(page, `${language}-scan-settings`);
  });

  it.runIf(isLong).each([
    ['scanner', messages.scanning.commandSheet],
    ['profiles', messages.profiles.change('Mercearia Aurora, Lda. · Caixa 1')],
    ['remove-profiles', messages.profiles.remove('Mercearia Aurora, Lda. · Caixa 1')],
  ])('in Settings, %s, over what “%s” opens', async (section, name) => {
    await goTo(`#/settings/${section}`);
    await button(name).click();
    await scanEverywhere('told', 2);
    await close();
  });

  it
    .runIf(isLong)
    .each([
      ...['payment-methods', 'receipt-texts', 'counter', 'backups', 'connection'],
      ...['printer', 'catalogue', 'cashiers'],
    ])('in Settings, %s', async (part) => {
    await goTo(`#/settings/${part}`);
    await scanEverywhere('told', 10);
  });

  it.runIf(isLong)('where a cashier is added', async () => {
    await goTo('#/settings/cashiers');
    await button(messages.lock.manage.firstTitle).click();
    await page.locator('dialog:modal').waitFor();
    await scanEverywhere('told', 4);
    await close();
  });

  /**
   * Scans at each control of the PIN window: nothing is pressed, and nothing is left in a field.
   */
  async function scanInPinWindow(fewest: number): Promise<void> {
    const window = await pinWindow(page);
    const windowScanner = await connectScanner(window);
    const controls = window.locator('button:enabled:visible, input:visible, select:visible');
    const count = await controls.count();
    expect(count).toBeGreaterThanOrEqual(fewest);
    for (let at = chance.between(0, every - 1); at < count; at += every) {
      await controls.nth(at).focus();
      await windowScanner.scan(bread);
      await window.getByText(messages.lock.window.scanned).waitFor();
      for (const field of await window.locator('input[type=password]').all())
        expect(await field.inputValue()).toBe('');
      expect(await window.getByRole('alert').count()).toBe(0);
    }
    await closePinWindow(page);
  }

  it('over the question to a manager', async () => {
    await addCashier(page, { name: 'Inês', role: 'manager', pin: '73519046' });
    await addCashier(page, { name: 'Rui', role: 'cashier', pin: '40817263' });
    await lock();
    await page.getByRole('button', { name: /^Rui/ }).click();
    await scanInPinWindow(13);
    await page.getByRole('button', { name: /^Rui/ }).click();
    await enterPin(page, '40817263');
    await page.getByText(`${messages.lock.atTill} Rui`).waitFor();
    await goTo('#/sell');
    await (await askDiscount(page, language)).fill('10');
    await page.keyboard.press('Tab');
    await scanInPinWindow(13);
  });

  it('locked', async () => {
    await lock();
    await scanEverywhere('hidden', 3);
    await examine(page, `${language}-scan-locked`);
    await button(messages.lock.recovery.open).click();
    await scanInPinWindow(14);
  });
});
