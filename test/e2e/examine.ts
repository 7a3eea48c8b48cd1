// Looks at one view: at the smallest size axe finds nothing, neither in light nor in dark, and
// nothing is cut off there or at a large size. Themes are colours alone, so in dark axe looks at
// these.
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
/** The large one last: what follows a look has room for everything. */
const screenSizes = [
  { width: 1024, height: 768, isLarge: false },
  // Of computers that show everything larger, and of the usual one: for the eye alone.
  ...(process.env.PICTURES
    ? [
        { width: 1093, height: 614, isLarge: true },
        { width: 1366, height: 768, isLarge: true },
      ]
    : []),
  { width: 1920, height: 1080, isLarge: true },
];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { html: string }[];
  }[];
}

const rules = { light: '', dark: 'runOnly: ["color-contrast", "link-in-text-block"],' };

/**
 * With PICTURES set it leaves one of each in `out/screens/`: they take two fifths of its time, and
 * nobody looks at every run's.
 */
export async function examine(page: Page, name: string, sizes = screenSizes): Promise<void> {
  const takesPictures = Boolean(process.env.PICTURES);
  if (takesPictures) mkdirSync(pictures, { recursive: true });
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  for (const size of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      if (size.isLarge && !takesPictures && colorScheme === 'dark') continue;
      const { width, height } = size;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (takesPictures) {
        await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) });
      }
      if (!size.isLarge) {
        // The receipt in its frame is paper; it has tests of its own.
        const result = await page.evaluate<AxeResult>(
          `axe.run(document, { iframes: false, ${rules[colorScheme]} resultTypes: ["violations"] })`,
        );
        const found = result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
        expect(found.join('\n'), `${name} ${colorScheme}`).toBe('');
      }
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow, `${name} ${width}: sideways scrolling`).toBe(0);
    }
  }
}
