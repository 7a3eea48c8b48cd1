// The exact arithmetic of a document: decimals as scaled integers, every rounding half-up to the
// cent. Floats are read once, on the way in, from their shortest decimal form.

/** A line as it was requested: quantity and unit value in millionths, VAT in whole percent. */
export interface PricedLine {
  readonly quantityMillionths: bigint;
  readonly unitValueMillionths: bigint;
  readonly vatRate: number;
}

/** What one VAT rate contributes; `netCents + taxCents` is what is paid for it. */
interface TaxRow {
  readonly vatRate: number;
  readonly netCents: bigint;
  readonly taxCents: bigint;
}

export interface Totals {
  /** One amount per line, in order, before the discount on the whole. */
  readonly lineCents: readonly bigint[];
  /** The sum of the lines, with or without tax like the document's prices. */
  readonly grossCents: bigint;
  readonly discountCents: bigint;
  readonly netCents: bigint;
  readonly taxesCents: bigint;
  /** Always `netCents + taxesCents`. */
  readonly totalCents: bigint;
  /** Sorted by rising VAT rate; only the rates that occur. */
  readonly taxes: readonly TaxRow[];
}

const millionthsPerCent = 10_000n;

/** Returns a finite JSON number as millionths, half-up (away from zero) past the sixth decimal. */
export function toMillionths(value: number): bigint {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const shift = 6 - fraction.length + Number(exponent);
  const magnitude =
    shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfUp(digits, 10n ** BigInt(-shift));
  return value < 0 ? -magnitude : magnitude;
}

/** Returns a finite JSON number as whole cents, half-up (away from zero). */
export function toCents(value: number): bigint {
  const millionths = toMillionths(value);
  return millionths < 0n
    ? -divideHalfUp(-millionths, millionthsPerCent)
    : divideHalfUp(millionths, millionthsPerCent);
}

/**
 * Returns the totals of a document. The discount (a percentage, in millionths of a percent) is
 * taken once, from the sum of the lines; each VAT rate then bears its share of it and is taxed
 * once.
 */
export function documentTotals(
  lines: readonly PricedLine[],
  terms: { readonly isTaxIncluded: boolean; readonly discountMillionths: bigint },
): Totals {
  const lineCents = lines.map((line) =>
    divideHalfUp(line.quantityMillionths * line.unitValueMillionths, 10_000_000_000n),
  );
  const grossByRate = new Map<number, bigint>();
  lines.forEach((line, index) => {
    const soFar = grossByRate.get(line.vatRate) ?? 0n;
    grossByRate.set(line.vatRate, soFar + (lineCents[index] ?? 0n));
  });
  const grossCents = sum(lineCents);
  const discountCents = divideHalfUp(grossCents * terms.discountMillionths, 100_000_000n);

  const taxes: TaxRow[] = [];
  let grossShared = 0n;
  let discountShared = 0n;
  for (const [vatRate, rateGross] of [...grossByRate].sort(([a], [b]) => a - b)) {
    // Shares are differences of a running total, so that they add up to the discount to the cent.
    grossShared += rateGross;
    const discountSoFar =
      grossCents === 0n ? 0n : divideHalfUp(grossShared * discountCents, grossCents);
    const payable = rateGross - (discountSoFar - discountShared);
    discountShared = discountSoFar;
    taxes.push(taxRow(vatRate, payable, terms.isTaxIncluded));
  }
  const netCents = sum(taxes.map((row) => row.netCents));
  const taxesCents = sum(taxes.map((row) => row.taxCents));
  return {
    lineCents,
    grossCents,
    discountCents,
    netCents,
    taxesCents,
    totalCents: netCents + taxesCents,
    taxes,
  };
}

function taxRow(vatRate: number, payable: bigint, isTaxIncluded: boolean): TaxRow {
  const rate = BigInt(vatRate);
  if (!isTaxIncluded) {
    return { vatRate, netCents: payable, taxCents: divideHalfUp(payable * rate, 100n) };
  }
  const taxCents = divideHalfUp(payable * rate, 100n + rate);
  return { vatRate, netCents: payable - taxCents, taxCents };
}

const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n);

/** Divides, half-up. Neither argument may be negative. */
const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);
