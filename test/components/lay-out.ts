// Gives the page another size without the browser's driver, which takes as long as everything that
// is then measured.
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { smallest, type ScreenSize } from '../screen-sizes.ts';

let goesBack = false;

/**
 * Lays the page out at this size until the test ends, as `page.viewport` does, but in a window that
 * stays as it is: what sticks out of that cannot be pressed by the driver.
 */
export async function layOut({ width, height }: ScreenSize): Promise<void> {
  if (!goesBack) {
    goesBack = true;
    onTestFinished(async () => {
      goesBack = false;
      await page.viewport(smallest.width, smallest.height);
    });
  }
  const { style } = window.parent.document.body;
  style.setProperty('--viewport-width', `${String(width)}px`);
  style.setProperty('--viewport-height', `${String(height)}px`);
  await laidOut();
}

/** A page learns of its new size with the frame that follows, and shows it with the next one. */
export async function laidOut(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
}
