// What is pressed by a finger and is smaller than a finger needs.

/** In pixels of a style sheet; a till's screen has 16 of them, or 17, to a rem. */
const touch = 44;

/**
 * Runs in the page, alone. Links within a sentence are as high as their letters; what covers its
 * row, or stands in a label that is pressed for it, counts by that.
 */
export function smallTargets(least: number = touch): readonly string[] {
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
    if (Math.min(width, height) >= least - 0.5) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    return [
      `${element.tagName} ${name} ${String(Math.round(width))}×${String(Math.round(height))}`,
    ];
  });
}
