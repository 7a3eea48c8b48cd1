// One corner finishes: Pay, Finish sale and Next sale stand in the same place. Of a double press,
// and of a key that is held down, only the first press is meant for what stands there; the others
// come before anybody can have seen what has taken its place.
import type { Attachment } from 'svelte/attachments';

/** Longer than the two presses of a double press lie apart. */
export const earlyMs = 400;

const isHeldEnter = (event: Event): boolean =>
  event instanceof KeyboardEvent && event.key === 'Enter' && event.repeat;

const hold = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

export class EarlyPresses {
  /** When what stands in the corner now came there. */
  #sinceMs = -Infinity;

  /**
   * Tells whether a press was meant for what stood in the corner before. The time is the press's
   * own, however late a busy page gets to it.
   */
  isEarly(event: Event): boolean {
    return event.timeStamp - this.#sinceMs < earlyMs || isHeldEnter(event);
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
      const holdEarly = (event: Event) => {
        if (this.isEarly(event)) hold(event);
      };
      const holdHeld = (event: Event) => {
        if (isHeldEnter(event)) hold(event);
      };
      const keys: HTMLElement = button.form ?? button;
      button.setAttribute('aria-disabled', 'true');
      button.addEventListener('click', holdEarly, true);
      keys.addEventListener('keydown', holdHeld, true);
      const end = setTimeout(() => {
        button.removeAttribute('aria-disabled');
      }, earlyMs);
      return () => {
        clearTimeout(end);
        button.removeAttribute('aria-disabled');
        button.removeEventListener('click', holdEarly, true);
        keys.removeEventListener('keydown', holdHeld, true);
      };
    };
  }
}
