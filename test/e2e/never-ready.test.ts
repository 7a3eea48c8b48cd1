// The till where windows that are made hidden never hear that they are ready, as on Wayland.
import { expect, it } from 'vitest';
import { practise } from './cashier.ts';
import { addCashier } from './pin-window.ts';
import { launchTill } from './till.ts';
import { newUserData } from './user-data.ts';

it('a window whose ready-to-show never comes is shown', async ({ skip }) => {
  const env = { STAND_IN_READY_TO_SHOW: 'never' };
  const { page, output, runtime, kill9 } = await launchTill({ userDataDir: newUserData(), env });
  try {
    if (runtime === 'electron') skip('Electron says it or not by the page and the system');
    await expect.poll(output).toContain('/index.html is visible');
    await practise(page);
    await addCashier(page, { name: 'Inês', role: 'manager', pin: '73519046' });
    // It is the window in which the PIN was typed.
    expect(output()).toContain('/pin-window.html is visible');
  } finally {
    await kill9();
  }
});
