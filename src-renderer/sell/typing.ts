// A key that writes something, as a scanner's do; the space bar presses buttons.
export const isTyping = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;

/** What stands in the text field that a key goes to; null where it goes elsewhere. */
export function fieldText(target: EventTarget | null): string | null {
  if (target instanceof HTMLTextAreaElement) return target.value;
  return target instanceof HTMLInputElement && target.selectionStart !== null ? target.value : null;
}
