// Numbers, and a number with its noun, by the grouping and the plural rules of each language.
import { languageTraits, type Language } from '../../src-main/contract/languages.ts';

export const numbersIn = (language: Language): Intl.NumberFormat =>
  new Intl.NumberFormat(languageTraits[language].locale);

export function counter(language: Language) {
  const rules = new Intl.PluralRules(languageTraits[language].locale);
  const whole = numbersIn(language);
  return (number: number, one: string, many: string): string =>
    `${whole.format(number)} ${rules.select(number) === 'one' ? one : many}`;
}
