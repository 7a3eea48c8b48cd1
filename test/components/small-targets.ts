// Finds what a finger presses and is smaller than a finger needs: 44 px, and on number pads, where
// it presses fast, 56 px high.

/**
 * Runs in the page, where nothing else of this file exists. Links within a sentence are as high as
 * their letters and do not count; a tick box counts by the label that is pressed for it.
 */
export function smallTargets(): readonly string[] {
  const leastOf = (element: Element): number =>
    element.matches('[role=group].pad button') ? 56 : 44;
  const pressed = 'button, .button, [role=tab], input, select, textarea, summary, nav a';
  const boxOf = (element: Element): DOMRect => {
    const isTicked = element.matches('input[type=radio], input[type=checkbox]');
    const label = isTicked ? (element.closest('label, .option') ?? element) : element;
    return label.getBoundingClientRect();
  };
  return [...document.querySelectorAll(pressed)].flatMap((element) => {
    const own = element.getBoundingClientRect();
    const isSeen = element.checkVisibility({ visibilityProperty: true }) && own.width > 1;
    if (!isSeen || element.matches('[type=file], .visually-hidden')) return [];
    const { width, height } = boxOf(element);
    // A press on the line between two rows of a table presses one of them.
    const least = leastOf(element);
    if (height >= least - 1 && width >= Math.min(least, 44) - 1) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    return [
      `${element.tagName} ${name} ${String(Math.round(width))}×${String(Math.round(height))}`,
    ];
  });
}
