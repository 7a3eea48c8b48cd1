// Finds a setting by the words of its section's title, of the labels inside, and of what else
// people call it, in whichever language a person remembers them.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { foldText } from '../../src-main/contract/fold-text.ts';
import { languages, type Language } from '../../src-main/contract/languages.ts';
import type { Section } from './section.ts';

type Searched = Pick<Section, 'id' | 'title' | 'labels'>;

export interface Found<Kind extends Searched> {
  readonly section: Kind;
  /**
   * The label that was found inside, in the language that shows; null if the title says it, or
   * words that do not show.
   */
  readonly label: string | null;
}

/** How a plural ends, folded, and its singular: of English and of Portuguese words. */
const endings = [
  ['ies', 'y'],
  ['oes', 'ao'],
  ['aes', 'ao'],
  ['ais', 'al'],
  ['eis', 'el'],
  ['ois', 'ol'],
  ['ns', 'm'],
  ['es', ''],
  ['s', ''],
] as const;
/** Shorter words are no plurals, and what would be left of them is part of too many others. */
const shortestPlural = 4;

/** Returns the word, and what its singular may be. */
const formsOf = (word: string): readonly string[] =>
  word.length < shortestPlural
    ? [word]
    : [
        word,
        ...endings
          .filter(([plural]) => word.endsWith(plural))
          .map(([plural, singular]) => word.slice(0, -plural.length) + singular),
      ];

/** Without what joins two of them. */
const wordsOf = (text: string): readonly string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Returns the sections that have each of the words, titles first; nothing without words. */
export function findSections<Kind extends Searched>(
  sections: readonly Kind[],
  typed: string,
  language: Language,
): readonly Found<Kind>[] {
  const words = [...new Set(foldText(typed).split(/\s+/).filter(Boolean))].map(formsOf);
  if (words.length === 0) return [];
  /** Shown text has the word anywhere in it. */
  const hasAll = (text: string) => {
    const folded = [foldText(text), ...wordsOf(text).flatMap(formsOf)].join('\n');
    return words.every((forms) => forms.some((form) => folded.includes(form)));
  };
  /** Text that does not show has it at the beginning of a word, as nobody sees where it was. */
  const hasAllHidden = (text: string) => {
    const all = [...foldText(text).split(/\s+/), ...wordsOf(text)].flatMap(formsOf);
    return words.every((forms) => forms.some((form) => all.some((one) => one.startsWith(form))));
  };
  const texts = languages.map((each) => messagesFor(each));
  const ownTexts = messagesFor(language);
  const hits = sections.flatMap((section): readonly (Found<Kind> & { rank: number })[] => {
    if (texts.some((each) => hasAll(section.title(each))))
      return [{ section, label: null, rank: 0 }];
    // A label has the same place in each language.
    const labels = texts.map((each) => section.labels(each));
    const own = section.labels(ownTexts);
    const at = own.findIndex((_label, index) =>
      labels.some((all) => hasAll(`${section.title(ownTexts)} ${all[index] ?? ''}`)),
    );
    if (at !== -1) return [{ section, label: own[at] ?? null, rank: 1 }];
    const hidden = texts.map((each) =>
      [section.title(each), each.settingsWords[section.id], ...section.labels(each)].join(' '),
    );
    return hidden.some(hasAllHidden) ? [{ section, label: null, rank: 2 }] : [];
  });
  return hits
    .sort((one, other) => one.rank - other.rank)
    .map(({ section, label }) => ({ section, label }));
}
