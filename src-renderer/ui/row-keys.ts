// The keys that go from row to row of a long table.
interface RowsInView {
  readonly startIndex: number;
  readonly endIndex: number;
}
/** The fields of a keyboard event that matter here. */
interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Returns the row that a key leads to from this one; null if it leads to none. */
export function rowAfterKey(
  event: PressedKey,
  index: number,
  inView: RowsInView | null,
  length: number,
): number | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  // One row stays in sight from page to page.
  const page = inView ? Math.max(1, inView.endIndex - inView.startIndex - 1) : 1;
  switch (event.key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + page;
    case 'PageUp':
      return index - page;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
