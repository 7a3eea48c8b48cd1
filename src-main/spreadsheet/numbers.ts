// Turns the numbers of spreadsheets, which are binary fractions of some 15 digits, into the plain
// digits that people see in their cells.

const mostDigits = 15;
/** An amount keeps at least cents, whatever the cell shows. */
const fewestDecimals = 2;

export interface NumberFormat {
  /** The number of decimals that the cell shows; null if the format does not say. */
  readonly decimals: number | null;
  readonly isPercent: boolean;
  readonly isDate: boolean;
  /** Numbers are filled up with zeros in front to this many digits: codes. */
  readonly digits: number;
}

export const general: NumberFormat = { decimals: null, isPercent: false, isDate: false, digits: 0 };

/**
 * Returns "12.1" for 12.1 and for 12.099999999999998; "5601234567890" for 5.60123456789E+12. A
 * number of more than 15 digits stays short ("1.2E+17"), as its digits are lost. Undefined if the
 * text is no number.
 */
export function plainNumber(text: string, format: NumberFormat = general): string | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(trimmed)) return undefined;
  const exact = digitsOf(Number(trimmed) * (format.isPercent ? 100 : 1));
  if (exact === undefined) return undefined;
  if (format.isPercent) return `${rounded(exact, format.decimals)}%`;
  const shown = rounded(exact, format.decimals);
  return /^\d+$/.test(shown) ? shown.padStart(format.digits, '0') : shown;
}

/** Returns the first 15 digits of a finite number, without zeros at the end of its fraction. */
function digitsOf(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const [mantissa = '', exponent = ''] = Math.abs(value)
    .toExponential(mostDigits - 1)
    .split('e');
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  if (digits === '') return '0';
  const sign = value < 0 ? '-' : '';
  const point = Number(exponent) + 1;
  if (point > mostDigits) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${sign}${digits[0] ?? ''}${rest}E+${point - 1}`;
  }
  if (point <= 0) return point < -mostDigits ? '0' : `${sign}0.${'0'.repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  const fraction = digits.slice(point);
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

/** Rounds halves away from zero, as spreadsheets do. */
function rounded(number: string, shown: number | null): string {
  const [whole = '', fraction = ''] = number.split('.');
  const decimals = Math.max(shown ?? fraction.length, fewestDecimals);
  if (fraction.length <= decimals || number.includes('E')) return number;
  const digits = BigInt(whole.replace('-', '') + fraction.slice(0, decimals));
  const isUp = Number(fraction[decimals]) >= 5;
  const text = String(digits + (isUp ? 1n : 0n)).padStart(decimals + 1, '0');
  const cut = text.length - decimals;
  const rest = text.slice(cut).replace(/0+$/, '');
  const sign = number.startsWith('-') && BigInt(text) !== 0n ? '-' : '';
  return sign + text.slice(0, cut) + (rest === '' ? '' : `.${rest}`);
}

const dayMs = 86_400_000;

/**
 * Returns "2026-11-23", "2026-11-23 15:30" or "15:30" for the number of a day. `epoch` is the year
 * in which the counting begins: 1904, or 1900, to which spreadsheets give a 29 February.
 */
export function dateText(text: string, epoch: 1900 | 1904): string | undefined {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || value >= 2_958_466) return undefined;
  const first = epoch === 1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30);
  const minutes = Math.round((value % 1) * 1440);
  const iso = new Date(first + Math.floor(value) * dayMs + minutes * 60_000).toISOString();
  const [day = '', time = ''] = iso.split('T');
  if (minutes === 0) return day;
  return value < 1 ? time.slice(0, 5) : `${day} ${time.slice(0, 5)}`;
}
