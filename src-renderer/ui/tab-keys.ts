// The keys that go between tabs, of which one is in the tab order.

/**
 * Returns which of `count` tabs the key goes to from the one at `at`; undefined for any other key.
 */
export function tabFor(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
      return at === last ? 0 : at + 1;
    case 'ArrowLeft':
      return at === 0 ? last : at - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
