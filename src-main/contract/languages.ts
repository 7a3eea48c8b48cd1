// The languages of the till, and what differs in each but its words. Another one is an entry here, and its messages.
interface LanguageTraits {
  readonly locale: string;
  readonly decimalMark: '.' | ',';
  /** Between the cells of a file that a spreadsheet opens. */
  readonly csvDelimiter: ',' | ';';
}

export const languages = ['en', 'pt-PT'] as const;
export type Language = (typeof languages)[number];

export const languageTraits: Readonly<Record<Language, LanguageTraits>> = {
  en: { locale: 'en-GB', decimalMark: '.', csvDelimiter: ',' },
  'pt-PT': { locale: 'pt-PT', decimalMark: ',', csvDelimiter: ';' },
};

export const perLanguage = <Made>(
  make: (language: Language) => Made,
): Readonly<Record<Language, Made>> => {
  const made = languages.map((language) => [language, make(language)]);
  return Object.fromEntries(made) as Record<Language, Made>;
};

/** For a language as a computer names it: another country's is better than none, and English where we speak it not at all. */
export const closestLanguage = (tag: string | undefined): Language =>
  languages.find((language) => tag?.slice(0, 2).toLowerCase() === language.slice(0, 2)) ?? 'en';
