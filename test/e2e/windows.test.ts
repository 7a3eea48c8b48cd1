// The three windows of a till are shown, and a second start shows the till's again. Their pictures
// stay in out/windows/.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root, tillCommand } from '../../resources/scripts/programs.mjs';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { defaultDisplay } from '../../src-main/contract/display.ts';
import { practise, scan, sell } from './cashier.ts';
import { closePinWindow, pinWindow } from './pin-window.ts';
import { customerScreen, displayPage, playScreens, tillScreen } from './played-screens.ts';
import { noCustomerDisplay, notPlayed } from './played.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const pictures = join(root, 'out/windows');
const userDataDir = newUserData({ display: { ...defaultDisplay, screenId: customerScreen.id } });
const screens = join(userDataDir, '..', 'screens.json');
const happening = join(userDataDir, '..', 'happening');
let till: Till;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  playScreens(screens, [tillScreen, customerScreen]);
  writeFileSync(happening, '');
  const env = { STAND_IN_SCREENS: screens, STAND_IN_POWER: happening };
  till = await launchTill({ userDataDir, env });
  await practise(till.page);
});
afterAll(() => till.kill9());

/** How often it was said of a window; a page cannot tell, to a debugger it always is visible. */
const timesSaid = (name: string, what: 'visible' | 'hidden') =>
  till.output().split(`/${name}.html is ${what}`).length - 1;

/** An empty window of this size makes a picture of fewer than 6,000 bytes. */
const leastBytes = 12_000;

async function expectShown(page: Page, name: string): Promise<void> {
  if (notPlayed === '') await expect.poll(() => timesSaid(name, 'visible')).toBeGreaterThan(0);
  const picture = await page.screenshot({ path: join(pictures, `${name}.png`) });
  expect(picture.length).toBeGreaterThan(leastBytes);
}

it('shows the till', async () => {
  await sell(till.page, ['CAFE']);
  await scan(till.page, 'GALAO');
  await expectShown(till.page, 'index');
});

it('shows the window for a PIN', async () => {
  const adding = till.page.evaluate(
    `till.request('cashiers.add', { name: 'Inês', role: 'manager' })`,
  );
  await expectShown(await pinWindow(till.page), 'pin-window');
  await closePinWindow(till.page);
  await adding;
});

it('shows the customer display', async ({ skip }) => {
  skip(noCustomerDisplay !== '', noCustomerDisplay);
  const display = await displayPage(till.page);
  await display.getByText(messagesFor('pt-PT').display.says.total, { exact: true }).waitFor();
  await expectShown(display, 'customer-display');
});

it('shows the till again for a second start, though it was hidden', async () => {
  const [shownBefore, hiddenBefore] = [timesSaid('index', 'visible'), timesSaid('index', 'hidden')];
  appendFileSync(happening, 'hide\n');
  if (notPlayed === '')
    await expect.poll(() => timesSaid('index', 'hidden')).toBeGreaterThan(hiddenBefore);
  const { program, args } = tillCommand(['--headless', `--user-data-dir=${userDataDir}`]);
  expect(spawnSync(program, args, { timeout: 30_000 }).status).toBe(0);
  if (notPlayed === '')
    await expect.poll(() => timesSaid('index', 'visible')).toBeGreaterThan(shownBefore);
  await sell(till.page, ['CAFE']);
});
