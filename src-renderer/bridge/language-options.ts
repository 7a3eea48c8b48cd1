// The languages to choose from, each in its own words.
import { languages, type Language } from '../../src-main/contract/languages.ts';

export const languageOptions = (names: Readonly<Record<Language, string>>) =>
  languages.map((language) => ({ value: language, text: names[language], lang: language }));
