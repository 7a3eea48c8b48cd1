// How texts that people type are compared.

/** Folds text to lower case without accents: "CAFÉ", "cafe" and "Café" become one. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
