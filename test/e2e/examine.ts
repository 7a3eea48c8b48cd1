// Examines one view: at the smallest size axe finds nothing, in light and in dark, and at that and
// a large size nothing is cut off or too small for a finger. Themes differ only in colours, so in
// dark axe checks only those. In `npm test` the tests of components examine; journeys do so only in
// the long tests, in the language that those drive.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  isPictured,
  sizesFor,
  smallest,
  themes,
  wantedPictures,
  type ScreenSize,
} from '../screen-sizes.ts';
import { isLong } from '../tier.ts';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const inPage = (file: string): string =>
  stripTypeScriptTypes(
    readFileSync(new URL(`../components/${file}`, import.meta.url), 'utf8'),
  ).replace('export function', 'function');
const measures = inPage('small-targets.ts') + inPage('loose-amounts.ts');
const pictures = fileURLToPath(new URL('../../out/screens/', import.meta.url));
const wanted = wantedPictures(process.env.PICTURES);

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { html: string }[];
  }[];
}

const rules = { light: '', dark: 'runOnly: ["color-contrast", "link-in-text-block"],' };

/**
 * Axe examines only the given sizes; by default the smallest of all. With PICTURES set pictures are
 * left in `out/screens/`: they take most of the time, and nobody looks at every run's.
 */
export async function examine(
  page: Page,
  name: string,
  own: readonly ScreenSize[] = [],
): Promise<void> {
  if (!isLong && wanted === 'none') return;
  if (wanted !== 'none') mkdirSync(pictures, { recursive: true });
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  // Axe tells by what is under a pointer that a dialog covers the page. While presses are held,
  // nothing is.
  await page.locator('body:not([style*="pointer-events"])').waitFor();
  const language = await page.evaluate<string>('document.documentElement.lang');
  for (const size of own.length > 0 ? own : sizesFor(wanted)) {
    const isForAxe = own.length > 0 || size.width === smallest.width;
    for (const colorScheme of themes) {
      const isPicture = isPictured(wanted, size, colorScheme, language);
      if (!isForAxe && !isPicture && colorScheme === 'dark') continue;
      const { width, height } = size;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (isPicture) {
        await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) });
      }
      if (isForAxe) {
        // The receipt in its frame is paper, which has tests of its own.
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
      // What is in the frame scrolls there, and the window never does beside it.
      const below = await page.evaluate(
        'document.querySelector(".frame") && document.documentElement.scrollHeight - innerHeight',
      );
      expect(below ?? 0, `${name} ${width}: scrolling of the window`).toBe(0);
      const [small, loose] = await page.evaluate<readonly string[][]>(
        `(() => { ${measures}\nreturn [smallTargets(), looseAmounts()]; })()`,
      );
      expect(small, `${name} ${width}: too small for a finger`).toEqual([]);
      expect(loose, `${name} ${width}: amounts that stand otherwise`).toEqual([]);
    }
  }
}
