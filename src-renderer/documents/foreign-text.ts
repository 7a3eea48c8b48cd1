// Text that others chose, on its way to the screen: it may read from right to left, but turns
// nothing around beside it.

/**
 * Without embeddings, overrides and isolates: an override would turn the text's own digits around,
 * and an unmatched isolate would end that of the element around it. Right-to-left names need none
 * of them.
 */
export const withoutDirections = (text: string): string =>
  text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');

/**
 * For a sentence in which it stands beside other text: between marks that keep its direction to
 * itself.
 */
export const isolated = (text: string): string => `\u2068${withoutDirections(text)}\u2069`;
