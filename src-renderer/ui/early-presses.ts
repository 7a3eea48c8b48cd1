// One corner finishes: Pay, Finish sale and Next sale stand in the same place. Of a double press,
// and of a key that is held down, only the first press is meant for what stands there; the others
// come before anybody can have seen what has taken its place.
import type { Attachment } from 'svelte/attachments';

/** Longer than the two presses of a double press lie apart. */
export const earlyMs = 400;

export class EarlyPresses {
  /** When what stands in the corner now came there. */
  #sinceMs = -Infinity;

  /**
   * Tells whether a press was meant for what stood in the corner before. The time is the press's
   * own, however late a busy page gets to it.
   */
  isEarly(event: Event): boolean {
    const isHeld = event instanceof KeyboardEvent && event.repeat;
    return isHeld || event.timeStamp - this.#sinceMs < earlyMs;
  }

  /**
   * Keeps early presses from a button, also those by Enter in a field of its form. Meanwhile it is
   * `aria-disabled`, so that whoever cannot see it waits as well. Its time begins when it appears,
   * or when nothing covers it any more.
   */
  holdFrom(isCovered = false): Attachment<HTMLButtonElement> {
    return (button) => {
      if (isCovered) return;
      this.#sinceMs = performance.now();
      const hold = (event: Event) => {
        if (!this.isEarly(event)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      // The click that Enter brings about bears a later time than the key.
      const holdEnter = (event: KeyboardEvent) => {
        if (event.key === 'Enter') hold(event);
      };
      const keys: HTMLElement = button.form ?? button;
      button.setAttribute('aria-disabled', 'true');
      button.addEventListener('click', hold, true);
      // An early press takes no focus either.
      button.addEventListener('mousedown', hold, true);
      keys.addEventListener('keydown', holdEnter, true);
      const end = setTimeout(() => {
        button.removeAttribute('aria-disabled');
      }, earlyMs);
      return () => {
        clearTimeout(end);
        button.removeAttribute('aria-disabled');
        button.removeEventListener('click', hold, true);
        button.removeEventListener('mousedown', hold, true);
        keys.removeEventListener('keydown', holdEnter, true);
      };
    };
  }
}
