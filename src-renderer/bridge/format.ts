// How amounts, quantities, dates and times read on screen in each language.
import { languageTraits, perLanguage, type Language } from '../../src-main/contract/languages.ts';
import { dayInFull, sharedFormat, type SharedFormat } from '../../src-main/contract/format.ts';
import { formatDecimal, type UnitPriceMicros } from '../../src-main/contract/money.ts';

export interface Format extends SharedFormat {
  /**
   * Returns `value`, a whole number of 10^-decimals, as the plain decimal that a person types, with
   * at least `shownDecimals` decimals.
   */
  readonly editable: (value: number, decimals: number, shownDecimals?: number) => string;
  /** Names the unit beside the price: "€1.99 / kg". An empty unit says nothing. */
  readonly pricePer: (price: UnitPriceMicros, unit: string) => string;
  readonly instant: (atMs: number) => string;
  readonly instantDay: (atMs: number) => string;
  readonly instantTime: (atMs: number) => string;
}

function screenFormat(language: Language): Format {
  const { decimalMark, locale } = languageTraits[language];
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const dateAndTime = new Intl.DateTimeFormat(locale, { ...dayInFull, ...clock });
  const day = new Intl.DateTimeFormat(locale, dayInFull);
  const timeOfDay = new Intl.DateTimeFormat(locale, clock);
  const shared = sharedFormat(language);
  // In figures of one width a hyphen stands far from its number.
  const withMinus = (text: string) => text.replace('-', '−');
  return {
    ...shared,
    money: (amount) => withMinus(shared.money(amount)),
    pricePer: (price, unit) => shared.unitPrice(price) + (unit === '' ? '' : ` / ${unit}`),
    editable: (value, decimals, shownDecimals = 0) => {
      const text = formatDecimal(value, decimals, decimalMark);
      const [whole = '', fraction = ''] = text.split(decimalMark);
      const padded = fraction.padEnd(shownDecimals, '0');
      return padded === '' ? whole : whole + decimalMark + padded;
    },
    instant: (atMs) => dateAndTime.format(atMs),
    instantDay: (atMs) => day.format(atMs),
    instantTime: (atMs) => timeOfDay.format(atMs),
  };
}

const formats = perLanguage(screenFormat);

export const formatFor = (language: Language): Format => formats[language];
