// Takes folded text apart into words and numbers.

/**
 * Returns each word once. Letters and digits part ways, so that "500g" and "500 g" find each other.
 */
export const wordsOf = (folded: string): readonly string[] => [
  ...new Set(folded.match(/\p{L}+|\p{N}+/gu)),
];
