// Prepares text that others chose for the screen: it may read from right to left, but must turn
// nothing around beside it.

/**
 * Leaves out embeddings, overrides and isolates: an override would turn the text's own digits
 * around, and an unmatched isolate would end that of the element around it. Right-to-left names
 * need none of them.
 */
export const withoutDirections = (text: string): string =>
  text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');

/**
 * Puts the text between marks that keep its direction to itself, for a sentence in which it stands
 * beside other text.
 */
export const isolated = (text: string): string => `\u2068${withoutDirections(text)}\u2069`;

const longestText = 200;

/** Shortens what others have written to what one line can show. */
export function shortened(text: string): string {
  // A character is one or two units of a text, and must stay whole.
  const characters = Array.from(text.slice(0, 2 * longestText));
  return withoutDirections(characters.slice(0, longestText).join(''));
}
