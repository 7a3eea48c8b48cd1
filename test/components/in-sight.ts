// Returns whether something can be seen and pressed where it is.
import type { Locator } from 'vitest/browser';

/** Whether neither the window nor what it scrolls in cuts it off, and nothing lies over it. */
export function isInSight(target: Locator): boolean {
  const element = target.element();
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const middle = (left + right) / 2;
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(middle, y)));
}
