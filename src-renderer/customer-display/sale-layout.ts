// How many lines the customer's display has room for, and how numbers are grouped on it.

/** In the section's own letters: the latest line, each other one, and what is said above them. */
const latestEm = 5.4;
const lineEm = 3.5;
const aboveEm = 2.2;

/** At least the latest one. */
export const roomFor = (heightEm: number): number =>
  1 + Math.max(0, Math.floor((heightEm - latestEm - aboveEm) / lineEm));

/** Nine digits in threes, as they are read aloud; anything else as it came. */
export const groupedTaxNumber = (number: string): string =>
  /^\d{9}$/.test(number) ? (number.match(/\d{3}/g) ?? []).join(' ') : number;
