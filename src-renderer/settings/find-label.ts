// Leads from a label that was found by searching to the control that it names.

import { after } from '../bridge/timer.ts';

/** Long enough for a section that asks main for what it shows. */
const longestMs = 1_000;

/**
 * Brings the label into view, and gives its control the focus, as soon as the section shows it. It
 * gives up when the focus has gone elsewhere. Returns the function that gives up.
 */
export function leadToLabel(content: HTMLElement, label: string): () => void {
  const { activeElement: from } = document;
  const observer = new MutationObserver(look);
  const endWait = after(longestMs, giveUp);
  function giveUp(): void {
    observer.disconnect();
    endWait();
  }
  function look(): void {
    if (document.activeElement !== from) {
      giveUp();
      return;
    }
    const element = shownLabel(content, label);
    if (!element) return;
    giveUp();
    element.scrollIntoView({ block: 'center' });
    controlOf(element)?.focus({ preventScroll: true });
  }
  observer.observe(content, { childList: true, subtree: true });
  look();
  return giveUp;
}

function shownLabel(content: HTMLElement, label: string): HTMLElement | undefined {
  const all = content.querySelectorAll<HTMLElement>(
    ['label', 'legend', 'h2', 'h3', 'summary', 'button', 'a'].join(', '),
  );
  return [...all].find(
    (one) => one.textContent.trim() === label && one.checkVisibility({ visibilityProperty: true }),
  );
}

function controlOf(label: HTMLElement): HTMLElement | null {
  if (label instanceof HTMLLabelElement) return label.control;
  if (!(label instanceof HTMLLegendElement)) return label;
  const group = label.parentElement;
  return group?.querySelector<HTMLElement>(':checked') ?? group?.querySelector('input') ?? null;
}
