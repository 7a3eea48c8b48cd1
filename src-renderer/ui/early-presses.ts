// One corner finishes: Pay, Finish sale and Next sale stand in the same place, and where a dialog
// was there is something else once it has gone. Of a double press, and of a key that is held down,
// only the first press is meant for what stands there; the others come before anybody can have seen
// what has taken its place. Two different keys are no double press.
import type { Attachment } from 'svelte/attachments';
import { after } from '../bridge/timer.ts';
import { stop } from './waiting.ts';

/** Longer than the two presses of a double press lie apart. */
export const earlyMs = 400;

/**
 * The key whose press is being handled; null afterwards. What comes later, such as a sale that main
 * had to finish, may come just when another key is pressed, and was not brought by it.
 */
let pressedKey: string | null = null;
addEventListener(
  'keydown',
  ({ key }) => {
    pressedKey = key;
    after(0, () => (pressedKey = null));
  },
  { capture: true },
);

export class EarlyPresses {
  /** When what stands in the corner now came there. */
  #sinceMs = -Infinity;
  /** The key that brought it there; null if none did. */
  #broughtBy: string | null = null;

  /**
   * Returns whether a press was meant for what stood in the corner before. The time is the press's
   * own, however late a busy page gets to it. Another key than the one that brought it there is no
   * second press of that one: F8 and Enter are meant, however fast they come.
   */
  isEarly(event: Event): boolean {
    const isKey = event instanceof KeyboardEvent;
    if (isKey && event.repeat) return true;
    const isOtherKey = isKey && this.#broughtBy !== null && event.key !== this.#broughtBy;
    return !isOtherKey && event.timeStamp - this.#sinceMs < earlyMs;
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
      this.#broughtBy = pressedKey;
      const isEarly = (event: Event) => this.isEarly(event);
      const holdClick = (event: Event) => {
        if (isEarly(event)) stop(event);
      };
      const holdKey = (event: KeyboardEvent) => {
        if (event.key !== 'Enter' && !(event.key === ' ' && event.target === button)) return;
        if (isEarly(event)) stop(event);
        else {
          // The click that it brings about is meant as well.
          this.#sinceMs = -Infinity;
          button.removeAttribute('aria-disabled');
        }
      };
      const keys: HTMLElement = button.form ?? button;
      const listening = new AbortController();
      const capture = { capture: true, signal: listening.signal };
      button.setAttribute('aria-disabled', 'true');
      holdPointer(button, isEarly, listening.signal);
      button.addEventListener('click', holdClick, capture);
      keys.addEventListener('keydown', holdKey, capture);
      const endWait = after(earlyMs, () => button.removeAttribute('aria-disabled'));
      return () => {
        endWait();
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
  const { style } = document.body;
  style.pointerEvents = 'none';
  const endWait = after(earlyMs, () => (style.pointerEvents = ''));
  const listening = new AbortController();
  const { signal } = listening;
  holdPointer(document, isEarly, signal);
  const begin = (event: Event) => {
    if (!isEarly(event)) endHold();
  };
  document.addEventListener('pointerdown', begin, { capture: true, signal });
  endHold = () => {
    endWait();
    style.pointerEvents = '';
    listening.abort();
  };
}

/**
 * Keeps a pointer's presses from the target that begin or end early. A click bears the time at
 * which the press ended, so the time at which it began is remembered.
 */
function holdPointer(
  target: EventTarget,
  isEarly: (event: Event) => boolean,
  signal: AbortSignal,
): void {
  let beganEarly = false;
  const begin = (event: Event) => (beganEarly = isEarly(event));
  const hold = (event: Event) => {
    if (isByPointer(event) && (beganEarly || isEarly(event))) stop(event);
  };
  const capture = { capture: true, signal };
  target.addEventListener('pointerdown', begin, capture);
  // An early press takes no focus either.
  target.addEventListener('mousedown', hold, capture);
  target.addEventListener('click', hold, capture);
}

/** A click that a key, or the program, brings about counts none. */
const isByPointer = (event: Event): boolean => event instanceof MouseEvent && event.detail > 0;
