// Holds back what a key does until the next one tells whether it was a scan. The first character of
// a scan goes where a person's would: it may choose in a list or change a date, and a space
// presses.
import { Timer } from '../bridge/timer.ts';

const kinds = ['input', 'change', 'click'] as const;
/** How long the next key of a scan may take through a busy page. */
const marginMs = 100;

export class DeferredEvents {
  readonly #window: Window;
  readonly #waitMs: () => number;
  #control: HTMLElement | null = null;
  #putBack: () => void = () => undefined;
  #deferred: string[] = [];
  /**
   * When the last character was dealt with, which is later than it was typed if the page was busy.
   */
  #lastMs = -Infinity;
  readonly #timer = new Timer();

  constructor(window: Window, waitMs: () => number) {
    this.#window = window;
    this.#waitMs = waitMs;
    for (const kind of kinds) window.addEventListener(kind, this.#hold, true);
  }

  stop(): void {
    this.#release();
    for (const kind of kinds) this.#window.removeEventListener(kind, this.#hold, true);
  }

  /** Watches the control to which a character went; null for one that only takes the character. */
  watch(target: EventTarget | null): void {
    this.#release();
    if (!(target instanceof HTMLElement)) return;
    this.#control = target;
    this.#putBack = stateOf(target);
    this.#lastMs = performance.now();
  }

  /** Goes on holding back, as another character followed too soon for a person. */
  goOn(): void {
    this.#lastMs = performance.now();
    if (this.#deferred.length > 0) this.#wait();
  }

  /** Drops what was held back, as it was a scan: nothing has happened. */
  drop(): void {
    this.#timer.stop();
    if (!this.#control) return;
    this.#control = null;
    this.#deferred = [];
    this.#putBack();
  }

  #wait(): void {
    this.#timer.start(this.#waitMs() + marginMs, () => this.#release());
  }

  readonly #hold = (event: Event): void => {
    const isSoon = event.timeStamp - this.#lastMs <= this.#waitMs();
    if (event.target !== this.#control || !event.isTrusted || !isSoon) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.#deferred.push(event.type);
    this.#wait();
  };

  /** Lets everything happen, as it was a person. */
  #release(): void {
    this.#timer.stop();
    const control = this.#control;
    this.#control = null;
    for (const kind of this.#deferred.splice(0)) {
      if (kind === 'click') control?.click();
      else control?.dispatchEvent(new Event(kind, { bubbles: true }));
    }
  }
}

/** Returns a function that puts the control back to how it is now. */
function stateOf(control: HTMLElement): () => void {
  if (control instanceof HTMLSelectElement) {
    const { selectedIndex } = control;
    return () => (control.selectedIndex = selectedIndex);
  }
  if (control instanceof HTMLInputElement && control.type !== 'file') {
    const { value } = control;
    return () => (control.value = value);
  }
  return () => undefined;
}
