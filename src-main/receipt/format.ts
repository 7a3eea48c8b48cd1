// How amounts, quantities, dates and times read on paper. Columns of amounts go without the currency; the total has it.
import type { Language } from '../contract/settings.ts';
import {
  formatDecimal,
  type Cents,
  type PercentHundredths,
  type QuantityThousandths,
  type UnitPriceMicros,
} from '../contract/money.ts';

export interface PaperFormat {
  readonly amount: (amount: Cents) => string;
  readonly amountWithCurrency: (amount: Cents) => string;
  /** At least two decimals, and as many more as the price has. */
  readonly unitPrice: (price: UnitPriceMicros) => string;
  readonly quantity: (quantity: QuantityThousandths) => string;
  readonly percent: (percent: PercentHundredths) => string;
  /** `yyyy-mm-dd` and `hh:mm:ss` of the service; a date that is none is shown as it came, a time without its fraction. */
  readonly date: (date: string) => string;
  readonly time: (time: string) => string;
  /** An instant on this computer's clock, as date and time. */
  readonly instant: (atMs: number) => { readonly date: string; readonly time: string };
}

function paperFormat(locale: string): PaperFormat {
  const number = (decimals: number, options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, options);
    // As decimal text, so that no amount passes through a float.
    return (value: number) => format.format(formatDecimal(value, decimals) as `${number}`);
  };
  const twoDecimals = { minimumFractionDigits: 2 };
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const serviceDate = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' });
  const instantDate = new Intl.DateTimeFormat(locale, day);
  const instantTime = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  return {
    amount: number(2, twoDecimals),
    amountWithCurrency: number(2, { style: 'currency', currency: 'EUR' }),
    unitPrice: number(6, { ...twoDecimals, maximumFractionDigits: 6 }),
    quantity: number(3, { maximumFractionDigits: 3 }),
    // As a unit: the percent style would multiply by a hundred.
    percent: number(2, { style: 'unit', unit: 'percent' }),
    date: (date) => {
      const instant = Date.parse(`${date}T00:00:00Z`);
      return Number.isNaN(instant) ? date : serviceDate.format(instant);
    },
    time: (time) => time.replace(/\..*$/, ''),
    instant: (atMs) => ({ date: instantDate.format(atMs), time: instantTime.format(atMs) }),
  };
}

const formats: Readonly<Record<Language, PaperFormat>> = {
  en: paperFormat('en-GB'),
  'pt-PT': paperFormat('pt-PT'),
};

export const paperFormatFor = (language: Language): PaperFormat => formats[language];
