// How text is compared where people type it.

/**
 * Lower case without accents, and with one spelling for what looks alike: "CAFÉ", "cafe" and "Café"
 * are one.
 */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
