// What a cashier does, by the names on screen. In English only, except for signing in: tests look
// at other languages, but do not drive them.
import type { Locator, Page } from 'playwright-core';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import type { Argument, TillBridge } from '../../src-main/contract/api.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';

/** The first start of practice fills the shop, its service and two days. */
export const practiceStartMs = 60_000;

export async function practise(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Practice', exact: true }).click();
  const field = page.getByRole('combobox', { name: 'Scan or search' });
  await field.waitFor({ timeout: practiceStartMs });
}

/** Fills the fields by their names, and presses the button. */
export async function submitSignIn(
  page: Page,
  fields: Readonly<Record<string, string>>,
  language: Language = 'en',
): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  }
  const { submit } = messagesFor(language).signIn;
  await page.getByRole('button', { name: submit, exact: true }).click();
}

/**
 * Signs in to a practice service at the address, as a real shop does, and adds a payment method, so
 * that the till can sell.
 */
export async function signIn(
  page: Page,
  serviceAddress: string,
  language: Language = 'en',
): Promise<void> {
  const { signIn: texts } = messagesFor(language);
  const fields = {
    [texts.serviceAddress]: serviceAddress,
    [texts.username]: practiceAccount.username,
    [texts.password]: practiceAccount.password,
    [texts.companyCode]: practiceAccount.companyCode,
    [texts.tillCode]: practiceAccount.tillCode,
  };
  await submitSignIn(page, fields, language);
  await beginToSell(page, language);
}

/** A till that never sold first gets ready: this gives it a payment in cash and goes on to sell. */
export async function beginToSell(page: Page, language: Language = 'en'): Promise<void> {
  const { sell: sellTexts, start, frame } = messagesFor(language);
  const field = page.getByRole('combobox', { name: sellTexts.search });
  const gettingReady = page.getByRole('heading', { name: start.title, exact: true });
  await field.or(gettingReady).waitFor();
  await takeCash(page);
  await goTo(page, frame.screens.sell);
  await field.waitFor();
}

/** Adds a payment method, without which a real till cannot sell. */
export const takeCash = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { till } = globalThis as unknown as { till: TillBridge };
    const paymentMethods = [{ id: 1, label: 'Numerário' }];
    await till.request('settings.update', { paymentMethods });
  });

/** Opens a screen by its name in the page's language. The screen is there once its link says so. */
export async function goTo(page: Page, screen: string): Promise<void> {
  const link = page.getByRole('link', { name: screen, exact: true });
  await link.click();
  await link.and(page.locator('[aria-current=page]')).waitFor();
}

/** Opens a section of the settings by its title. */
export async function openSection(page: Page, title: string): Promise<void> {
  await goTo(page, 'Settings');
  const link = page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: title, exact: true });
  await link.click();
  await link.and(page.locator('[aria-current=page]')).waitFor();
}

/** Practice begins with an open day; this closes it, with `leftCents` left in the drawer. */
export const closeOpenDay = (page: Page, leftCents: number): Promise<void> =>
  page.evaluate(async (left) => {
    const { till } = globalThis as unknown as { till: TillBridge };
    const amount = (value: number) => value as Argument<'day.close'>['leftCents'];
    const typed = { pieces: [], other: (left / 100).toFixed(2) };
    await till.request('day.saveDraft', { typed });
    const count = { pieces: [], otherCents: amount(left) };
    const counted = await till.request('day.count', { count, purpose: 'close' });
    if (!counted.ok) throw new Error(counted.error.code);
    const { countId } = counted.value;
    const closed = await till.request('day.close', { countId, leftCents: amount(left), note: '' });
    if (!closed.ok) throw new Error(closed.error.code);
  }, leftCents);

export const connection = (page: Page): Locator => page.getByRole('status', { name: 'Connection' });
export const total = (page: Page): Locator => page.getByRole('status', { name: 'Total' });
export const lines = (page: Page, language: Language = 'en'): Locator =>
  page.getByRole('list', { name: messagesFor(language).sell.lines }).getByRole('listitem');

/** Types the code and Enter, as a scanner does, in the one field. */
export async function scan(page: Page, code: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Scan or search' });
  await field.fill(code);
  await field.press('Enter');
}

export async function addFreeLine(
  page: Page,
  line: { readonly code?: string; readonly quantity: string; readonly unitPrice: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Free line' }).click();
  if (line.code) await page.getByRole('textbox', { name: 'Code', exact: true }).fill(line.code);
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill(line.quantity);
  await page.getByRole('textbox', { name: 'Unit price', exact: true }).fill(line.unitPrice);
  await page.getByRole('button', { name: 'Add line' }).click();
}

/**
 * Waits until a button takes presses, which one in the corner that finishes does not at first.
 * Playwright's clicks wait for that by themselves; a finger and a key do not.
 */
export const takesPresses = (button: Locator): Promise<void> =>
  button.and(button.page().locator(':not([aria-disabled=true])')).waitFor();

/**
 * Pays the sale on screen and returns what "Sale finished" shows first: the reference, or already
 * the key. Tests sell the same goods often; if the till asks about that, this sells again.
 */
export async function pay(
  page: Page,
  payment: {
    readonly method?: string;
    readonly tendered?: string;
    readonly taxNumber?: string;
  } = {},
): Promise<Locator> {
  await page.getByRole('button', { name: 'Pay' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment' });
  if (payment.method) await dialog.getByRole('radio', { name: payment.method }).check();
  if (payment.tendered) {
    await dialog.getByRole('textbox', { name: 'Tendered' }).fill(payment.tendered);
  }
  if (payment.taxNumber) {
    await dialog.getByRole('textbox', { name: 'Tax number' }).fill(payment.taxNumber);
  }
  await dialog.getByRole('button', { name: 'Finish sale' }).click();
  const finished = page.getByRole('dialog', { name: 'Sale finished' });
  const again = dialog.getByRole('button', { name: 'Sell it again' });
  await finished.or(again).waitFor();
  if (await again.isVisible()) await again.click();
  await finished.waitFor();
  return finished;
}

/** Makes a whole sale, from the first scan to the next customer. Returns its reference. */
export async function sell(page: Page, codes: readonly string[]): Promise<string> {
  for (const [index, code] of codes.entries()) {
    await scan(page, code);
    await lines(page).nth(index).waitFor();
  }
  const finished = await pay(page);
  const text = await finished.innerText();
  const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(text)?.[0];
  if (!reference) throw new Error(`no reference in: ${text}`);
  await finished.getByRole('button', { name: 'Next sale' }).click();
  await finished.waitFor({ state: 'detached' });
  return reference;
}

export async function pullThePlug(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pull the plug' }).click();
  await page.getByRole('button', { name: 'Plug back in' }).waitFor();
}

export async function plugBackIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Plug back in' }).click();
  await page.getByRole('button', { name: 'Pull the plug' }).waitFor();
}

/** Opens the field for a discount on the whole sale from the sale's menu. */
export async function askDiscount(page: Page, language: Language = 'en'): Promise<Locator> {
  const { sellActions, sell } = messagesFor(language);
  await page.getByRole('button', { name: sellActions.menu, exact: true }).click();
  await page.getByRole('button', { name: sellActions.discount, exact: true }).click();
  return page.getByRole('textbox', { name: sell.discount, exact: true });
}
