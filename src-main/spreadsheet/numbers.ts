// Turns the numbers of spreadsheets, which are binary fractions of some 15 digits, into the plain
// digits that people see in their cells.

const mostDigits = 15;
/** An amount keeps at least cents, whatever the cell shows. */
const fewestDecimals = 2;

/**
 * Returns "12.1" for 12.099999999999998, "3.33" for a third that the format cuts, "00042" for a
 * code and "23%" for a percentage. A number of more than 15 digits stays short ("1.2E+17"), as its
 * digits are lost. Undefined if it is no number.
 */
export function plainNumber(value: number, format = 'General'): string | undefined {
  // Quoted, escaped, filling and bracketed parts are text; the first section is for amounts.
  const code = format.replace(/"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]/gu, '').split(';')[0] ?? '';
  const isPercent = code.includes('%');
  const exact = Number((isPercent ? value * 100 : value).toPrecision(mostDigits));
  if (!Number.isFinite(exact)) return undefined;
  if (Math.abs(exact) >= 10 ** mostDigits) return exact.toExponential().replace('e', 'E');
  const number = withoutEndingZeros(rounded(exact, decimalsOf(code)));
  if (isPercent) return `${number}%`;
  const isOfDigits = /^0+$/u.test(code.trim()) && /^\d+$/u.test(number);
  return isOfDigits ? number.padStart(code.trim().length, '0') : number;
}

/** Returns how many decimals the format shows; as many as there are if it does not say. */
function decimalsOf(code: string): number {
  const [, whole = '', fraction = ''] = /^[^0#?.]*([0#?,]*)(?:\.([0#?]*))?/u.exec(code) ?? [];
  const saysNothing = whole + fraction === '' || /[@/]|E[+-]/iu.test(code);
  return saysNothing ? mostDigits : Math.max(fraction.length, fewestDecimals);
}

/** Rounds halves away from zero, as spreadsheets do, in plain digits. */
function rounded(value: number, decimals: number): string {
  const digits = value.toExponential();
  const [mantissa = '', exponent = ''] = digits.split('e');
  const scaled = Math.abs(Number(`${mantissa}e${Number(exponent) + decimals}`));
  // What is finer than the decimals of a number of 15 digits has none to round.
  if (scaled >= 10 ** mostDigits) return value.toPrecision(mostDigits);
  const text = String(Math.round(scaled)).padStart(decimals + 1, '0');
  const sign = value < 0 && Number(text) !== 0 ? '-' : '';
  return `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

const withoutEndingZeros = (number: string): string => number.replace(/\.?0+$/u, '');
