// How text is compared: without accents and case, as words and numbers.

/** Lower case without accents, and with one spelling for what looks alike: "CAFÉ", "cafe" and "Café" are one. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Letters and digits part ways, so that "500g" and "500 g" find each other. Each word once. */
export const wordsOf = (folded: string): readonly string[] => [
  ...new Set(folded.match(/\p{L}+|\p{N}+/gu)),
];
