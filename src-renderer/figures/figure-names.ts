// Names days, times and cells of figures.
import type { Messages } from '../../resources/messages/en.ts';
import type { FigureCell, FigureColumn } from '../../src-main/contract/figure-tables.ts';
import { languageTraits, perLanguage, type Language } from '../../src-main/contract/languages.ts';
import type { Days, PeriodKind } from '../../src-main/contract/periods.ts';
import type { Texts } from '../bridge/texts.ts';

const formats = perLanguage((language) => {
  const { locale } = languageTraits[language];
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return {
    long: of({ weekday: 'long', day: 'numeric', month: 'long' }),
    longWithYear: of({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    month: of({ month: 'long', year: 'numeric' }),
    short: of({ day: 'numeric', month: 'short' }),
    weekday: of({ weekday: 'short', day: 'numeric' }),
    monthOnly: of({ month: 'short' }),
    whole: new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }),
    percent: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
    euros: new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency: 'EUR', maximumFractionDigits: 0 },
    }),
  };
});
type Shape = 'long' | 'longWithYear' | 'month' | 'short' | 'weekday' | 'monthOnly';

const dayAs = (language: Language, shape: Shape, day: string): string =>
  formats[language][shape].format(Date.parse(`${day}T00:00:00Z`));

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const shortDay = (language: Language, day: string): string => dayAs(language, 'short', day);
export const wholeNumber = (language: Language, value: number): string =>
  formats[language].whole.format(value);
export const percentage = (language: Language, share: number): string =>
  `${formats[language].percent.format(100 * share)} %`;
/** Returns euros without cents, for axes. */
export const wholeEuros = (language: Language, euros: number): string =>
  formats[language].euros.format(euros);

/** `today` tells which year need not be named. */
export function periodName(
  { language, messages }: Texts,
  kind: PeriodKind,
  days: Days,
  today: string,
): string {
  switch (kind) {
    case 'day': {
      const isThisYear = days.from.slice(0, 4) === today.slice(0, 4);
      return capital(dayAs(language, isThisYear ? 'long' : 'longWithYear', days.from));
    }
    case 'week':
      return messages.figures.fromTo(
        shortDay(language, days.from),
        `${shortDay(language, days.until)} ${days.until.slice(0, 4)}`,
      );
    case 'month':
      return capital(dayAs(language, 'month', days.from));
  }
}

/** Names a figure's days: one day, or the first and the last. */
export const spanName = ({ language, messages }: Texts, { from, until }: Days): string =>
  from === until
    ? shortDay(language, from)
    : messages.figures.fromTo(shortDay(language, from), shortDay(language, until));

/** Names a bar: the hour, the weekday with its day, or the day of the month. */
export const barName = (language: Language, kind: PeriodKind, name: string): string =>
  kind === 'week' ? dayAs(language, 'weekday', name) : String(Number(name.slice(-2)));

/** Names a point of the trend. */
export const pointName = (language: Language, kind: PeriodKind, { from }: Days): string =>
  kind === 'month' ? dayAs(language, 'monthOnly', from) : shortDay(language, from);

export const columnName = (
  figures: Messages['figures'],
  column: FigureColumn | { readonly hour: string },
): string => (typeof column === 'string' ? figures.columns[column] : figures.hour(column.hour));

export function cellText({ messages, format }: Texts, cell: FigureCell): string {
  const { figures, common } = messages;
  switch (cell.kind) {
    case 'foreign':
    case 'plain':
      return cell.text;
    case 'word':
      return figures.words[cell.word];
    case 'weekday':
      return figures.weekdays[cell.weekday] ?? '';
    case 'hour':
      return figures.hour(cell.hour);
    case 'day':
      return format.date(cell.day);
    case 'number':
      return String(cell.number);
    case 'quantity':
      return format.quantity(cell.thousandths as Parameters<typeof format.quantity>[0]);
    case 'money':
      return format.money(cell.cents);
    case 'none':
      return common.none;
  }
}

export const isAmount = ({ kind }: FigureCell): boolean =>
  kind === 'number' || kind === 'quantity' || kind === 'money';
