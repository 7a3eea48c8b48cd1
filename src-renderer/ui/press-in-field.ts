// Presses the keys of the pads on screen in a field of the page.
import { pressed } from './pad-keys.ts';

/** Presses a key of a pad in a field, which has the focus and keeps it. */
export function pressIn(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  if (field.readOnly || field.selectionStart === null) return;
  const { value: text, selectionStart: start } = field;
  const typed = pressed({ text, start, end: field.selectionEnd ?? start }, key);
  if (field.maxLength !== -1 && typed.text.length > field.maxLength) return;
  field.value = typed.text;
  field.setSelectionRange(typed.start, typed.end);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
