// Gives the page another size without the browser's driver, which takes as long as everything that
// is then measured.
import type { ScreenSize } from '../screen-sizes.ts';

/**
 * Lays the page out at this size, as `page.viewport` does, but in a window that stays as it is: what
 * sticks out of that cannot be pressed by the driver.
 */
export function layOut({ width, height }: ScreenSize): void {
  const { style } = window.parent.document.body;
  style.setProperty('--viewport-width', `${String(width)}px`);
  style.setProperty('--viewport-height', `${String(height)}px`);
}
