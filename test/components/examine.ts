// Examines what shows: axe finds nothing, no text is faint in light or in dark, and at the smallest
// and a large size nothing sticks out and nothing is too small for a finger. With PICTURES set it
// leaves pictures in `out/screens/`. What axe and the large size show seldom depends on the
// language, so the second language has them only in the long tests, in which axe looks for faint
// texts as well.
import axe from 'axe-core';
import { expect, inject } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../src-main/contract/languages.ts';
import { isPictured, large, sizesFor, smallest, themes, type ScreenSize } from '../screen-sizes.ts';
import { faintTexts } from './faint-texts.ts';
import { laidOut, layOut } from './lay-out.ts';
import { looseAmounts } from './loose-amounts.ts';
import { smallTargets } from './small-targets.ts';
import { tightButtons } from './tight-buttons.ts';

/** Themes differ only in colours. */
const inDark = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
const pictures = inject('pictures');
const isLong = inject('isLong');
/** How often each test has examined. */
const looks = new Map<string, number>();

export async function examine(): Promise<void> {
  await takePictures(sizesFor(pictures));
  await examineAt(large, smallest);
}

/** Examines the PIN window at its only size. */
export async function examinePinWindow(): Promise<void> {
  const size = { width: 880, height: 520 };
  await examineAt(size);
  await takePictures([size]);
}

async function examineAt(...sizes: readonly ScreenSize[]): Promise<void> {
  const { documentElement: root } = document;
  // Axe tells by what is under a pointer that a dialog covers the page. While presses are held,
  // nothing is.
  await expect.poll(() => document.body.style.pointerEvents).toBe('');
  const isExaminedWhole = isLong || root.lang === languages[0];
  for (const size of isExaminedWhole ? sizes : sizes.slice(-1)) {
    const { width, height } = size;
    // What follows is pressed by the driver, whose window the last size has to fit.
    if (size === sizes.at(-1)) {
      await page.viewport(width, height);
      await laidOut();
    } else await layOut(size);
    expect(root.scrollWidth, `sticks out at ${String(width)}`).toBe(root.clientWidth);
    const cutOff = [...document.querySelectorAll('button, .button')].filter(
      (button) => button.scrollWidth > button.clientWidth + 1,
    );
    expect(
      cutOff.map(({ textContent }) => textContent.trim()),
      `cut off at ${String(width)}`,
    ).toEqual([]);
    expect(tightButtons(), `words at the edge at ${String(width)}`).toEqual([]);
    expect(smallTargets(), `too small for a finger at ${String(width)}`).toEqual([]);
    expect(looseAmounts(), `loose at ${String(width)}`).toEqual([]);
  }
  for (const theme of isExaminedWhole ? themes.toReversed() : []) {
    root.dataset.theme = theme;
    expect(faintTexts(), `faint in ${theme}`).toEqual([]);
    if (theme === 'dark' && !isLong) continue;
    const { violations } = await axe.run(document, {
      iframes: false,
      resultTypes: ['violations'],
      ...(theme === 'dark' && { runOnly: inDark }),
      ...(!isLong && { rules: { 'color-contrast': { enabled: false } } }),
    });
    const foundNames = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
    expect(foundNames, theme).toEqual([]);
  }
}

/** Names pictures by the file, the test and, from the second one on, their number in the test. */
async function takePictures(sizes: readonly ScreenSize[]): Promise<void> {
  if (pictures === 'none') return;
  const { testPath = '', currentTestName = '' } = expect.getState();
  const file = /(\w[\w-]*)\.test\.ts$/.exec(testPath)?.[1] ?? '';
  const words = currentTestName.replace(/^.*?in [\w-]+ > /, '');
  const slug = words.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  const { documentElement: root } = document;
  const look = (looks.get(currentTestName) ?? 0) + 1;
  looks.set(currentTestName, look);
  for (const size of sizes) {
    for (const theme of themes) {
      if (!isPictured(pictures, size, theme, root.lang)) continue;
      root.dataset.theme = theme;
      await page.viewport(size.width, size.height);
      const name = `${root.lang}-${file}-${slug}-${String(look)}-${String(size.width)}-${theme}.png`;
      await page.screenshot({ path: `../../out/screens/${name}` });
    }
  }
}
