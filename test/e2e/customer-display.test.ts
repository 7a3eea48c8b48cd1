// The display that faces the customer, during a sale, a lock, and while screens come and go.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { DisplayBridge } from '../../src-main/contract/display-bridge.ts';
import { defaultDisplay } from '../../src-main/contract/display.ts';
import { endNavigation } from './attacks.ts';
import { goTo, lines, openSection, pay, practise, scan } from './cashier.ts';
import { examine } from './examine.ts';
import { noCustomerDisplay } from './played.ts';
import {
  customerScreen,
  displayPage,
  isDisplayOpen,
  playScreens,
  tillScreen,
} from './played-screens.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const { says, screenName } = messagesFor('pt-PT').display;
const { display: english } = messagesFor('en');

let till: Till;
let page: Page;
let display: Page;
let screens: string;

beforeAll(async () => {
  const userDataDir = newUserData({ display: { ...defaultDisplay, greeting: 'Boa tarde' } });
  screens = join(userDataDir, '..', 'screens.json');
  playScreens(screens, [tillScreen, customerScreen]);
  till = await launchTill({ userDataDir, env: { STAND_IN_SCREENS: screens } });
  page = till.page;
  await practise(page);
});
beforeEach(({ skip }) => {
  skip(noCustomerDisplay !== '', noCustomerDisplay);
});
afterAll(() => till.kill9());

const text = () => display.getByRole('main').innerText();

it('opens on the chosen screen, and shows the greeting', async () => {
  expect(isDisplayOpen(page)).toBe(false);
  await openSection(page, 'Customer display');
  const card = page.locator('section').filter({ hasText: english.title });
  const choice = card.getByRole('combobox', { name: english.screen });
  const name = screenName(
    { ...customerScreen.bounds, name: 'ELO 1502L', id: 7, isTills: false },
    2,
  );
  await choice.selectOption({ label: name });
  await card.getByRole('button', { name: english.save }).click();
  await card.getByText(english.shown).waitFor();
  display = await displayPage(page);
  await display.getByText('Boa tarde').waitFor();
  expect(await text()).toContain(messagesFor('pt-PT').frame.practiceBand);
  await examine(display, 'pt-PT-display-idle');
  await goTo(page, 'Sell');
});

it('follows the sale: its lines, the amount to pay, and the change once it is saved', async () => {
  await scan(page, 'CAFE');
  await display.getByText('Café expresso').waitFor();
  await scan(page, 'GALAO');
  await display.getByText('Galão').waitFor();
  await expect.poll(() => display.getByRole('listitem').count()).toBe(2);
  await display.getByText(says.items(2, 2)).waitFor();
  // A product scanned once more becomes the last line, though it was there before.
  await scan(page, 'CAFE');
  await expect
    .poll(() => display.getByRole('listitem').last().innerText())
    .toContain('Café expresso');
  await examine(display, 'pt-PT-display-sale');
  await page.getByRole('button', { name: 'Pay' }).click();
  await display.getByText(says.toPay, { exact: true }).waitFor();
  await examine(display, 'pt-PT-display-to-pay');
  await page.keyboard.press('Escape');
  await display.getByText(says.total, { exact: true }).waitFor();
  await pay(page, { tendered: '20' });
  await display.getByText(says.change, { exact: true }).waitFor();
  expect(await text()).toContain(says.thanks);
  await examine(display, 'pt-PT-display-paid');
  expect(await text()).not.toContain('Galão');
  await page.keyboard.press('Escape');
  await scan(page, 'TORRADA');
  await display.getByText('Torrada').waitFor();
  await expect.poll(() => display.getByRole('listitem').count()).toBe(1);
});

it('can request nothing and change nothing', async () => {
  const names = ['till', 'pin', 'require', 'process', 'ipcRenderer', 'electron'];
  for (const name of names)
    expect(await display.evaluate(`typeof ${name}`), name).toBe('undefined');
  expect(await display.evaluate('Object.keys(display)')).toEqual(['onShown']);
  expect(await display.evaluate('typeof display.onShown(() => {})')).toBe('undefined');
  const kept = await display.evaluate(() => {
    const { display: bridge } = globalThis as unknown as { display: DisplayBridge };
    return new Promise((resolve) => {
      bridge.onShown(resolve);
    });
  });
  // All that it has of the till: no cashier, no reference, nothing of another sale.
  expect(Object.keys(kept as object).sort()).toEqual(
    ['greeting', 'language', 'notice', 'pictures', 'shop', 'theme', 'view'].sort(),
  );
  const at = display.url();
  for (const url of ['http://app.till.localhost/index.html', 'https://example.com/'])
    await display.evaluate(`location.href = ${JSON.stringify(url)}; undefined`);
  await page.waitForTimeout(300);
  expect(display.url()).toBe(at);
  await display.evaluate(endNavigation);
  // After it is closed it comes back, and is told again what to show.
  await display.close();
  display = await displayPage(page);
  await display.getByText('Torrada').waitFor();
});

it('does not slow the till down if its page hangs', async () => {
  const hanging = display.evaluate('while (true) {}').catch(() => undefined);
  await page.waitForTimeout(200);
  await scan(page, 'CAFE');
  await lines(page).nth(1).waitFor({ timeout: 5000 });
  // The screen is unplugged, and its window goes too.
  playScreens(screens, [tillScreen]);
  await expect.poll(() => isDisplayOpen(page), { timeout: 15_000 }).toBe(false);
  await hanging;
  playScreens(screens, [tillScreen, customerScreen]);
  display = await displayPage(page);
  await display.getByText('Café expresso').waitFor();
});

it('is never on the till’s own screen', async () => {
  const counter = { windowKind: 'full_screen', screenId: 7, startsWithComputer: false };
  const put = (screenId: number | null) => {
    const changed = JSON.stringify({ ...counter, staysAwake: false, screenId });
    return page.evaluate(`till.request('counter.update', ${changed})`);
  };
  expect(await put(7)).toMatchObject({ ok: true });
  await expect.poll(() => isDisplayOpen(page)).toBe(false);
  expect(await put(null)).toMatchObject({ ok: true });
  display = await displayPage(page);
  // Two screens that show the same picture count as one.
  playScreens(screens, [tillScreen, { ...customerScreen, bounds: tillScreen.bounds }]);
  await expect.poll(() => isDisplayOpen(page)).toBe(false);
  playScreens(screens, [tillScreen, customerScreen]);
  display = await displayPage(page);
  await display.getByText('Torrada').waitFor();
});
