// Names days and times as people say them.
import { dayAtMs } from '../../src-main/contract/calendar.ts';
import { languageTraits, perLanguage, type Language } from '../../src-main/contract/languages.ts';

const formats = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(languageTraits[language].locale, {
      ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
    }),
);

const clocks = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(languageTraits[language].locale, {
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/** Returns a time of day, to the minute. */
export const timeName = (language: Language, atMs: number): string => clocks[language].format(atMs);

/** `date` is `yyyy-mm-dd`. */
export function dayName(language: Language, date: string): string {
  const atMs = dayAtMs(date);
  return atMs === undefined ? date : formats[language].format(atMs);
}
