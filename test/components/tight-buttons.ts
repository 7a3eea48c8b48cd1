// Finds buttons whose words stand in what is to be left free beside them.

/** Returns what these buttons say, and by how many pixels they are too narrow for it. */
export function tightButtons(): readonly string[] {
  return [...document.querySelectorAll('button, .button')].flatMap((button) => {
    const { borderLeftWidth, borderRightWidth, paddingLeft, paddingRight } =
      getComputedStyle(button);
    const { left, right } = button.getBoundingClientRect();
    const start = left + parseFloat(borderLeftWidth) + parseFloat(paddingLeft);
    const end = right - parseFloat(borderRightWidth) - parseFloat(paddingRight);
    const missing = shownWords(button).map((box) => Math.max(start - box.left, box.right - end));
    const most = Math.max(0, ...missing);
    return most <= 1 ? [] : [`${button.textContent.trim()}: ${most.toFixed(1)}`];
  });
}

/** Returns where the words stand that show: others are for screen readers, or are folded away. */
function shownWords(button: Element): readonly DOMRect[] {
  if (!button.checkVisibility()) return [];
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const rects: DOMRect[] = [];
  while (texts.nextNode()) {
    const { currentNode } = texts;
    if ((currentNode.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
    const words = document.createRange();
    words.selectNodeContents(currentNode);
    rects.push(words.getBoundingClientRect());
  }
  return rects.filter(({ width }) => width > 0);
}
