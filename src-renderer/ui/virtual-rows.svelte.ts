// Decides which rows of a long list are drawn: those in view, a few around them, and one that must
// not go. All are of one height.
import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';

/** The number of rows drawn above and below what is in view, for a turn of the wheel. */
const aroundView = 10;

export interface VirtualRowsOptions {
  readonly count: () => number;
  readonly rowHeight: () => number;
  /** The row that is drawn wherever it is, so that it does not lose the focus. */
  readonly pinned: () => number | null;
  /**
   * Returns how many rows must be above the first one in view, whenever the list comes into sight.
   */
  readonly position: () => number;
}

interface DrawnRow {
  readonly index: number;
  /** The height of the rows between the one drawn before and this one. */
  readonly gapAbove: number;
}

export class VirtualRows {
  readonly #options: VirtualRowsOptions;
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  #element: HTMLElement | null = null;
  #changes = $state(0);
  readonly #drawn = $derived.by(() => {
    this.#virtualizer.setOptions(this.#virtualizerOptions());
    // The element has no size before it is there.
    const items = this.#changes === 0 ? [] : this.#virtualizer.getVirtualItems();
    const rows = items.map(({ index, start }, at): DrawnRow => {
      return { index, gapAbove: start - (items[at - 1]?.end ?? 0) };
    });
    const gapBelow = this.#virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
    return { rows, gapBelow, inView: this.#virtualizer.range };
  });

  /** Must be called while a component starts. */
  constructor(options: VirtualRowsOptions) {
    this.#options = options;
    this.#virtualizer = untrack(() => new Virtualizer(this.#virtualizerOptions()));
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

  /** Attaches to the element that scrolls. */
  readonly attach: Attachment<HTMLElement> = (element) => {
    this.#element = element;
    untrack(() => this.#virtualizer._willUpdate());
    return () => {
      this.#element = null;
      this.#virtualizer._willUpdate();
    };
  };

  /** Scrolls as little as is needed to see the whole row. */
  reveal(index: number): void {
    this.#virtualizer.scrollToIndex(index, { align: 'auto' });
  }

  /** Scrolls to where the options say. */
  jump(): void {
    const top = this.#options.position() * this.#options.rowHeight();
    if (this.#element && Math.abs(this.#element.scrollTop - top) >= 1)
      this.#element.scrollTop = top;
  }

  #virtualizerOptions(): VirtualizerOptions<HTMLElement, HTMLElement> {
    const { count, rowHeight, pinned, position } = this.#options;
    const height = rowHeight();
    const row = pinned();
    return {
      count: count(),
      getScrollElement: () => this.#element,
      estimateSize: () => height,
      initialOffset: () => position() * height,
      overscan: aroundView,
      // The head of the table stays above the rows, and is as high as one of them.
      scrollPaddingEnd: height,
      rangeExtractor: (range) => {
        const rows = defaultRangeExtractor(range);
        if (row === null || row >= range.count || rows.includes(row)) return rows;
        return [...rows, row].sort((a, b) => a - b);
      },
      scrollToFn: elementScroll,
      observeElementOffset,
      observeElementRect: (virtualizer, listener) =>
        observeElementRect(virtualizer, (rect) => {
          // A list behind an opened page has no height, and stays as it is.
          if (rect.height === 0) return;
          listener(rect);
          this.#changes += 1;
          this.jump();
        }),
      onChange: () => (this.#changes += 1),
    };
  }
}
