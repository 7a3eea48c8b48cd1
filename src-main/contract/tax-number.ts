// The Portuguese tax number (NIF): nine digits, the last of which is a check digit.

/** The number that stands for a final consumer who gives none. */
export const finalConsumerNumber = '999999990';

/**
 * Returns whether the text is nine digits of which the last is right: weights 9 to 2, modulo 11,
 * where 10 and 11 count as 0.
 */
export function isTaxNumber(text: string): boolean {
  if (!/^[1-9]\d{8}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const sum = digits.slice(0, 8).reduce((total, digit, index) => total + digit * (9 - index), 0);
  const check = 11 - (sum % 11);
  return digits[8] === (check >= 10 ? 0 : check);
}
