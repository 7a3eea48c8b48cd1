// How folded text is taken apart into words and numbers.

/** Letters and digits part ways, so that "500g" and "500 g" find each other. Each word once. */
export const wordsOf = (folded: string): readonly string[] => [
  ...new Set(folded.match(/\p{L}+|\p{N}+/gu)),
];
