// The till's languages, and what differs in each besides its words. To add one, add an entry here
// and a folder of messages: nothing compiles before every message is there, and the test of the
// catalogue's file fails before imports know the words of its columns.
interface LanguageTraits {
  readonly locale: string;
  readonly decimalMark: '.' | ',';
  /** The delimiter between the cells of a file that a spreadsheet opens. */
  readonly csvDelimiter: ',' | ';';
}

const traits = {
  en: { locale: 'en-GB', decimalMark: '.', csvDelimiter: ',' },
  'pt-PT': { locale: 'pt-PT', decimalMark: ',', csvDelimiter: ';' },
} as const satisfies Readonly<Record<string, LanguageTraits>>;

export type Language = keyof typeof traits;
export const languages = Object.keys(traits) as readonly Language[];
export const languageTraits: Readonly<Record<Language, LanguageTraits>> = traits;

export const perLanguage = <Made>(
  make: (language: Language) => Made,
): Readonly<Record<Language, Made>> => {
  const entries = languages.map((language) => [language, make(language)]);
  return Object.fromEntries(entries) as Record<Language, Made>;
};

/** Returns the language of ours that is nearest to the computer's tag; English if none is near. */
export const closestLanguage = (tag: string | undefined): Language =>
  languages.find((language) => tag?.slice(0, 2).toLowerCase() === language.slice(0, 2)) ?? 'en';
