// Decides which rows of a very long list are drawn, all of one height. Chromium draws nothing
// beyond some 33 million pixels, so a list that would be taller scrolls faster than its rows by as
// much.
import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { MediaQuery } from 'svelte/reactivity';

/** The number of rows drawn above and below what is in view, for a turn of the wheel. */
const aroundView = 10;
const tallestPx = 30_000_000;

interface TallRowsOptions {
  readonly count: () => number;
  /** The row that is drawn wherever it is, so that it does not lose the focus. */
  readonly pinned: () => number | null;
  /**
   * Returns how many rows must be above the first one in view, whenever the list comes into sight.
   */
  readonly position: () => number;
}

interface DrawnRow {
  readonly index: number;
  /** The height between the row drawn before and this one. */
  readonly gapAbove: number;
}

export class TallRows {
  readonly #options: TallRowsOptions;
  readonly #isLarge = new MediaQuery('width >= 1600px');
  #element: HTMLElement | null = null;
  #top = $state(0);
  #height = $state(0);
  readonly #drawn = $derived.by(() => this.#draw());

  constructor(options: TallRowsOptions) {
    this.#options = options;
  }

  /** The height of a touch at either size of the text (base.css), in whole pixels. */
  get rowHeight(): number {
    return this.#isLarge.current ? 47 : 44;
  }

  get rows(): readonly DrawnRow[] {
    return this.#drawn.rows;
  }

  get gapBelow(): number {
    return this.#drawn.gapBelow;
  }

  /** Null while nothing shows. */
  get inView(): { readonly startIndex: number; readonly endIndex: number } | null {
    return this.#drawn.inView;
  }

  /** The number of rows above the first one in view, with the fraction of a row. */
  get position(): number {
    // The element tells first how far it is scrolled.
    const top = this.#element?.scrollTop ?? this.#top;
    return (top * this.#scale) / this.rowHeight;
  }

  /** Attaches to the element that scrolls. */
  readonly attach: Attachment<HTMLElement> = (element) => {
    this.#element = element;
    const scroll = () => (this.#top = element.scrollTop);
    let isHidden = true;
    const measure = () => {
      const wasHidden = isHidden;
      isHidden = element.clientHeight === 0;
      // A list behind an opened page has no height, and stays as it is.
      if (isHidden) return;
      this.#height = element.clientHeight;
      if (!wasHidden) return;
      // What is there is drawn first, as there is no scrolling to it before.
      this.#top = this.#wantedTop / this.#scale;
      requestAnimationFrame(this.jump);
    };
    const observer = new ResizeObserver(measure);
    untrack(measure);
    element.addEventListener('scroll', scroll, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', scroll);
      observer.disconnect();
      this.#element = null;
    };
  };

  /**
   * Scrolls as little as is needed to see the whole row. The table's head covers as much as a row.
   */
  reveal(index: number): void {
    const height = this.rowHeight;
    const top = index * height;
    const first = this.#top * this.#scale;
    const last = first + this.#height - 2 * height;
    if (top < first) this.#scrollTo(top);
    else if (top > last) this.#scrollTo(top - this.#height + 2 * height);
  }

  /** Scrolls to where the options say. */
  readonly jump = (): void => {
    if (this.#element) this.#scrollTo(this.#wantedTop);
  };

  get #wantedTop(): number {
    return this.#options.position() * this.rowHeight;
  }

  /** `top` is where the rows would be if they were not too many. */
  #scrollTo(top: number): void {
    if (!this.#element) return;
    this.#element.scrollTop = top / this.#scale;
    this.#top = this.#element.scrollTop;
  }

  get #total(): number {
    return this.#options.count() * this.rowHeight;
  }

  get #scale(): number {
    const total = this.#total;
    return total <= tallestPx ? 1 : (total - this.#height) / Math.max(1, tallestPx - this.#height);
  }

  #draw() {
    const height = this.rowHeight;
    const count = this.#options.count();
    if (this.#height === 0 || count === 0) {
      return { rows: [], gapBelow: 0, inView: null };
    }
    const virtualTop = this.#top * this.#scale;
    const startIndex = Math.min(count - 1, Math.floor(virtualTop / height));
    const endIndex = Math.min(count - 1, Math.ceil((virtualTop + this.#height) / height) - 1);
    const tallest = Math.min(this.#total, tallestPx);
    let end = 0;
    const rows = this.#indexes(startIndex, endIndex, count).map((index, at, all): DrawnRow => {
      const wanted = index * height - virtualTop + this.#top;
      const room = tallest - (all.length - at) * height;
      const start = Math.max(end, Math.min(wanted, room));
      const gapAbove = start - end;
      end = start + height;
      return { index, gapAbove };
    });
    return { rows, gapBelow: Math.max(0, tallest - end), inView: { startIndex, endIndex } };
  }

  #indexes(startIndex: number, endIndex: number, count: number): readonly number[] {
    const first = Math.max(0, startIndex - aroundView);
    const last = Math.min(count - 1, endIndex + aroundView);
    const indexes = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const pinned = this.#options.pinned();
    if (pinned === null || pinned >= count || (pinned >= first && pinned <= last)) return indexes;
    return pinned < first ? [pinned, ...indexes] : [...indexes, pinned];
  }
}
