// How amounts, quantities, dates and times read in each language. The currency is the euro; dates are European.
import type { Language } from '../../src-main/contract/settings.ts';
import { dayAtMs } from '../../src-main/contract/calendar.ts';
import {
  formatDecimal,
  type Cents,
  type PercentHundredths,
  type QuantityThousandths,
  type UnitPriceMicros,
} from '../../src-main/contract/money.ts';

export interface Format {
  readonly money: (amount: Cents) => string;
  /** At least two decimals, and as many more as the price has. */
  readonly unitPrice: (price: UnitPriceMicros) => string;
  readonly quantity: (quantity: QuantityThousandths) => string;
  readonly percent: (percent: PercentHundredths) => string;
  /** A plain decimal as a person types it: whole number of 10^-decimals, with at least `shown` decimals. */
  readonly editable: (value: number, decimals: number, shown?: number) => string;
  /** `yyyy-mm-dd` of the service; anything else is shown as it came. */
  readonly date: (date: string) => string;
  /** `hh:mm:ss` of the service, perhaps with fractions, without them. */
  readonly time: (time: string) => string;
  readonly instant: (atMs: number) => string;
  readonly instantTime: (atMs: number) => string;
}

function formatIn(locale: string, separator: '.' | ','): Format {
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, options);
    // As decimal text, so that no amount passes through a float.
    return (value: number, decimals: number) =>
      format.format(formatDecimal(value, decimals) as `${number}`);
  };
  const money = number({ style: 'currency', currency: 'EUR' });
  const price = number({ style: 'currency', currency: 'EUR', maximumFractionDigits: 6 });
  const plain = number({ maximumFractionDigits: 3 });
  const calendar = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const day = new Intl.DateTimeFormat(locale, { ...calendar, timeZone: 'UTC' });
  const dateAndTime = new Intl.DateTimeFormat(locale, { ...calendar, ...clock });
  const timeOfDay = new Intl.DateTimeFormat(locale, clock);
  return {
    money: (amount) => money(amount, 2),
    unitPrice: (value) => price(value, 6),
    quantity: (quantity) => plain(quantity, 3),
    percent: (percent) => `${plain(percent, 2)} %`,
    editable: (value, decimals, shown = 0) => {
      const text = formatDecimal(value, decimals, separator);
      const [whole = '', fraction = ''] = text.split(separator);
      const padded = fraction.padEnd(shown, '0');
      return padded === '' ? whole : whole + separator + padded;
    },
    date: (date) => {
      const atMs = dayAtMs(date);
      return atMs === undefined ? date : day.format(atMs);
    },
    time: (time) => time.replace(/\..*$/, ''),
    instant: (atMs) => dateAndTime.format(atMs),
    instantTime: (atMs) => timeOfDay.format(atMs),
  };
}

const formats: Readonly<Record<Language, Format>> = {
  en: formatIn('en-GB', '.'),
  'pt-PT': formatIn('pt-PT', ','),
};

export const formatFor = (language: Language): Format => formats[language];
