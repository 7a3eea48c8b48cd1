// Finds what a finger presses and is smaller than a finger needs.

/**
 * Runs in the page, where nothing else of this file exists. Links within a sentence are as high as
 * their letters and do not count; a tick box counts by the label that is pressed for it.
 */
export function smallTargets(): readonly string[] {
  const least = 44;
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
    if (Math.min(width, height) >= least - 1) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    return [
      `${element.tagName} ${name} ${String(Math.round(width))}×${String(Math.round(height))}`,
    ];
  });
}
