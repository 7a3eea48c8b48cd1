// Looks at one view in light and dark, at the smallest and a large size: axe finds nothing, nothing is cut off. Themes are
// colours alone, so in dark axe looks at these.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const pictures = fileURLToPath(new URL('../../out/screens/', import.meta.url));
const sizes = [
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { html: string }[];
  }[];
}

const rules = { light: '', dark: 'runOnly: ["color-contrast", "link-in-text-block"],' };

/** With PICTURES set it leaves one of each in `out/screens/`: they take two fifths of its time, and nobody looks at every run's. */
export async function examine(page: Page, name: string): Promise<void> {
  const takesPictures = Boolean(process.env.PICTURES);
  if (takesPictures) mkdirSync(pictures, { recursive: true });
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  for (const size of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (takesPictures) {
        await page.screenshot({ path: join(pictures, `${name}-${size.width}-${colorScheme}.png`) });
      }
      // The receipt in its frame is paper; it has tests of its own.
      const result = await page.evaluate<AxeResult>(
        `axe.run(document, { iframes: false, ${rules[colorScheme]} resultTypes: ["violations"] })`,
      );
      const found = result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
      expect(found, `${name} ${size.width} ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow, `${name} ${size.width}: sideways scrolling`).toBe(0);
    }
  }
}
