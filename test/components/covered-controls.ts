// Finds the controls that a notice lies over, or that lie over a notice.
const controls = 'button, a[href], input, select, textarea, summary, [role=tab], [tabindex="0"]';

/** Returns the part of an element that neither the window nor what it scrolls in cuts off. */
function seenPart(element: Element): DOMRect {
  let { left, top, right, bottom } = element.getBoundingClientRect();
  for (let around = element.parentElement; around; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    const edge = around.getBoundingClientRect();
    if (overflowX !== 'visible')
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
    if (overflowY !== 'visible')
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
  }
  [left, top] = [Math.max(left, 0), Math.max(top, 0)];
  [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
  return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
}

/** Returns each of them with the notice that it meets. Throws if no notice shows. */
export function coveredControls(): readonly string[] {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && seenPart(element).height > 1;
  const notices = [...dialog.querySelectorAll('.said, li:has(> [role=alert])')].filter(isShown);
  if (notices.length === 0) throw new Error('no notice shows');
  const all = [...dialog.querySelectorAll(controls)].filter(isShown);
  return notices.flatMap((notice) => {
    const place = seenPart(notice);
    return all
      .filter((control) => !notice.contains(control) && !control.contains(notice))
      .filter((control) => {
        const at = seenPart(control);
        const width = Math.min(at.right, place.right) - Math.max(at.left, place.left);
        const height = Math.min(at.bottom, place.bottom) - Math.max(at.top, place.top);
        return width > 1 && height > 1;
      })
      .map((control) => `${control.textContent.trim()}: ${notice.textContent.trim()}`);
  });
}
