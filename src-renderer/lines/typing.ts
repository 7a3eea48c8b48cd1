// Returns whether a key writes something, as a scanner's do. The space bar does not count, as it
// presses buttons.
export const isTyping = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;

/** Returns the text of the field that a key goes to; null if it goes elsewhere. */
export function fieldText(target: EventTarget | null): string | null {
  if (target instanceof HTMLTextAreaElement) return target.value;
  return target instanceof HTMLInputElement && target.selectionStart !== null ? target.value : null;
}
