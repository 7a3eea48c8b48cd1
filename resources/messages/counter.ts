// A number with its noun, by the plural rules and the grouping of each language.
import { languageTraits, type Language } from '../../src-main/contract/languages.ts';

export function counter(language: Language) {
  const { locale } = languageTraits[language];
  const rules = new Intl.PluralRules(locale);
  const whole = new Intl.NumberFormat(locale);
  return (number: number, one: string, many: string): string =>
    `${whole.format(number)} ${rules.select(number) === 'one' ? one : many}`;
}
