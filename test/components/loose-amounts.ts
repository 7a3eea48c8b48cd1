// Amounts of money that do not stand as the others do.

/**
 * Runs in the page, where nothing else of this file is. An amount that stands for itself has two
 * decimals at least, figures of one width, and its end where that of the others is. A sum that is
 * an `output` stands under its name instead, and so does what it is compared with; an amount that
 * names a row stands at its beginning, and what was paid in the middle of the customer display. One
 * within a sentence, among a line's facts or on a button is a word of it, and the marks beside a
 * picture are rounded.
 */
export function looseAmounts(): readonly string[] {
  const elsewhere = 'output, .compared, [scope=row], .paid';
  const whole = /^[−+-]?(€[\d.,\s]+|[\d.,\s]+€)(\s?\/\s?\p{L}+)?$/u;
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const text = element.textContent.trim();
    const isAlone = element.childElementCount === 0 && /\d/.test(text) && whole.test(text);
    if (!isAlone || !element.checkVisibility({ visibilityProperty: true })) return [];
    if (element.closest('svg, .facts') || element.matches('button, .button, option')) return [];
    const { fontVariantNumeric, textAlign } = getComputedStyle(element);
    const isAtEnd = /^(end|right)$/.test(textAlign);
    const wrong = [
      ...(/[.,]\d{2}/.test(text) ? [] : ['decimals']),
      ...(fontVariantNumeric.includes('tabular-nums') ? [] : ['figures']),
      ...(isAtEnd || element.closest(elsewhere) ? [] : ['side']),
    ];
    return wrong.length > 0 ? [`${wrong.join(', ')}: ${element.outerHTML.slice(0, 90)}`] : [];
  });
}
