// Finds what a finger presses and is smaller than a finger needs: 44 px, and on number pads, where
// it presses fast, 56 px high.

/**
 * Runs in the page, where nothing else of this file exists. Links within a sentence are as high as
 * their letters and do not count; a tick box counts by the label that is pressed for it.
 */
export function smallTargets(): readonly string[] {
  const leastOf = (element: Element): number =>
    element.matches('[role=group].pad button') ? 56 : 44;
  const pressed = 'button, .button, [role=tab], input, select, textarea, summary, a[href]';
  /** Something that is pressed for it, instead of it or with it. */
  const wider = (element: Element): Element | null => {
    if (element.matches('input[type=radio], input[type=checkbox]'))
      return element.closest('label, .option');
    const { content, position } = getComputedStyle(element, '::after');
    return content !== 'none' && position === 'absolute' ? element.closest('tr') : null;
  };
  const isInSentence = (element: Element): boolean =>
    element.matches('a') &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
  return [...document.querySelectorAll(pressed)].flatMap((element) => {
    const own = element.getBoundingClientRect();
    const isSeen = element.checkVisibility({ visibilityProperty: true }) && own.width > 1;
    if (!isSeen || element.matches('[type=file], .visually-hidden')) return [];
    if (isInSentence(element)) return [];
    const { width, height } = (wider(element) ?? element).getBoundingClientRect();
    // A press on the line between two rows of a table presses one of them.
    const least = leastOf(element);
    if (height >= least - 1 && width >= Math.min(least, 44) - 1) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    return [
      `${element.tagName} ${name} ${String(Math.round(width))}×${String(Math.round(height))}`,
    ];
  });
}
