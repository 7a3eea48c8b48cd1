// What a test says of the computer (people who answer dialogs, screens, power, a slow key store) is
// played by the stand-in, and by `npm run test:electron` inside real Electron. Where a test needs
// more than there is, it is skipped with one of these reasons.
import type { Page } from 'playwright-core';
import type { TillBridge } from '../../src-main/contract/api.ts';
import { tillCommand } from '../../resources/scripts/programs.mjs';

declare const window: { readonly till: TillBridge };

const isElectron = tillCommand([]).runtime === 'electron';

/** Whether the till runs on real Electron, which plays that. */
const isPlayedInside = isElectron && Boolean(process.env.PLAYED_INSIDE);

/**
 * Why a test is skipped that needs it played; empty if it is, and then it is said which windows are
 * visible.
 */
export const notPlayed =
  isElectron && !isPlayedInside
    ? 'Only npm run test:electron plays the computer on real Electron.'
    : '';

/** Why a test whose system knows no documents folder is skipped; empty if it is not. */
export const noUnknownFolder = isElectron
  ? 'Electron on Linux always names a documents folder.'
  : '';

/** Why a test of the customer display is skipped; empty if it is not. */
export const noCustomerDisplay =
  isElectron && process.env.XDG_SESSION_TYPE === 'wayland'
    ? 'On Wayland no program places its windows, so there is no customer display.'
    : notPlayed;

/** Why a test does not drive a till that starts itself again; empty if it does. */
export const noRestart = isElectron
  ? 'Electron starts the program again outside the test’s reach: the log is followed instead.'
  : '';

/** Why a test of a packaged till is skipped; empty if it is not. */
export const notPackaged = isElectron
  ? 'A real program is packaged or not: test/smoke/release shows it on a package.'
  : '';

/** Why a test is skipped that needs a key store, in a till that was started with one. */
export async function keyStoreLacks(page: Page): Promise<string> {
  const state = await page.evaluate(() => window.till.request('app.state', undefined));
  return isElectron && state.ok && state.value.keyStore !== 'real'
    ? 'This session has no key store that is unlocked.'
    : '';
}
