// Texts that are too faint to be read. Axe looks for them as well, but through everything that lies
// over each other, which takes it longer than all its other rules together.
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** As styles are computed: `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.4)` or `color(srgb 0.1 0.2 0.3)`. */
function colourOf(computed: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (computed.match(/-?[\d.]+/g) ?? []).map(Number);
  const whole = computed.startsWith('color(') ? 1 : 255;
  return [red / whole, green / whole, blue / whole, alpha];
}

const over = (upper: Colour, lower: Colour): Colour => {
  const mixed = (at: 0 | 1 | 2) => upper[at] * upper[3] + lower[at] * (1 - upper[3]);
  return [mixed(0), mixed(1), mixed(2), 1];
};

/** As WCAG 2 defines it. */
function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

const white: Colour = [1, 1, 1, 1];

/**
 * Returns the texts whose contrast with what they stand on is less than 4.5 to 1, or 3 to 1 where
 * they are large. What cannot be pressed now may be faint.
 */
export function faintTexts(): readonly string[] {
  const grounds = new Map<Element, Colour>();
  const groundOf = (element: Element | null): Colour => {
    if (!element) return white;
    const known = grounds.get(element);
    if (known) return known;
    const own = colourOf(getComputedStyle(element).backgroundColor);
    const ground = own[3] === 1 ? own : over(own, groundOf(element.parentElement));
    grounds.set(element, ground);
    return ground;
  };
  const opacityOf = (element: Element | null): number =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
  const says = (element: Element): boolean =>
    (element.matches('input, textarea, select') &&
      !element.matches('[type=radio], [type=checkbox]')) ||
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
  const isOut = (element: Element): boolean =>
    element.closest(
      ':disabled, [aria-disabled=true], svg, .visually-hidden, option, style, script',
    ) !== null || element.closest('label')?.control?.matches(':disabled') === true;
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    if (!says(element) || isOut(element)) return [];
    if (!element.checkVisibility({ visibilityProperty: true })) return [];
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const ground = groundOf(element);
    const [red, green, blue, alpha] = colourOf(color);
    const [low = 0, high = 0] = [
      over([red, green, blue, alpha * opacityOf(element)], ground),
      ground,
    ]
      .map(luminance)
      .sort((one, other) => one - other);
    const size = parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const contrast = (high + 0.05) / (low + 0.05);
    return contrast >= (isLarge ? 3 : 4.5)
      ? []
      : [`${contrast.toFixed(2)}: ${element.outerHTML.slice(0, 90)}`];
  });
}
