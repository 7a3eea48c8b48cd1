// The languages of the till, and what differs in each besides its words. Another one is an entry
// here and a folder of messages; whatever else it needs does not compile without it.
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

/** Returns English where no language of ours is near the one that the computer names. */
export const closestLanguage = (tag: string | undefined): Language =>
  languages.find((language) => tag?.slice(0, 2).toLowerCase() === language.slice(0, 2)) ?? 'en';
