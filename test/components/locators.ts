// Finds what is on the page by the words that a person reads there.
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
export const dialog = (name: string) => page.getByRole('dialog', { name });

/** Waits until this is visible. */
export const visible = (locator: Locator) => expect.element(locator).toBeVisible();
/** Waits until the first place with this text is visible. */
export const shows = (text: string | RegExp) => visible(page.getByText(text).first());
