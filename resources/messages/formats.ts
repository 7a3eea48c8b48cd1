// How a language writes what stands in its sentences: numbers, plurals, lists and moments. The
// locale of a language is known here and nowhere else among the messages.
import { languageTraits, type Language } from '../../src-main/contract/languages.ts';

/** A text for each form that a number can ask for. A form that a language lacks is left out. */
export type Forms = Readonly<Record<'one' | 'other', string>> &
  Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

export interface Formats {
  /** Returns the number, grouped as the language groups it. */
  readonly numeral: (number: number) => string;
  /** Returns the form that the number asks for, without the number. */
  readonly plural: (number: number, forms: Forms) => string;
  /** Returns the number, and what it counts in the form that it asks for. */
  readonly count: (number: number, forms: Forms) => string;
  readonly numbers: (options: Intl.NumberFormatOptions) => (number: number) => string;
  readonly moments: (
    options: Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>,
  ) => (at: Date | number) => string;
  readonly list: (items: readonly string[]) => string;
}

export function formatsIn(language: Language): Formats {
  const { locale } = languageTraits[language];
  const rules = new Intl.PluralRules(locale);
  const grouped = new Intl.NumberFormat(locale);
  const lists = new Intl.ListFormat(locale);
  const numeral = (number: number): string => grouped.format(number);
  const plural = (number: number, forms: Forms): string =>
    forms[rules.select(number)] ?? forms.other;
  return {
    numeral,
    plural,
    count: (number, forms) => `${numeral(number)} ${plural(number, forms)}`,
    numbers: (options) => {
      const format = new Intl.NumberFormat(locale, options);
      return (number) => format.format(number);
    },
    moments: (options) => {
      const format = new Intl.DateTimeFormat(locale, options);
      return (at) => format.format(at);
    },
    list: (items) => lists.format(items),
  };
}
