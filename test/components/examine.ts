// Looks at what shows: axe finds nothing, neither in light nor in dark, and nothing sticks out at
// the smallest and a large size.
import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Themes are colours alone. */
const inDark = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };

export async function examine(): Promise<void> {
  await examineAt({ width: 1920, height: 1080 }, { width: 1024, height: 768 });
}

/** At the one size that it has. */
export async function examinePinWindow(): Promise<void> {
  await examineAt({ width: 880, height: 520 });
}

async function examineAt(
  ...sizes: readonly { readonly width: number; readonly height: number }[]
): Promise<void> {
  const { documentElement: root } = document;
  for (const { width, height } of sizes) {
    await page.viewport(width, height);
    expect(root.scrollWidth, `sticks out at ${String(width)}`).toBe(root.clientWidth);
  }
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
