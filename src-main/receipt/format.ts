// Formats amounts, quantities, dates and times for paper. Columns of amounts go without the
// currency; the total has it.
import { languageTraits, perLanguage, type Language } from '../contract/languages.ts';
import { dayInFull, decimalFormat, sharedFormat, type SharedFormat } from '../contract/format.ts';
import type { Cents, PercentHundredths, UnitPriceMicros } from '../contract/money.ts';

export interface PaperFormat extends SharedFormat {
  readonly amount: (amount: Cents) => string;
  /** Shows + or −, except for zero. */
  readonly signed: (amount: Cents) => string;
  /** Shows at least two decimals, and as many more as the price has. */
  readonly unitPrice: (price: UnitPriceMicros) => string;
  readonly percent: (percent: PercentHundredths) => string;
  /** Formats an instant by this computer's clock, as date and time. */
  readonly instant: (atMs: number) => { readonly date: string; readonly time: string };
}

function paperFormat(language: Language): PaperFormat {
  const twoDecimals = { minimumFractionDigits: 2 };
  const instantDate = new Intl.DateTimeFormat(languageTraits[language].locale, dayInFull);
  const instantTime = new Intl.DateTimeFormat(languageTraits[language].locale, {
    timeStyle: 'medium',
  });
  return {
    ...sharedFormat(language),
    amount: decimalFormat(language, 2, twoDecimals),
    signed: decimalFormat(language, 2, { ...twoDecimals, signDisplay: 'exceptZero' }),
    unitPrice: decimalFormat(language, 6, { ...twoDecimals, maximumFractionDigits: 6 }),
    // Percent is a unit here: the percent style would multiply by a hundred.
    percent: decimalFormat(language, 2, { style: 'unit', unit: 'percent' }),
    instant: (atMs) => ({ date: instantDate.format(atMs), time: instantTime.format(atMs) }),
  };
}

const formats = perLanguage(paperFormat);

export const paperFormatFor = (language: Language): PaperFormat => formats[language];
