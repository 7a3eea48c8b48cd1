// One corner finishes: Pay, Finish sale and Next sale stand in the same place, and where a dialog
// was there is something else once it has gone. Of a double press, and of a key that is held down,
// only the first press is meant for what stands there; the others come before anybody can have seen
// what has taken its place.
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
      // A click bears the time at which the press ended.
      let beganEarly = false;
      const begin = (event: Event) => {
        beganEarly = this.isEarly(event);
      };
      const hold = (event: Event) => {
        if (this.isEarly(event) || (beganEarly && isByPointer(event))) stop(event);
      };
      const holdKey = (event: KeyboardEvent) => {
        if (event.key === 'Enter' || (event.key === ' ' && event.target === button)) hold(event);
      };
      const keys: HTMLElement = button.form ?? button;
      const listening = new AbortController();
      const capture = { capture: true, signal: listening.signal };
      button.setAttribute('aria-disabled', 'true');
      button.addEventListener('pointerdown', begin, capture);
      button.addEventListener('click', hold, capture);
      // An early press takes no focus either.
      button.addEventListener('mousedown', hold, capture);
      keys.addEventListener('keydown', holdKey, capture);
      const end = setTimeout(() => {
        button.removeAttribute('aria-disabled');
      }, earlyMs);
      return () => {
        clearTimeout(end);
        button.removeAttribute('aria-disabled');
        listening.abort();
      };
    };
  }
}

let endHold = (): void => undefined;

/**
 * Keeps the early presses of a pointer from the whole page, as something that lay over it has just
 * gone. Meanwhile nothing is under the pointer, which drivers of tests wait for. Keys are not held:
 * they go to what has the focus, wherever that lies.
 */
export function holdPresses(): void {
  endHold();
  const sinceMs = performance.now();
  const isEarly = ({ timeStamp }: Event): boolean => timeStamp - sinceMs < earlyMs;
  let beganEarly = false;
  const begin = (event: Event) => {
    beganEarly = isEarly(event);
    if (!beganEarly) endHold();
  };
  const hold = (event: Event) => {
    if (isByPointer(event) && (beganEarly || isEarly(event))) stop(event);
  };
  const { style } = document.body;
  style.pointerEvents = 'none';
  const show = setTimeout(() => {
    style.pointerEvents = '';
  }, earlyMs);
  const listening = new AbortController();
  const capture = { capture: true, signal: listening.signal };
  document.addEventListener('pointerdown', begin, capture);
  document.addEventListener('mousedown', hold, capture);
  document.addEventListener('click', hold, capture);
  endHold = () => {
    clearTimeout(show);
    style.pointerEvents = '';
    listening.abort();
  };
}

/** A click that a key, or the program, brings about counts none. */
const isByPointer = (event: Event): boolean => event instanceof MouseEvent && event.detail > 0;

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
