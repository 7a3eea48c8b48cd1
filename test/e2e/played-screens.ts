// Plays the screens of a till on the stand-in, which a test plugs in and out.
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { PlayedScreen } from '../runtime/screen.ts';

export const tillScreen: PlayedScreen = {
  id: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
};
export const customerScreen: PlayedScreen = {
  id: 7,
  label: 'ELO 1502L',
  bounds: { x: 1920, y: 0, width: 1366, height: 768 },
};

/** Replaces the file in one step, so that a reader never sees half of it. */
export function playScreens(file: string, screens: readonly PlayedScreen[]): void {
  writeFileSync(`${file}.new`, JSON.stringify(screens));
  renameSync(`${file}.new`, file);
}

const openDisplay = (page: Page): Page | undefined =>
  page
    .context()
    .pages()
    .find((one) => one.url().includes('/customer-display.html'));

export const isDisplayOpen = (page: Page): boolean => openDisplay(page) !== undefined;

/** Returns the display's page once it shows something. */
export async function displayPage(page: Page): Promise<Page> {
  for (let time = 0; time < 200; time += 1) {
    const display = openDisplay(page);
    if (display) {
      await display.getByRole('main').waitFor();
      return display;
    }
    await setTimeout(50);
  }
  throw new Error('Not within ten seconds: a customer display');
}
