// Drives the main process's own window for PINs, as a person does.
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TillBridge } from '../../src-main/contract/api.ts';
import type { Role } from '../../src-main/contract/lock.ts';

/** The size at which the window is made; nobody can change it. */
export const pinWindowSize = [{ width: 880, height: 520 }];

const fields = (window: Page): Locator => window.locator('input[type=password]');

const openWindow = (page: Page): Page | undefined =>
  page
    .context()
    .pages()
    .find((one) => one.url().includes('/pin-window.html'));

/** Also works before the first test, where vitest does not poll. */
async function until<Value>(what: string, look: () => Value | undefined): Promise<Value> {
  for (let time = 0; time < 200; time += 1) {
    const seen = look();
    if (seen !== undefined) return seen;
    await setTimeout(50);
  }
  throw new Error(`Not within ten seconds: ${what}`);
}

/** Returns the window once it shows. */
export async function pinWindow(page: Page): Promise<Page> {
  const window = await until('a window for a PIN', () => openWindow(page));
  await window.getByRole('heading', { level: 1 }).waitFor();
  return window;
}

export const isPinWindowOpen = (page: Page): boolean => openWindow(page) !== undefined;

export async function pinWindowClosed(page: Page): Promise<void> {
  await until('no window for a PIN', () => (isPinWindowOpen(page) ? undefined : true));
}

/** Ignores errors, since the key may close the window before it is released. */
const press = (window: Page, key: string): Promise<void> =>
  window.keyboard.press(key).catch(() => undefined);

/** Closes the window by Escape, which approves nothing. */
export async function closePinWindow(page: Page): Promise<void> {
  await press(await pinWindow(page), 'Escape');
  await pinWindowClosed(page);
}

/** Chooses who, if the open window asks, and types the PIN. */
export async function typePin(page: Page, pin: string, name?: string): Promise<Page> {
  const window = await pinWindow(page);
  const chosen = window.getByRole('button', { name: name ?? '', exact: true });
  if (name !== undefined && (await chosen.count()) > 0) await chosen.click();
  await fields(window).fill(pin);
  await press(window, 'Enter');
  return window;
}

/** Types the PIN and waits until the window closes. */
export async function enterPin(page: Page, pin: string, name?: string): Promise<void> {
  await typePin(page, pin, name);
  await pinWindowClosed(page);
}

/** Types a new PIN twice; no proof is asked for. */
export async function enterNewPin(page: Page, pin: string): Promise<void> {
  const window = await pinWindow(page);
  await fields(window).nth(0).fill(pin);
  await fields(window).nth(1).fill(pin);
  await press(window, 'Enter');
  await pinWindowClosed(page);
}

/** Adds the first manager or another cashier, in the name of whoever is at the till. */
export async function addCashier(
  page: Page,
  { name, role, pin }: { readonly name: string; readonly role: Role; readonly pin: string },
): Promise<void> {
  const added = page.evaluate(
    (cashier) => {
      const { till } = globalThis as unknown as { till: TillBridge };
      return till.request('cashiers.add', cashier);
    },
    { name, role },
  );
  await enterNewPin(page, pin);
  expect(await added).toMatchObject({ ok: true });
}

/** Chooses the name on the lock screen, and types the PIN. */
export async function unlockAs(page: Page, name: string, pin: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await enterPin(page, pin);
  await page.getByText(`At the till: ${name}`).waitFor();
}
