// Looks at what shows: axe finds nothing, neither in light nor in dark, and nothing sticks out at
// the smallest and a large size.
import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Themes are colours alone. */
const inDark = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };

export async function examine(): Promise<void> {
  const { documentElement: root } = document;
  await page.viewport(1920, 1080);
  expect(root.scrollWidth, 'sticks out at a large size').toBe(root.clientWidth);
  await page.viewport(1024, 768);
  expect(root.scrollWidth, 'sticks out at the smallest size').toBe(root.clientWidth);
  for (const theme of ['light', 'dark'] as const) {
    root.dataset.theme = theme;
    const { violations } = await axe.run(document, {
      iframes: false,
      resultTypes: ['violations'],
      ...(theme === 'dark' && { runOnly: inDark }),
    });
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
    expect(found, theme).toEqual([]);
  }
}
