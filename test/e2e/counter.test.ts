// A till that stands at a counter: only a manager can leave its kiosk, and it ends with its
// session.
import { afterEach, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { openSection, practise } from './cashier.ts';
import { addCashier, closePinWindow, enterPin, pinWindow, unlockAs } from './pin-window.ts';
import { notPlayed } from './played.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const { counter, lock } = messagesFor('en');
const pins = { Inês: '735190', Rui: '4081' } as const;

let till: Till;
afterEach(() => till.kill9());

it('is a kiosk until a manager leaves it, and quits when the system asks it to', async () => {
  const userDataDir = newUserData();
  till = await launchTill({ userDataDir });
  let { page } = till;
  await practise(page);
  await addCashier(page, { name: 'Inês', role: 'manager', pin: pins.Inês });
  await addCashier(page, { name: 'Rui', role: 'cashier', pin: pins.Rui });
  await openSection(page, counter.title);
  await page.getByRole('radio', { name: counter.windowKinds.kiosk }).check();
  await page.getByRole('checkbox', { name: counter.staysAwake }).check();
  const card = page.locator('section').filter({ hasText: counter.title });
  await card.getByRole('button', { name: counter.save }).click();
  const leave = () => page.getByRole('button', { name: counter.leaveKiosk });
  await leave().waitFor();
  // Nobody else tells whether a computer is kept awake.
  if (notPlayed === '')
    await expect.poll(() => till.output()).toContain('Kept awake: prevent-display-sleep');

  await page.getByRole('button', { name: lock.lock }).click();
  await unlockAs(page, 'Rui', pins.Rui);
  await openSection(page, counter.title);
  await leave().click();
  await pinWindow(page);
  await closePinWindow(page);
  await leave().waitFor();
  await leave().click();
  const window = await pinWindow(page);
  await window.getByText('Leave the kiosk until the next start').waitFor();
  await enterPin(page, pins.Inês);
  await leave().waitFor({ state: 'detached' });

  // The next start is a kiosk again, and also ends with the session.
  await till.close();
  till = await launchTill({ userDataDir });
  ({ page } = till);
  await unlockAs(page, 'Rui', pins.Rui);
  await openSection(page, counter.title);
  await leave().waitFor();
  await till.close();
});
