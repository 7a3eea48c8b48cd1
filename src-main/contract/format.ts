// Formats that are the same on screen, on paper and in sentences: money, quantities, and the
// service's dates and times. The currency is the euro; dates are European.
import { dayAtMs } from './calendar.ts';
import { languageTraits, type Language } from './languages.ts';
import {
  formatDecimal,
  type Cents,
  type PercentHundredths,
  type QuantityThousandths,
  type UnitPriceMicros,
} from './money.ts';

export const dayInFull = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

export interface SharedFormat {
  readonly money: (amount: Cents) => string;
  readonly quantity: (quantity: QuantityThousandths) => string;
  /** Shows at least two decimals, and as many more as the price has. */
  readonly unitPrice: (price: UnitPriceMicros) => string;
  readonly percent: (percent: PercentHundredths) => string;
  /** Formats the service's `yyyy-mm-dd`; any other text is shown as it came. */
  readonly date: (date: string) => string;
  /** Formats the service's `hh:mm:ss`, without fractions. */
  readonly time: (time: string) => string;
}

/** Returns a function that formats whole numbers of 10^-decimals. */
export function decimalFormat(
  language: Language,
  decimals: number,
  options: Intl.NumberFormatOptions,
): (value: number) => string {
  const format = new Intl.NumberFormat(languageTraits[language].locale, options);
  // Decimal text, so that no amount passes through a float.
  return (value) => format.format(formatDecimal(value, decimals) as `${number}`);
}

export const moneyFormat = (language: Language): ((amountCents: number) => string) =>
  decimalFormat(language, 2, { style: 'currency', currency: 'EUR' });

export function sharedFormat(language: Language): SharedFormat {
  const day = new Intl.DateTimeFormat(languageTraits[language].locale, {
    ...dayInFull,
    timeZone: 'UTC',
  });
  const euros = { style: 'currency', currency: 'EUR' } as const;
  const percent = decimalFormat(language, 2, { maximumFractionDigits: 2 });
  return {
    money: moneyFormat(language),
    quantity: decimalFormat(language, 3, { maximumFractionDigits: 3 }),
    unitPrice: decimalFormat(language, 6, { ...euros, maximumFractionDigits: 6 }),
    percent: (value) => `${percent(value)} %`,
    date: (date) => {
      const atMs = dayAtMs(date);
      return atMs === undefined ? date : day.format(atMs);
    },
    time: (time) => time.replace(/\..*$/, ''),
  };
}
