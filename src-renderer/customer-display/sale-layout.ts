// Counts how many lines the customer's display has room for, and groups numbers on it.

/**
 * The heights, in the section's own letters, of the latest line, of each other line, and of what is
 * said above them.
 */
const latestEm = 5.4;
const lineEm = 3.5;
const aboveEm = 2.2;

/** Returns the number of lines: at least the latest one. */
export const roomFor = (heightEm: number): number =>
  1 + Math.max(0, Math.floor((heightEm - latestEm - aboveEm) / lineEm));

/** Returns nine digits in threes, as they are read aloud; anything else as it came. */
export const groupedTaxNumber = (number: string): string =>
  /^\d{9}$/.test(number) ? (number.match(/\d{3}/g) ?? []).join(' ') : number;
