// A number with its noun, by the plural rules of each language.
import { languageTraits, type Language } from '../../src-main/contract/languages.ts';

export function counter(language: Language) {
  const rules = new Intl.PluralRules(languageTraits[language].locale);
  return (number: number, one: string, many: string): string =>
    `${number} ${rules.select(number) === 'one' ? one : many}`;
}
